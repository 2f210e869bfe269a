'use client'

import { RotateCcw, Search } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#components/ui/button'
import { unseenIn } from '#contracts/plain-text'
import { SearchState } from './search-state'
import type { ListQuery } from './use-list-query'
import { useSingleKeys } from './use-single-keys'

/** What is wrong with the fields together: keys of `validation` by field. An address may hold it too. */
export type SearchCheck = (values: Readonly<Record<string, string>>) => Record<string, string>

interface Props {
  query: ListQuery
  /** What the address says now, by field name. */
  values: Record<string, string>
  label: string
  check?: SearchCheck
  children: ReactNode
}

function isField(element: Element): element is HTMLInputElement | HTMLSelectElement {
  const isOne = element instanceof HTMLInputElement || element instanceof HTMLSelectElement
  return isOne && element.name !== ''
}

function faultsOf(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const unseen = unseenIn(value)
      return unseen === undefined ? [] : [[name, `unseenCharacters:${unseen}`]]
    }),
  )
}

/** Times of which only a part is typed, or that no calendar has: to the form they are empty. */
function halfTyped(form: HTMLFormElement): Record<string, string> {
  const half = Array.from(form.elements).filter((field) => isField(field) && field.validity.badInput)
  return Object.fromEntries(half.map((field) => [(field as HTMLInputElement).name, 'timeHalf']))
}

/** Search and reset (LIST-1). The fields are plain form fields, so that the form works before the script has come. */
export function SearchForm({ query, values, label, check, children }: Props) {
  const t = useTranslations('common')
  const [faults, setFaults] = useState(() => check?.(values) ?? {})
  const form = useRef<HTMLFormElement>(null)
  const followed = useRef(values)
  const sent = useRef<Record<string, string>>(undefined)

  useEffect(() => {
    // Back and forward change the address; the fields, which are the browser's, follow it. What was typed since the
    // search was sent, or stands in a field that the address did not change, stays.
    const before = followed.current
    for (const field of form.current?.elements ?? []) {
      if (!isField(field)) continue
      const { name } = field
      const isFollowed = (before[name] ?? '') === (values[name] ?? '')
      const isTyped = sent.current !== undefined && field.value !== (sent.current[name] ?? '')
      if (!isFollowed && !isTyped) field.value = field.dataset.shown ?? values[name] ?? ''
    }
    followed.current = values
    sent.current = undefined
  }, [values])

  useSingleKeys({
    '/': () => {
      const first = form.current?.querySelector<HTMLInputElement>('input, select')
      if (!first) return false
      first.focus()
      if (first instanceof HTMLInputElement) first.select()
    },
  })

  return (
    <search aria-label={label} aria-keyshortcuts="/">
      <form
        ref={form}
        method="get"
        // The browser's own refusals stand in its language, and at fields that are folded away nowhere.
        noValidate
        onInput={() => setFaults({})}
        onSubmit={(event) => {
          event.preventDefault()
          const entered = Object.fromEntries(
            Array.from(new FormData(event.currentTarget), ([name, value]) => [name, String(value)]),
          )
          const found = { ...faultsOf(entered), ...check?.(entered), ...halfTyped(event.currentTarget) }
          const wrong = Object.keys(found)[0]
          setFaults(found)
          if (wrong !== undefined) {
            const field = event.currentTarget.querySelector<HTMLElement>(`[name="${wrong}"]`)
            // A field that is folded away has to show before it can have the focus.
            field?.closest<HTMLElement>('[popover]:not(:popover-open)')?.showPopover()
            field?.focus()
            return
          }
          event.currentTarget.querySelector<HTMLElement>('[popover]:popover-open')?.hidePopover()
          sent.current = entered
          query.search(entered)
        }}
        onReset={(event) => {
          event.preventDefault()
          for (const field of event.currentTarget.elements) {
            if (isField(field)) field.value = ''
          }
          sent.current = {}
          setFaults({})
          query.reset()
        }}
        className="flex flex-wrap items-start gap-2 max-narrow:grid max-narrow:grid-cols-[repeat(auto-fit,minmax(136px,1fr))]"
      >
        <SearchState value={{ values, faults }}>{children}</SearchState>
        {/* Half a phone's width holds both words only without their icons. */}
        <div className="flex gap-1 max-narrow:*:flex-1 max-[419px]:*:px-2 max-[419px]:[&_svg]:hidden">
          <Button type="submit" size="control">
            <Search aria-hidden className="size-3.5" />
            {t('search')}
          </Button>
          <Button type="reset" look="quiet" size="control">
            <RotateCcw aria-hidden className="size-3.5" />
            {t('reset')}
          </Button>
        </div>
      </form>
    </search>
  )
}
