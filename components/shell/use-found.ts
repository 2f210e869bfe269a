'use client'

import { useEffect, useState } from 'react'
import { codes } from '#contracts/envelope'
import { unseenIn } from '#contracts/plain-text'
import { find, type SearchAnswer } from '#contracts/search'
import { sheetName } from '#lib/add-address'
import { api } from '#lib/api'
import type { Item, RecordPages } from '#lib/palette'
import { CallError } from '#lib/request'

/** Milliseconds without a key after which the platform is asked: what it finds shows within 100. */
const pause = 50

/** A platform without the call is not asked again. */
let isMissing = false

interface Found {
  /** What was searched for. */
  text: string
  items: readonly Item[]
  /** Why there are none. */
  fault?: unknown
}
const nothing: Found = { text: '', items: [] }

/** People, roles and organizations that the platform finds for a text, after a pause of typing. */
export function useFound(text: string, pages: RecordPages): Omit<Found, 'text'> & { isPending: boolean } {
  const [found, setFound] = useState(nothing)
  const isAsked = !isMissing && text !== '' && unseenIn(text) === undefined && Object.keys(pages).length > 0
  useEffect(() => {
    // The outside world: somebody types.
    if (!isAsked) return
    let current = true
    const timer = setTimeout(() => {
      api(find, { query: { text } }).then(
        (answer) => current && setFound({ text, items: itemsOf(answer, pages) }),
        (fault) => {
          isMissing = fault instanceof CallError && fault.code === codes.notFound
          if (current) setFound({ text, items: [], ...(!isMissing && { fault }) })
        },
      )
    }, pause)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [text, isAsked, pages])
  const isPending = isAsked && found.text !== text
  // What is there already stands until what is typed on is found.
  const isShown = isAsked && found.text !== '' && text.startsWith(found.text)
  return { ...(isShown ? found : nothing), isPending }
}

function itemsOf({ accounts, roles, organizations }: SearchAnswer, pages: RecordPages): Item[] {
  const item = (
    kind: keyof RecordPages,
    id: string,
    title: string,
    note: string | null | undefined,
    search: string,
  ) => {
    const path = pages[kind]
    if (path === undefined) return []
    const href = `${path}?${search}&${sheetName}=${encodeURIComponent(id)}`
    return [{ id: `${kind} ${id}`, kind, title, note: note ?? undefined, href }]
  }
  const at = (name: string, value: string) => `${name}=${encodeURIComponent(value)}`
  return [
    ...accounts.flatMap(({ id, account, name }) =>
      item('account', id, name || account, name ? account : undefined, at('account', account)),
    ),
    ...roles.flatMap(({ id, name, orgName }) => item('role', id, name, orgName, at('roleName', name))),
    ...organizations.flatMap(({ id, name, code }) => item('organization', id, name, code, at('name', name))),
  ]
}
