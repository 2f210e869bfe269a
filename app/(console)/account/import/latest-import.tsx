'use client'

import { useTranslations } from 'next-intl'
import { useState, useSyncExternalStore } from 'react'
import { ReadFault } from '#components/form/read-fault'
import { useLoaded } from '#components/form/use-loaded'
import { keep, keptTexts } from '#components/list/keep'
import { Button } from '#components/ui/button'
import { imported, importId } from '#contracts/account-import'
import { api } from '#lib/api'
import type { BulkRun } from '#lib/bulk-run'

/** Under what it is kept which import was the person's last one. */
const key = 'import.account'

/** What this page began last, which may still go on. */
let begun: BulkRun | undefined
let keeping: Promise<void> = Promise.resolve()

/**
 * From its first account on, an import is the person's last one: one that added nobody leaves the one before to be taken back.
 * Where it cannot be kept, it is taken back from its report only.
 */
export function followImport(id: string, run: BulkRun): void {
  begun = run
  const release = run.subscribe(() => {
    if (run.state().done.length === 0) return
    release()
    keeping = keep(key, id).catch(() => {})
  })
}

async function latest(): Promise<{ id: string; unused: number } | undefined> {
  await keeping
  const kept = importId.safeParse((await keptTexts()).texts[key])
  if (!kept.success) return undefined
  const made = await api(imported, { query: { importId: kept.data } })
  return { id: kept.data, unused: made.filter(({ used }) => !used).length }
}

const never = () => () => {}

/** Whether what this page began last still goes on. */
export function useGoesOn(): boolean {
  const [run] = useState(begun)
  return useSyncExternalStore(
    run?.subscribe ?? never,
    () => run?.state().phase === 'running',
    () => false,
  )
}

interface Props {
  onUndo: (importId: string) => void
}

/** The person's last import, as long as there is something of it to take back: its report may be closed long since. */
export function LatestImport(props: Props) {
  // What goes on would add more meanwhile.
  return useGoesOn() ? null : <Offer {...props} />
}

function Offer({ onUndo }: Props) {
  const t = useTranslations('accountImport')
  const loaded = useLoaded(latest)
  if (loaded.state === 'failed') return <ReadFault loaded={loaded} />
  if (loaded.state === 'loading' || loaded.value === undefined || loaded.value.unused === 0) return null
  const { id, unused } = loaded.value
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 border-line border-t pt-3 text-base text-soft">
      {t('latest', { count: unused })}
      <Button size="small" onClick={() => onUndo(id)}>
        {t('undo')}
      </Button>
    </div>
  )
}
