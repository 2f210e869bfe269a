'use client'

import { useTranslations } from 'next-intl'
import { useValueText } from '#components/use-value-text'
import type { ChangedMeanwhile } from '#contracts/envelope'

/** What a refusal says of changes by others, where it says it (EDGE-2). */
export function changedMeanwhile(data: unknown): ChangedMeanwhile | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const { version, changed } = data as Partial<ChangedMeanwhile>
  const isList = Array.isArray(changed) && changed.every((change) => typeof change?.field === 'string')
  return typeof version === 'string' && isList ? { version, changed } : undefined
}

interface Props {
  changed: ChangedMeanwhile['changed']
  /** What the form calls its fields. */
  labels: Readonly<Record<string, string>>
}

/** Tells what somebody else saved while this form was open. What was typed stays; the person decides. */
export function Conflict({ changed, labels }: Props) {
  const t = useTranslations('common')
  const valueText = useValueText()
  return (
    <div role="alert" className="mb-3 rounded-md bg-warning-soft px-3 py-2 text-md text-warning">
      <p className="font-medium">{t('changedMeanwhile')}</p>
      <dl className="my-1 space-y-0.5 text-ink">
        {changed.map(({ field, was, now }) => (
          <div key={field} className="flex flex-wrap gap-x-2">
            <dt className="text-soft">{labels[field] ?? field}</dt>
            <dd className="min-w-0 whitespace-pre-wrap break-words">
              {was === undefined ? valueText(now) : t('fromTo', { was: valueText(was), now: valueText(now) })}
            </dd>
          </div>
        ))}
      </dl>
      <p>{t('changedMeanwhileHint')}</p>
    </div>
  )
}
