import { setTimeout as wait } from 'node:timers/promises'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { Messages } from '#components/messages'
import type { Namespace } from '#lib/i18n/messages'
import type { Coming, ListResult } from '#lib/list-result'

/** Milliseconds within which an answer comes with the page itself; the skeleton is for slower ones. */
const patience = 250

interface Props<Row> {
  /** The texts that the list uses. */
  names: readonly Namespace[]
  reading: Promise<ListResult<Row>>
  children: (result: Coming<Row>) => ReactNode
}

/**
 * A list with its texts. Quick answers come whole, so that nothing flashes and refusals keep their HTTP status. Only a
 * first view that is slow shows before its rows: later ones leave the old rows standing, dimmed, until the new are there.
 */
export async function Listed<Row>({ names, reading, children }: Props<Row>) {
  const isFirstView = (await headers()).get('accept')?.includes('text/html') ?? false
  const now = await (isFirstView ? Promise.race([reading, wait(patience)]) : reading)
  return <Messages names={names}>{children(now === undefined ? { later: reading } : { now })}</Messages>
}
