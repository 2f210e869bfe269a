'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { useValueText } from '#components/form/use-value-text'
import { difference } from '#lib/merge'
import type { FieldTexts } from './read-again'

/** Elements that a list shows before it only counts. */
const mostLines = 12

/**
 * How the values of a form's fields are told, lists by what differs.
 *
 * @param module what the operation log calls the records, where the values are its
 */
export function useDifferenceText(fields: FieldTexts, module?: string) {
  const t = useTranslations('common')
  const valueText = useValueText()
  const isNone = (value: unknown) => value === undefined || value === null || value === ''
  const textOf = (field: string, value: unknown): ReactNode => {
    if (isNone(value)) return t('empty')
    const own = fields[field]?.text
    return own === undefined ? valueText(value, { field, module }) : own(value)
  }
  const differing = (field: string, was: readonly unknown[], now: readonly unknown[]) =>
    difference(was, now, fields[field]?.keyOf).map((one) => ({
      was: isNone(one.was) ? undefined : textOf(field, one.was),
      now: isNone(one.now) ? undefined : textOf(field, one.now),
    }))
  const cut = (lines: ReactNode[]) =>
    lines.length > mostLines
      ? [...lines.slice(0, mostLines), t('andMore', { count: lines.length - mostLines })]
      : lines
  return {
    /** What was changed in a field, a line each. */
    changes: (field: string, was: unknown, now: unknown): ReactNode[] => {
      if (!Array.isArray(was) || !Array.isArray(now)) {
        return [fromTo(textOf(field, was), textOf(field, now))]
      }
      return cut(
        differing(field, was, now).flatMap((one): ReactNode[] => {
          if (one.was && one.now) return [fromTo(one.was, one.now)]
          if (one.now) return [<>+ {one.now}</>]
          return one.was ? [<>− {one.was}</>] : []
        }),
      )
    },
    /** One of two values, of lists only what the other does not have alike. */
    side: (field: string, value: unknown, other: unknown): ReactNode[] => {
      if (!Array.isArray(value) || !Array.isArray(other)) return [textOf(field, value)]
      return cut(differing(field, other, value).map(({ now }) => now ?? t('empty')))
    },
  }
}

function fromTo(was: ReactNode, now: ReactNode): ReactNode {
  return (
    <>
      {was} → {now}
    </>
  )
}
