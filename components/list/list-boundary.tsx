import { setTimeout as wait } from 'node:timers/promises'
import { headers } from 'next/headers'
import type { ComponentType } from 'react'
import { Messages } from '#components/shell/messages'
import type { Namespace } from '#lib/i18n/messages'
import type { DeferredResult, ListResult } from '#lib/list-result'
import { IgnoredNote } from './ignored-note'
import { ListSetup, type Setup } from './list-setup'

/** Milliseconds within which an answer comes with the page itself; the skeleton is for slower ones. */
const patience = 250

interface Opened<Row, List> {
  texts: readonly Namespace[]
  reading: Promise<ListResult<Row>>
  setup: Setup
  /** What the address says that is nothing of the list. */
  ignored: readonly string[]
  list: List
}

interface Props<Row, List> {
  opened: Opened<Row, List>
  list: ComponentType<List & { result: DeferredResult<Row> }>
}

/**
 * A list with its texts. Quick answers come whole, so that nothing flashes and refusals keep their HTTP status. Only a
 * first view that is slow shows before its rows: later ones leave the old rows standing, dimmed, until the new are there.
 */
export async function ListBoundary<Row, List>({ opened, list: Shown }: Props<Row, List>) {
  const { texts, reading, setup, ignored, list } = opened
  const isFirstView = (await headers()).get('accept')?.includes('text/html') ?? false
  const now = await (isFirstView ? Promise.race([reading, wait(patience)]) : reading)
  const result = now === undefined ? { later: reading } : { now }
  return (
    <Messages names={texts}>
      <ListSetup setup={setup} told={ignored.length > 0 && <IgnoredNote said={ignored} />}>
        <Shown {...list} result={result} />
      </ListSetup>
    </Messages>
  )
}
