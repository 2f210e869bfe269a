'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { Repeated } from '#contracts/collected'
import { nodeTypes } from '#contracts/menu'
import type { ComparedField, Differences } from '#lib/discovery'

/** Lines of one kind that are shown; the rest is counted. */
const mostLines = 200

/** What is new, changed and gone in one system (EDGE-5). */
export function DifferenceList({ of: { added, changed, gone } }: { of: Differences }) {
  const t = useTranslations('assets.discovery')
  const fieldNames = useTranslations('assets')
  const common = useTranslations('common')
  const valueText = (field: ComparedField, value: string | number | null) => {
    if (value === null) return common('empty')
    if (field !== 'type') return String(value)
    return fieldNames(value === nodeTypes.menu ? 'menu' : 'button')
  }
  return (
    <div className="space-y-2">
      <Lines title={t('added', { count: added.length })} look="text-success" rows={added}>
        {({ name, code }) => <Resource name={name} code={code} />}
      </Lines>
      <Lines title={t('changed', { count: changed.length })} look="text-warning" rows={changed}>
        {({ name, code, fields }) => (
          <>
            <Resource name={name} code={code} />
            {fields.map(({ field, was, now }) => (
              <span key={field} className="block break-all text-soft">
                {fieldNames(field)}
                {': '}
                {common('fromTo', { was: valueText(field, was), now: valueText(field, now) })}
              </span>
            ))}
          </>
        )}
      </Lines>
      <Lines title={t('gone', { count: gone.length })} look="text-danger" rows={gone} hint={t('goneHint')}>
        {({ name, code }) => <Resource name={name} code={code ?? ''} />}
      </Lines>
    </div>
  )
}

/** What a system shares with itself or with others. */
export function RepeatedList({ repeated }: { repeated: Repeated }) {
  const t = useTranslations('assets.discovery')
  const shared = [
    { title: 'repeatedPaths', texts: repeated.paths },
    { title: 'repeatedCodes', texts: repeated.codes },
  ] as const
  return (
    <div className="space-y-2">
      {shared.map(({ title, texts }) => (
        <Lines
          key={title}
          title={t(title, { count: texts.length })}
          look="text-warning"
          rows={texts.map((text) => ({ code: text }))}
        >
          {({ code }) => <span className="break-all">{code}</span>}
        </Lines>
      ))}
    </div>
  )
}

interface LinesProps<Row> {
  title: string
  look: string
  hint?: string
  rows: readonly Row[]
  children: (row: Row) => ReactNode
}

function Lines<Row extends { code?: string | null }>({ title, look, hint, rows, children }: LinesProps<Row>) {
  const t = useTranslations('assets.discovery')
  if (rows.length === 0) return null
  return (
    <section>
      <h3 className={`font-medium ${look}`}>{title}</h3>
      {hint && <p className="text-faint">{hint}</p>}
      <ul className="mt-0.5 space-y-1">
        {rows.slice(0, mostLines).map((row) => (
          <li key={row.code}>{children(row)}</li>
        ))}
      </ul>
      {rows.length > mostLines && (
        <p className="text-faint">{t('more', { count: rows.length - mostLines })}</p>
      )}
    </section>
  )
}

function Resource({ name, code }: { name: string; code: string }) {
  return (
    <span className="break-all">
      {name} <span className="text-faint">{code}</span>
    </span>
  )
}
