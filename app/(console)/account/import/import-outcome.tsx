'use client'

import { useTranslations } from 'next-intl'
import { RunProgress } from '#components/list/run-progress'
import { DialogBody } from '#components/ui/dialog-body'
import type { BulkState } from '#lib/bulk-run'

interface Props {
  title: string
  state: BulkState
  /** What came of it, in a sentence. */
  text: string
  /** The accounts that stay, after it was taken back. */
  kept?: readonly string[]
}

/** Names that are told. */
const most = { kept: 20, failed: 100 }

/** How far it has come, or what came of it, and what was refused. */
export function ImportOutcome({ title, state, text, kept }: Props) {
  const t = useTranslations('accountImport')
  const { phase, done, failed, fault } = state
  const isOver = phase === 'ended'
  return (
    <DialogBody className="text-md">
      <RunProgress
        {...{ title, state }}
        text={t(kept ? 'takingBack' : 'running', { done: done.length, total: state.total })}
        failedText={t('failedSoFar', { count: failed.length })}
        outcome={text}
      />
      {isOver && fault !== undefined && <p className="text-danger">{t('ended', { fault })}</p>}
      {kept !== undefined && <KeptAccounts kept={kept} />}
      {failed.length > 0 && (
        <ul aria-label={t('faults')} className="divide-y divide-line rounded-md border border-line text-base">
          {failed.slice(0, most.failed).map(({ id, name, text: reason }) => (
            <li key={id} className="px-3 py-1.5 wrap-anywhere">
              <span className="font-medium">{name}</span> <span className="text-soft">{reason}</span>
            </li>
          ))}
        </ul>
      )}
      {isOver && kept === undefined && done.length > 0 && <p className="text-soft">{t('reportHint')}</p>}
    </DialogBody>
  )
}

/** The accounts that stay when an import is taken back. */
export function KeptAccounts({ kept }: { kept: readonly string[] }) {
  const t = useTranslations('accountImport')
  const common = useTranslations('common')
  if (kept.length === 0) return null
  return (
    <p className="text-soft wrap-anywhere">
      {t('kept', { names: kept.slice(0, most.kept).join(common('listSeparator')) })}
    </p>
  )
}
