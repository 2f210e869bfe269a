'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useState } from 'react'
import type { Consequences, ConsequencesOfMany } from '#contracts/impact'
import { limits } from '#contracts/limits'
import { type BulkActionKey, type BulkContext, staysOf } from './bulk'
import { ImpactNote } from './impact-note'
import { type Impacts, type Reading, readImpact, unread } from './read-impact'

/** The same list, with what its changes do to others. */
export interface ImpactContext extends BulkContext {
  impacts?: Impacts | undefined
}

interface Stays {
  id: string
  name: string
  reason: string
}

/** Rows that are named. */
const mostNamed = 5

/** What is told before many rows are changed: whom it touches, and which of them stay as they are (DAY-7). */
export function useBulkImpact(
  context: ImpactContext,
  key: BulkActionKey,
): { more: ReactNode; answerable: Promise<unknown> } {
  const { impacts, selection } = context
  const which = key === 'disable' || key === 'remove' ? key : undefined
  // Asked once, of what was chosen then.
  const [{ ids, reading, answerable }] = useState(() => {
    const ids = [...selection.rows.keys()]
    const readMany = ids.length > limits.impactRows ? undefined : impacts?.readMany
    if (which === undefined || readMany === undefined) {
      return { ids, reading: undefined, answerable: Promise.resolve(false) }
    }
    return { ids, ...readImpact<ConsequencesOfMany>(() => readMany(ids), which) }
  })
  const [effects] = useState(() => reading && effectsOf(reading))
  const isUntold = which !== undefined && impacts?.readMany !== undefined && ids.length > limits.impactRows
  const more = (
    <>
      {impacts && effects && <ImpactNote of={impacts.of} reading={effects} />}
      <Rest context={context} actionKey={key} reading={reading} isUntold={isUntold} />
    </>
  )
  return { more, answerable }
}

async function effectsOf(reading: Reading<ConsequencesOfMany>): Reading<Consequences> {
  const told = await reading
  return told === undefined || told === unread ? told : { effects: told.effects, refused: null }
}

interface RestProps {
  context: BulkContext
  actionKey: BulkActionKey
  reading: Reading<ConsequencesOfMany> | undefined
  isUntold: boolean
}

/** What is not touched. */
function Rest({ context, actionKey, reading, isUntold }: RestProps) {
  const t = useTranslations('bulk')
  const [refused, setRefused] = useState<ConsequencesOfMany['refused']>([])
  useEffect(() => {
    let isCurrent = true
    reading?.then((told) => {
      if (isCurrent && told !== undefined && told !== unread) setRefused(told.refused)
    })
    return () => {
      isCurrent = false
    }
  }, [reading])
  if (actionKey !== 'enable' && actionKey !== 'disable' && actionKey !== 'remove') return null
  const reasons = new Map(refused.map(({ id, reason }) => [id, reason]))
  const rows = [...context.selection.rows.values()].map((row) => ({
    ...context.rowOf(row),
    reason: staysOf(context, row, actionKey) ?? reasons.get(row.id),
  }))
  const stays = rows.filter((row): row is typeof row & Stays => row.reason !== undefined)
  const isSo = actionKey === 'remove' ? undefined : actionKey === 'enable'
  const already = rows.filter(({ was, reason }) => was === isSo && reason === undefined).length
  return (
    <div role="status" className="empty:hidden">
      {stays.length > 0 && (
        <div className="my-2 rounded-md bg-warning-soft px-3 py-2">
          <p className="font-medium text-warning">{t('stays', { count: stays.length })}</p>
          <ul>
            {stays.slice(0, mostNamed).map(({ id, name, reason }) => (
              <li key={id} className="text-base wrap-anywhere">
                {name}
                <span className="block text-soft">{reason}</span>
              </li>
            ))}
          </ul>
          {stays.length > mostNamed && (
            <p className="text-base text-soft">{t('staysMore', { count: stays.length - mostNamed })}</p>
          )}
        </div>
      )}
      {isSo !== undefined && already > 0 && (
        <p className="text-soft">{t(`already.${isSo ? 'enable' : 'disable'}`, { count: already })}</p>
      )}
      {isUntold && <p className="text-soft">{t('notTold', { most: limits.impactRows })}</p>}
    </div>
  )
}
