'use client'

import * as Radix from '@radix-ui/react-dialog'
import { X } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { composes, modal, openPopover } from './modal'
import { takeTyped } from './typed-ahead'

interface Props {
  title: string
  closeLabel: string
  onClose: () => void
  children: ReactNode
  width?: 'narrow' | 'wide'
  /** `alertdialog` for questions that must be answered. */
  role?: 'dialog' | 'alertdialog'
}

/** What had the focus before the first of the open dialogs: a form that takes the place of its loading state inherits it. */
let opener: Element | null = null

function focusedBefore(): readonly (Element | null)[] {
  const active = document.activeElement
  // A sheet is a part of the page.
  if (!active?.closest(modal)) opener = active
  return [active, opener]
}

const fields =
  'input:not(:disabled, [readonly], [hidden], [type="hidden"], [type="file"]), select:not(:disabled), textarea:not(:disabled, [readonly]), [role="combobox"]'

/**
 * A dialog may name its first stop (`data-first`); else that is its first field, so that what is typed at once goes where
 * it is meant, and only without one, or where something is asked, the first thing in it.
 */
function focusFirst(event: Event): void {
  const { target } = event
  if (!(target instanceof Element)) return
  const isQuestion = target.matches('[role="alertdialog"]')
  const first = target.querySelector('[data-first]') ?? (isQuestion ? null : target.querySelector(fields))
  if (first instanceof HTMLElement) {
    event.preventDefault()
    first.focus()
  }
  takeTyped()
}

/** A modal dialog; a full-height sheet on narrow screens. Focus returns to where it came from when it closes. */
export function Dialog({ title, closeLabel, onClose, children, width = 'wide', role = 'dialog' }: Props) {
  const [before] = useState(focusedBefore)
  const content = useRef<HTMLDivElement>(null)
  const giveFocusBack = (event: Event) => {
    event.preventDefault()
    // What had it may be gone with its row: then whatever stands in for that (`data-rest`).
    const target =
      before.find((element) => element?.isConnected && element !== document.body) ??
      document.querySelector('[data-rest]')
    const open = [...document.querySelectorAll(modal)].at(-1) ?? null
    // Another dialog has the focus by now, unless this one was opened from it; what opened it there may be gone.
    const isElsewhere = open !== null && !open.contains(target ?? null)
    if (isElsewhere && open.contains(document.activeElement)) return
    const next = isElsewhere ? (open.querySelector('[data-first]') ?? open) : target
    if (next instanceof HTMLElement) next.focus()
  }
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Radix.Content
          ref={content}
          role={role}
          aria-describedby={undefined}
          onOpenAutoFocus={focusFirst}
          onCloseAutoFocus={giveFocusBack}
          // What lies open above it goes first, and so does what an input method composes.
          onEscapeKeyDown={(event) => {
            // Radix learns of a dialog above this one some milliseconds after people see it.
            const isTop = [...document.querySelectorAll(modal)].at(-1) === content.current
            if (!isTop || composes(event) || document.querySelector(openPopover) !== null) {
              event.preventDefault()
            }
          }}
          // A press beside the dialog must not throw away what was typed.
          onPointerDownOutside={(event) => event.preventDefault()}
          className={`fixed inset-0 z-50 m-auto flex h-fit max-h-[calc(100dvh-48px)] w-[calc(100vw-32px)] flex-col overflow-hidden rounded-lg border border-line-strong bg-raised text-ink shadow-modal low:overflow-y-auto outline-none ${width === 'wide' ? 'max-w-[560px] max-narrow:h-dvh max-narrow:max-h-dvh max-narrow:w-screen max-narrow:rounded-none max-narrow:border-0' : 'max-w-[420px] max-narrow:mb-0 max-narrow:max-h-dvh max-narrow:w-screen max-narrow:max-w-none max-narrow:rounded-b-none max-narrow:border-x-0 max-narrow:border-b-0'}`}
        >
          <div className="flex h-13 shrink-0 items-center justify-between gap-2 border-line border-b pr-3 pl-5">
            <Radix.Title className="truncate font-semibold text-lg">{title}</Radix.Title>
            <Radix.Close
              aria-label={closeLabel}
              className="grid size-8 place-items-center rounded-md text-soft hover:bg-hover"
            >
              <X aria-hidden className="size-4" />
            </Radix.Close>
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
