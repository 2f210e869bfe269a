'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '#components/ui/button'
import { StateView } from '#components/ui/state-view'
import { kindOf } from '#lib/file-answer'
import type { Fault } from './fault'
import { useAnswerText } from './use-answer-text'

interface Props {
  fault: Fault
  /** The system's. */
  name: string
  onRetry: () => void
}

/** What was asked, what came and what to do; on demand, what its makers need to know (FRAME-8). */
export function FaultView({ fault, name, onRetry }: Props) {
  const t = useTranslations('micro')
  const common = useTranslations('common')
  const came = useCameText()
  const [details] = useState(() => technical(fault).join('\n'))
  return (
    <div className="pb-12">
      <StateView
        role="alert"
        heading="h1"
        scene="failed"
        title={t(`faults.${titleOf(fault)}`, { name, file: fileOf(fault) })}
        hint={[came(fault), t(`todo.${todoOf(fault)}`), t('todo.rest')].join(' ').trim()}
      >
        <Button onClick={onRetry}>{common('retry')}</Button>
      </StateView>
      <details className="mx-auto max-w-[640px] px-6 text-soft">
        <summary className="cursor-pointer text-center text-faint hover:text-ink">{t('technical')}</summary>
        <pre className="mt-2 max-h-72 select-all overflow-auto whitespace-pre-wrap break-all rounded-md bg-sunken p-3 text-xs">
          {details}
        </pre>
      </details>
    </div>
  )
}

function useCameText(): (fault: Fault) => string {
  const t = useTranslations('micro.came')
  const answerText = useAnswerText()
  return (fault) => {
    switch (fault.kind) {
      case 'file':
        return t('file', { path: pathOf(fault.url), answer: answerText(fault.answer) })
      case 'left':
        return fault.to === '' ? t('leftAway') : t('left', { path: pathOf(fault.to) })
      case 'script':
      case 'said':
        return t(fault.kind, { message: fault.message })
      case 'elsewhere':
      case 'evaluated':
        return ''
      case 'waiting':
        return t('waiting', { shows: fault.shows })
      default:
        return t(fault.kind)
    }
  }
}

function fileOf(fault: Fault): string {
  return fault.kind === 'file' || fault.kind === 'elsewhere' ? pathOf(fault.url) : ''
}

/** A file of the build that is not there says more than that nothing can be loaded. */
function titleOf(fault: Fault) {
  return todoOf(fault) === 'missing' ? 'missing' : fault.kind
}

function todoOf(fault: Fault) {
  if (fault.kind === 'elsewhere' || fault.kind === 'evaluated') return fault.kind
  if (fault.kind === 'left' || fault.kind === 'waiting') return fault.kind
  if (fault.kind !== 'file') return 'makers'
  const kind = kindOf(fault.answer)
  if (kind === 'offline' || kind === 'signedOut' || kind === 'tooMany' || kind === 'redirect') return kind
  if (kind !== 'missing' && kind !== 'wrongType') return 'server'
  return fault.url.endsWith('/index.html') ? 'entry' : 'missing'
}

/** Of this console without its origin. */
function pathOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  return url?.origin === location.origin ? url.pathname + url.search : address
}

/** In the makers' language, to be handed on as it is. */
function technical(fault: Fault): string[] {
  const lines = [`time: ${new Date().toISOString()}`, `page: ${location.href}`, `kind: ${fault.kind}`]
  switch (fault.kind) {
    case 'file':
      return [...lines, `asked: GET ${fault.url}`, ...linesOf(fault.answer)]
    case 'script':
      return [...lines, `message: ${fault.message}`, ...(fault.detail ? [fault.detail] : [])]
    case 'said':
    case 'evaluated':
      return [...lines, `message: ${fault.message}`]
    case 'elsewhere':
      return [...lines, `asked: GET ${fault.url}`]
    case 'waiting':
      return [...lines, `shows: ${fault.shows}`]
    case 'left':
      return [...lines, `to: ${fault.to}`]
    default:
      return lines
  }
}

function linesOf(answer: object): string[] {
  return Object.entries(answer).flatMap(([key, value]) => (value === undefined ? [] : [`${key}: ${value}`]))
}
