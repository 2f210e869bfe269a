'use client'

import * as Radix from '@radix-ui/react-dialog'
import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'

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
  if (!active?.closest(anyDialog)) opener = active
  return [active, opener]
}

const anyDialog = '[role="dialog"], [role="alertdialog"]'

/** A dialog may name its first stop (`data-first`); else that is the first thing in it. */
function focusFirst(event: Event): void {
  const first = event.target instanceof Element ? event.target.querySelector('[data-first]') : null
  if (!(first instanceof HTMLElement)) return
  event.preventDefault()
  first.focus()
}

/** A modal dialog; a full-height sheet on narrow screens. Focus returns to where it came from when it closes. */
export function Dialog({ title, closeLabel, onClose, children, width = 'wide', role = 'dialog' }: Props) {
  const [before] = useState(focusedBefore)
  const giveFocusBack = (event: Event) => {
    event.preventDefault()
    const target = before.find((element) => element?.isConnected)
    const open = document.querySelector(anyDialog)
    // Another dialog has the focus by now, unless this one was opened from it.
    if (open !== null && !open.contains(target ?? null)) return
    if (target instanceof HTMLElement) target.focus()
  }
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Radix.Content
          role={role}
          aria-describedby={undefined}
          onOpenAutoFocus={focusFirst}
          onCloseAutoFocus={giveFocusBack}
          // A press beside the dialog must not throw away what was typed.
          onPointerDownOutside={(event) => event.preventDefault()}
          className={`fixed inset-0 z-50 m-auto flex h-fit max-h-[calc(100dvh-48px)] w-[calc(100vw-32px)] flex-col rounded-lg border border-line bg-raised shadow-overlay outline-none ${width === 'wide' ? 'max-w-[560px] max-narrow:h-dvh max-narrow:max-h-dvh max-narrow:w-screen max-narrow:rounded-none max-narrow:border-0' : 'max-w-[400px]'}`}
        >
          <div className="flex h-12 shrink-0 items-center justify-between border-line border-b pr-2 pl-5">
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
