'use client'

import { useTranslations } from 'next-intl'
import { useCallback } from 'react'
import { LazyTexts } from '#components/form/lazy-texts'
import { TimeAgo } from '#components/form/time-ago'
import { Section } from '#components/ui/facts'
import { codes } from '#contracts/envelope'
import { history, type OperationRow } from '#contracts/log'
import { api } from '#lib/api'
import { operationTexts } from '#lib/i18n/operation-texts'
import { CallError } from '#lib/request'
import { HistoryChanges, type PutBack } from './history-changes'
import { useOperationWord } from './use-operation-word'
import { useSheetRead } from './use-sheet-read'

interface Props {
  /** What the operation log calls the records. */
  module: string
  id: string
  putBack?: PutBack | undefined
}

/** Nothing of a platform that does not have it. */
async function read(module: string, id: string): Promise<OperationRow[]> {
  try {
    return await api(history, { query: { menuName: module, subjectId: id } })
  } catch (error) {
    if (error instanceof CallError && error.code === codes.notFound) return []
    throw error
  }
}

/** Who changed what of a record, and when. It is an extra: where it cannot be read, nothing stands there. */
export function RecordHistory(props: Props) {
  return (
    <LazyTexts load={operationTexts} quiet>
      <History {...props} />
    </LazyTexts>
  )
}

function History({ module, id, putBack }: Props) {
  const t = useTranslations('operation')
  const load = useCallback(() => read(module, id), [module, id])
  const loaded = useSheetRead(load)
  const typeText = useOperationWord('types')
  if (loaded.state !== 'ready' || loaded.value.length === 0) return null
  const { renew } = loaded
  const readAgain = putBack && {
    ...putBack,
    after: () => {
      putBack.after()
      void renew(load)
    },
  }
  return (
    <Section title={t('history')}>
      <ol className="relative space-y-3 border-line border-l pt-1 pl-4">
        {loaded.value.map((row, at) => (
          <li key={row.id ?? at} className="relative text-md">
            <span
              aria-hidden
              className={`absolute top-1.5 -left-[21px] size-[9px] rounded-full border-2 border-surface ${row.status === 1 ? 'bg-edge' : 'bg-danger-fill'}`}
            />
            <p>
              <span className="font-medium">{row.username}</span>{' '}
              <span className="text-soft">{row.opType && typeText(row.opType)}</span>
              {row.status !== 1 && (
                <span className="text-danger"> {t(row.status === 3 ? 'unauthorized' : 'abnormal')}</span>
              )}
            </p>
            {row.changes && row.changes.length > 0 && row.opType !== 'add' && (
              <HistoryChanges module={module} id={id} changes={row.changes} putBack={readAgain} />
            )}
            <p className="text-faint text-xs">
              <TimeAgo time={row.createTime} /> <span className="font-mono">{row.requestIp}</span>
            </p>
          </li>
        ))}
      </ol>
    </Section>
  )
}
