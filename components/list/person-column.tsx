'use client'

import Link from 'next/link'
import { useRowTab } from './row-focus'
import { cellLink } from './row-link'

/**
 * Who it was, by their account, which leads to the accounts that begin like it.
 * @param accounts the address of the list of accounts, for whoever may see it
 */
export function personColumn<Id extends string>(id: Id, label: string, accounts: string | undefined) {
  type Row = { readonly [Name in Id]?: string | null }
  const text = (row: Row) => row[id]
  const cell = (row: Row) => {
    const name = text(row)
    return name && accounts ? <Person name={name} accounts={accounts} /> : name
  }
  return { id, label, text, cell }
}

function Person({ name, accounts }: { name: string; accounts: string }) {
  return (
    <Link
      href={`${accounts}?${new URLSearchParams({ username: name })}`}
      prefetch={false}
      tabIndex={useRowTab()}
      className={cellLink}
    >
      {name}
    </Link>
  )
}
