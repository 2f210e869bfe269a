'use client'

import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useId, useRef, useSyncExternalStore } from 'react'
import { Button } from '#components/ui/button'
import { DismissButton } from '#components/ui/dismiss-button'
import { handsOn, handsOnToPage } from '#components/ui/hands-on'
import { Popover } from '#components/ui/popover'
import { endWork, onWork, shownWork, type Work } from '#lib/long-work'
import { watchWork } from '#lib/unsaved'

const none: readonly Work[] = []

const toNote = handsOn(() => document.querySelector('[data-work-note]'))

/** What goes on in the title bar while the person is elsewhere, and, quietly, that it has ended (DAY-9). */
export function WorkNote() {
  const t = useTranslations('shell.work')
  const common = useTranslations('common')
  const id = useId()
  const works = useSyncExternalStore(onWork, shownWork, () => none)
  const button = useRef<HTMLButtonElement>(null)

  const running = works.filter(({ state }) => state === 'running')
  const lost = running[0] ?? works.find(({ isOwed }) => isOwed)
  const text = lost && t(lost.state === 'running' ? 'leaveRunning' : 'leaveReport', { title: lost.title })
  useEffect(() => {
    // The outside world: a window that is left takes its work along, and what nobody has seen of it.
    if (text === undefined) return
    const question = { title: common('confirmTitle'), text, confirm: t('leave'), cancel: common('cancel') }
    return watchWork(() => true, question)
  }, [text, t, common])

  const failed = works.some(({ state }) => state === 'failed')
  const ended = works.filter(({ state }) => state !== 'running')
  const Mark = running.length > 0 ? LoaderCircle : failed ? CircleAlert : CircleCheck
  const label =
    running.length > 0 ? t('running', { count: running.length }) : t('ended', { count: ended.length })
  return (
    <>
      <span role="status" className="sr-only">
        {ended.map(({ title, text }) => t('told', { title, text: text ?? '' })).join(common('listSeparator'))}
      </span>
      {works.length > 0 && (
        <div ref={handsOnToPage} className="contents">
          <button
            ref={button}
            data-work-note
            type="button"
            popoverTarget={id}
            title={label}
            className="flex h-8 items-center gap-1.5 rounded-md px-2 text-base text-soft hover:bg-hover hover:text-ink"
          >
            <Mark
              aria-hidden
              className={`size-4 ${running.length > 0 ? 'animate-spin' : failed ? 'text-danger' : 'text-success'}`}
            />
            <span className="sr-only">{label}</span>
            {running.length > 0 && (
              <span aria-hidden className="tabular">
                {shareOf(running)}
              </span>
            )}
          </button>
          <Popover id={id} label={t('title')} anchor={button} className="w-80 divide-y divide-line">
            {works.map((work) => (
              <OneWork key={work.id} work={work} />
            ))}
          </Popover>
        </div>
      )}
    </>
  )
}

/** Of all that is known how much there is of. */
function shareOf(running: readonly Work[]): string {
  const known = running.filter(({ total }) => total !== undefined && total > 0)
  const total = known.reduce((sum, work) => sum + (work.total ?? 0), 0)
  if (known.length < running.length || total === 0) return ''
  return `${Math.floor((100 * known.reduce((sum, { done }) => sum + done, 0)) / total)} %`
}

function OneWork({ work }: { work: Work }) {
  const t = useTranslations('shell.work')
  const common = useTranslations('common')
  const { id, title, state, done, total, text, action, stop } = work
  return (
    <div ref={toNote} className="flex items-start gap-2 py-2.5 pr-2 pl-3 text-base">
      <div className="min-w-0 flex-1">
        <p className="font-medium text-md wrap-anywhere">{title}</p>
        {state === 'running' ? (
          <>
            <progress
              aria-label={title}
              max={total}
              value={total === undefined ? undefined : done}
              className="share my-1.5"
            />
            <p className="tabular text-soft">
              {total === undefined ? t('soFar', { done }) : t('share', { done, total })}
            </p>
          </>
        ) : (
          <p className={state === 'failed' ? 'text-danger' : 'text-soft'}>{text}</p>
        )}
        {action && (
          <Button
            look="link"
            size="small"
            className="-ml-2"
            onClick={() => {
              endWork(id)
              action.onPress()
            }}
          >
            {action.label}
          </Button>
        )}
      </div>
      {state === 'running' ? (
        stop && (
          <Button ref={toNote} size="small" onClick={stop}>
            {t('stop')}
          </Button>
        )
      ) : (
        <DismissButton label={common('dismiss')} onPress={() => endWork(id)} />
      )}
    </div>
  )
}
