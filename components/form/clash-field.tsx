'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, useId } from 'react'
import type { Side } from './use-conflict'

interface Props {
  label: string
  theirs: ReactNode
  mine: ReactNode
  choice: Side | undefined
  /** A save was tried without a choice. */
  asked: boolean
  onChoose: (choice: Side) => void
}

/** A field that two people gave different values: which one is kept. */
export function ClashField({ label, theirs, mine, choice, asked, onChoose }: Props) {
  const t = useTranslations('common')
  const id = useId()
  const isMissing = asked && choice === undefined
  return (
    <fieldset aria-describedby={isMissing ? `${id}-note` : undefined}>
      <legend className="text-soft">{t('bothChanged', { field: label })}</legend>
      {(['theirs', 'mine'] as const).map((side) => (
        <label key={side} className="flex min-h-6 items-start gap-2 py-0.5">
          <input
            type="radio"
            name={id}
            checked={choice === side}
            data-invalid={isMissing || undefined}
            onChange={() => onChoose(side)}
            className="tick mt-0.5"
          />
          <span className="shrink-0 text-soft">{t(side)}</span>
          <span className="min-w-0 break-words">{side === 'mine' ? mine : theirs}</span>
        </label>
      ))}
      {isMissing && (
        <p id={`${id}-note`} role="alert" className="text-danger">
          {t('chooseValue')}
        </p>
      )}
    </fieldset>
  )
}
