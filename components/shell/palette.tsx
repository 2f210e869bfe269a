'use client'

import * as Dialog from '@radix-ui/react-dialog'
import { ExternalLink, Plus, Search, UserRound } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react'
import { useCallFault } from '#components/form/use-call-fault'
import { composes } from '#components/ui/modal'
import { takeTyped } from '#components/ui/typed-ahead'
import { limits } from '#contracts/limits'
import type { MenuEntry } from '#lib/menu-entry'
import { groupsFor, type Item, pagesOf, type RecordPages, recentItems, rememberItem } from '#lib/palette'
import { basePath } from '#lib/request'
import { forgetUnsaved, mayLeave } from '#lib/unsaved'
import { MenuIcon } from './menu-icon'
import { useFound } from './use-found'

export interface PaletteOf {
  /** The person's menu, and the pages beside it. */
  entries: readonly MenuEntry[]
  pages: readonly Item[]
  actions: readonly Item[]
  records: RecordPages
}

/** Pages, actions and records by a few letters, by keyboard alone (EDGE-14). What shows stands until what is found next shows. */
export function Palette({ entries, pages, actions, records, onClose }: PaletteOf & { onClose: () => void }) {
  const t = useTranslations('shell.palette')
  const common = useTranslations('common')
  const faultText = useCallFault()
  const router = useRouter()
  const id = useId()
  const [typed, setTyped] = useState('')
  /** By what it is: what is found meanwhile moves it nowhere. */
  const [activeId, setActiveId] = useState<string>()
  const [before] = useState(() => document.activeElement)
  const [recent] = useState(() => recentItems().filter((item) => isListed(item, records)))
  const [known] = useState(() => [...pagesOf(entries), ...pages, ...actions])
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const text = typed.trim()
  const { isPending, ...found } = useFound(text, records)
  const groups = groupsFor(text, known, found.items, recent)
  const items = groups.flatMap((group) => group.items)
  const active = Math.max(
    0,
    items.findIndex((item) => item.id === activeId),
  )

  useEffect(() => {
    // The outside world: what is active is in sight.
    list.current?.querySelector(`[id="${id}-${active}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [active, id])

  const go = async (item: Item | undefined, isAside: boolean) => {
    if (item === undefined) return
    const isOutside = item.external || isAside
    // A full load: the chooser has a stricter content policy than the shell.
    const isChooser = item.href.startsWith('/selectSystem')
    if (!isOutside && !(await mayLeave(isChooser ? 'window' : 'page'))) return
    rememberItem(item)
    onClose()
    if (item.external) window.open(item.href, '_blank', 'noopener')
    else if (isAside) window.open(basePath + item.href, '_blank', 'noopener')
    else if (isChooser) {
      forgetUnsaved()
      window.location.assign(basePath + item.href)
    } else router.push(item.href)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (composes(event.nativeEvent)) return
    if (step !== undefined) setActiveId(items.at((active + step) % Math.max(items.length, 1))?.id)
    else if (event.key === 'Enter') go(items[active], event.ctrlKey || event.metaKey)
    else return
    event.preventDefault()
  }
  const option = (item: Item) => {
    const at = items.indexOf(item)
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the search has the keys, and names the active choice.
      <div
        key={item.id}
        id={`${id}-${at}`}
        role="option"
        tabIndex={-1}
        aria-selected={at === active}
        onPointerMove={() => setActiveId(item.id)}
        onClick={(event: MouseEvent) => go(item, event.ctrlKey || event.metaKey)}
        className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 text-md inner-ring aria-selected:bg-hover max-narrow:min-h-11"
      >
        <span className="text-soft">{iconOf(item)}</span>
        <span className="min-w-0 truncate">{item.title}</span>
        {item.note && <span className="min-w-0 truncate text-base text-faint">{item.note}</span>}
        {item.external && <ExternalLink aria-hidden className="ml-auto size-3 shrink-0 text-faint" />}
      </div>
    )
  }
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            field.current?.focus()
            takeTyped()
          }}
          // Of a name that an input method composes, not of the palette.
          onEscapeKeyDown={(event) => composes(event) && event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            // What was chosen may have taken it: a form that opens, for one.
            if (before instanceof HTMLElement && document.activeElement === document.body) before.focus()
          }}
          className="fixed inset-x-0 top-[12vh] z-50 mx-auto flex max-h-[min(520px,76vh)] w-[calc(100vw-32px)] max-w-[600px] flex-col overflow-hidden rounded-lg border border-line-strong bg-raised text-ink shadow-modal outline-none max-narrow:inset-0 max-narrow:h-dvh max-narrow:max-h-dvh max-narrow:w-screen max-narrow:rounded-none max-narrow:border-0"
        >
          <Dialog.Title className="sr-only">{t('label')}</Dialog.Title>
          <div className="flex h-12 shrink-0 items-center gap-2.5 border-line border-b px-4">
            <Search aria-hidden className="size-4 shrink-0 text-faint" />
            <input
              ref={field}
              role="combobox"
              aria-label={t('label')}
              aria-expanded={items.length > 0}
              aria-controls={id}
              aria-activedescendant={items.length > 0 ? `${id}-${active}` : undefined}
              placeholder={t('hint')}
              maxLength={limits.searchText}
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value)
                setActiveId(undefined)
              }}
              onKeyDown={onKeyDown}
              className="h-full min-w-0 flex-1 bg-transparent text-lg outline-none"
            />
            <Dialog.Close
              aria-label={common('close')}
              data-keys="Esc"
              className="h-6 rounded-sm border border-line-strong px-1.5 text-faint text-xs after:content-[attr(data-keys)] hover:bg-hover max-narrow:min-h-8 max-narrow:min-w-8 max-narrow:border-0 max-narrow:text-lg max-narrow:after:content-['×']"
            />
          </div>
          <div
            id={id}
            ref={list}
            role="listbox"
            aria-label={t('results')}
            className="min-h-0 flex-1 overflow-y-auto p-1.5 empty:hidden"
          >
            {groups.map(({ kind, items: shown }) => (
              // biome-ignore lint/a11y/useSemanticElements: options in a list box are grouped by roles.
              <div key={kind} role="group" aria-label={t(`groups.${kind}`)} className="not-first:mt-2.5">
                <div aria-hidden className="px-2.5 py-1 font-medium text-faint text-xs">
                  {t(`groups.${kind}`)}
                </div>
                {shown.map(option)}
              </div>
            ))}
          </div>
          <p
            role="status"
            className={
              items.length > 0 && found.fault === undefined
                ? 'sr-only'
                : 'px-4 py-3 text-base text-soft empty:p-0'
            }
          >
            {found.fault === undefined
              ? statusOf(items.length, text)
              : t('unsearched', { reason: faultText(found.fault) })}
          </p>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )

  function statusOf(count: number, sought: string): string {
    if (sought === '' || (count === 0 && isPending)) return ''
    return count === 0 ? common('noMatches') : common('matches', { count })
  }
}

/** What was chosen lately is shown while its list is the person's to open. */
function isListed({ kind }: Item, records: RecordPages): boolean {
  return kind === 'page' || kind === 'action' || records[kind] !== undefined
}

function iconOf({ kind, icon }: Item) {
  if (kind === 'action') return <Plus aria-hidden className="size-4" />
  if (kind === 'account') return <UserRound aria-hidden className="size-4" />
  return <MenuIcon name={icon ?? kind} />
}
