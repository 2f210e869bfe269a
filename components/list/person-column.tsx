import Link from 'next/link'
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
    if (!name || accounts === undefined) return name
    const address = `${accounts}?${new URLSearchParams({ username: name })}`
    return (
      <Link href={address} prefetch={false} className={cellLink}>
        {name}
      </Link>
    )
  }
  return { id, label, text, cell }
}
