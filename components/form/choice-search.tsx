'use client'

import { Search } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { composes } from '#components/ui/modal'
import type { Choice } from '#components/ui/options'
import { limits } from '#contracts/limits'

interface Props {
  /** Of the field. */
  label: string
  choices: readonly Choice[]
  disabled?: boolean
  onChosen: (value: string) => void
}

/** As many matches as show; more typing finds the rest. */
const mostShown = 50

/** Finds a choice of a long list by a part of its name: a button inside the field that opens a search over it. */
export function ChoiceSearch({ label, choices, disabled, onChosen }: Props) {
  const t = useTranslations('common')
  const id = useId()
  const [text, setText] = useState<string>()
  const [active, setActive] = useState(0)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const isOpen = text !== undefined
  const sought = (text ?? '').trim().toLowerCase()
  const matching = choices.filter((choice) => choice.text.toLowerCase().includes(sought))
  const found = matching.slice(0, mostShown)
  const isPart = matching.length > found.length

  useEffect(() => {
    // The outside world: a press anywhere else closes it.
    if (!isOpen) return
    const leave = ({ target }: PointerEvent) =>
      !panel.current?.contains(target as Node) &&
      !button.current?.contains(target as Node) &&
      setText(undefined)
    document.addEventListener('pointerdown', leave)
    return () => document.removeEventListener('pointerdown', leave)
  }, [isOpen])

  const open = () => {
    flushSync(() => {
      setText('')
      setActive(0)
    })
    const field = button.current?.parentElement?.getBoundingClientRect()
    const box = panel.current
    if (box === null || field === undefined) return
    box.showPopover()
    const below = field.bottom + 4
    const fits = below + box.offsetHeight <= document.documentElement.clientHeight - 4
    box.style.width = `${Math.max(field.width, 240)}px`
    box.style.left = `${field.left}px`
    box.style.top = `${fits ? below : Math.max(4, field.top - 4 - box.offsetHeight)}px`
    box.querySelector('input')?.focus()
  }
  const close = () => {
    setText(undefined)
    button.current?.focus()
  }
  const choose = (choice: Choice | undefined) => {
    if (choice === undefined) return
    onChosen(choice.value)
    close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (composes(event.nativeEvent)) return
    const last = found.length - 1
    switch (event.key) {
      case 'ArrowDown':
        setActive(Math.min(active + 1, last))
        break
      case 'ArrowUp':
        setActive(Math.max(active - 1, 0))
        break
      case 'Enter':
        choose(found[active])
        break
      case 'Escape':
        close()
        break
      case 'Tab':
        // From the field on: what is gone has no next one.
        close()
        return
      default:
        return
    }
    event.preventDefault()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        title={t('findIn', { label })}
        aria-expanded={isOpen}
        disabled={disabled}
        onClick={() => (isOpen ? close() : open())}
        className="absolute top-1 right-7 grid size-6 place-items-center rounded-sm text-faint hover:not-disabled:bg-hover hover:not-disabled:text-ink disabled:opacity-50"
      >
        <span className="sr-only">{t('findIn', { label })}</span>
        <Search aria-hidden className="size-3.5" />
      </button>
      {isOpen && (
        <div
          ref={panel}
          popover="manual"
          className="fixed m-0 rounded-lg border border-line-strong bg-raised p-1 text-ink shadow-overlay"
        >
          <input
            role="combobox"
            aria-label={t('findIn', { label })}
            aria-expanded
            aria-controls={id}
            aria-activedescendant={found.length > 0 ? `${id}-${active}` : undefined}
            placeholder={t('findIn', { label })}
            maxLength={limits.searchText}
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setActive(0)
            }}
            onKeyDown={onKeyDown}
            className="mb-1 h-8 w-full rounded-md bg-transparent px-2 text-md focus-visible:-outline-offset-2"
          />
          <div
            id={id}
            role="listbox"
            aria-label={label}
            className="max-h-56 overflow-y-auto border-line border-t pt-1"
          >
            {found.map((choice, at) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the search has the keys, and names the active choice.
              <div
                key={choice.value}
                id={`${id}-${at}`}
                role="option"
                tabIndex={-1}
                aria-selected={at === active}
                ref={at === active ? (item) => item?.scrollIntoView({ block: 'nearest' }) : undefined}
                onClick={() => choose(choice)}
                onPointerMove={() => setActive(at)}
                className="flex min-h-8 cursor-pointer items-center rounded-md px-2 text-md inner-ring aria-selected:bg-accent-soft"
              >
                <span className="truncate">{choice.text}</span>
              </div>
            ))}
          </div>
          <p
            role="status"
            className={found.length > 0 && !isPart ? 'sr-only' : 'px-2 py-2 text-center text-base text-faint'}
          >
            {isPart
              ? t('matchesMore', { count: matching.length, shown: mostShown })
              : found.length > 0
                ? t('matches', { count: found.length })
                : t('noMatches')}
          </p>
        </div>
      )}
    </>
  )
}
