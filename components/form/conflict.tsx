'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { type Clash, isSame } from '#lib/merge'
import { ClashField } from './clash-field'
import type { FieldTexts } from './read-again'
import { TimeText } from './time-text'
import type { Met, Side } from './use-conflict'
import { useDifferenceText } from './use-difference-text'

interface Props {
  met: Met
  fields: FieldTexts
  /** A save was tried before everything was chosen. */
  asked: boolean
  choiceOf: (clash: Clash, now: unknown) => Side | undefined
  choose: (clash: Clash, choice: Side) => void
}

/** Tells what somebody else saved while this form was open, and asks where both changed the same (EDGE-2). */
export function Conflict({ met, fields, asked, choiceOf, choose }: Props) {
  const t = useTranslations('common')
  const { control } = useFormContext()
  const values = useWatch({ control })
  const box = useRef<HTMLDivElement>(null)
  const { changes, side } = useDifferenceText(fields)
  const { told, taken, clashes } = met

  // The browser's scroll position: the form may stand at its end.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each conflict anew, and each time that it is pointed at.
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [met, asked])

  // What goes along with the record and no field of the form shows.
  const beside = told.changed.filter(({ field }) => field in fields && !(field in values))
  const takenOver = [...taken, ...beside].map(({ field, was, now }) => ({
    field,
    lines: changes(field, was, now),
  }))
  return (
    <div ref={box} className="mb-3 space-y-2 rounded-md bg-warning-soft px-3 py-2 text-ink text-md">
      <div role="alert" className="text-warning">
        <p className="font-medium">
          {told.by === undefined ? t('changedMeanwhile') : t('changedMeanwhileBy', { name: told.by })}
          {told.at !== undefined && (
            <span className="ml-2 font-normal">
              <TimeText time={told.at} />
            </span>
          )}
        </p>
        <p>{t('changedMeanwhileHint')}</p>
        {takenOver.length > 0 && (
          <div className="mt-2 text-ink">
            <p className="text-soft">{t('takenOver')}</p>
            <dl className="space-y-1">
              {takenOver.map(({ field, lines }) => (
                <div key={field} className="flex flex-wrap gap-x-2">
                  <dt className="text-soft">{fields[field]?.label ?? field}</dt>
                  <dd className="min-w-0 break-words">
                    <Lines of={lines} />
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        )}
      </div>
      {clashes.map((clash) => {
        const now = values[clash.field]
        const mine = isSame(now, clash.theirs) ? clash.mine : now
        return (
          <ClashField
            key={clash.field}
            label={fields[clash.field]?.label ?? clash.field}
            theirs={<Lines of={side(clash.field, clash.theirs, mine)} />}
            mine={<Lines of={side(clash.field, mine, clash.theirs)} />}
            choice={choiceOf(clash, now)}
            asked={asked}
            onChoose={(choice) => choose(clash, choice)}
          />
        )
      })}
    </div>
  )
}

function Lines({ of }: { of: readonly ReactNode[] }) {
  return of.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text, which are never moved.
    <span key={index} className="block">
      {line}
    </span>
  ))
}
