'use client'

import { useTranslations } from 'next-intl'
import { useCallback } from 'react'
import { TimeText } from '#components/form/time-text'
import { useLoaded } from '#components/form/use-loaded'
import { Section } from '#components/ui/facts'
import { codes } from '#contracts/envelope'
import { history, type OperationRow } from '#contracts/log'
import { api } from '#lib/api'
import type { Messages } from '#lib/i18n/messages'
import { CallError } from '#lib/request'

type TypeKey = keyof Messages['operation']['types']
type FieldKey = keyof Messages['operation']['fields']

interface Props {
  /** What the operation log calls the records. */
  module: string
  id: string
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
export function RecordHistory({ module, id }: Props) {
  const t = useTranslations('operation')
  const loaded = useLoaded(useCallback(() => read(module, id), [module, id]))
  if (loaded.state !== 'ready' || loaded.value.length === 0) return null
  // The embedded platform writes keys; another platform's own words show as they are.
  const typeText = (type: string) =>
    t.has(`types.${type as TypeKey}`) ? t(`types.${type as TypeKey}`) : type
  const fieldText = (field: string) =>
    t.has(`fields.${field as FieldKey}`) ? t(`fields.${field as FieldKey}`) : field
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
              <p className="text-base text-soft">
                {row.changes.map(({ field }) => fieldText(field)).join(t('and'))}
              </p>
            )}
            <p className="font-mono text-faint text-xs">
              <TimeText time={row.createTime} /> {row.requestIp}
            </p>
          </li>
        ))}
      </ol>
    </Section>
  )
}
