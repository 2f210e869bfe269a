'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { Button } from '#components/ui/button'
import { Dialog } from '#components/ui/dialog'
import { DialogBody } from '#components/ui/dialog-body'
import { DialogFoot } from '#components/ui/dialog-foot'
import { toast } from '#components/ui/toast'
import { type BulkRun, type BulkState, type DoneRow, hasReport } from '#lib/bulk-run'
import { watchWork } from '#lib/unsaved'
import { BulkTexts } from './bulk-texts'
import { saveReport, toldOf } from './bulk-words'
import { RunProgress } from './run-progress'

interface Props {
  run: BulkRun
  onClose: () => void
}

/** Rows that the dialog names; the others are in the file. */
const mostShown = 100
/** Milliseconds within which nobody has begun to wait. */
const soon = 3_000

/** What is being done with many rows, and what came of each. */
export function BulkReport(props: Props) {
  return (
    <BulkTexts>
      <Report {...props} />
    </BulkTexts>
  )
}

function Report({ run, onClose }: Props) {
  const t = useTranslations('bulk')
  const common = useTranslations('common')
  const state = useSyncExternalStore(run.subscribe, run.state, run.state)
  const { phase, failed, left, fault } = state
  const isOver = phase === 'ended'
  /** What is under way, or waits for the platform, comes to its end first. */
  const [isStopping, setStopping] = useState(false)
  const { title } = run.job
  useEffect(() => {
    // Another try is work of its own; what is over needs no more than one look.
    const leave = run.watch()
    return isOver ? leave() : leave
  }, [run, isOver])
  const again = failed.length + left.length
  const undo = isOver ? run.job.undo?.(state.done) : undefined
  const close = useEffectEvent(onClose)
  const noted = state.done.filter(({ text }) => text !== undefined)
  const isPlain = !isLost(state) && run.took < soon
  useEffect(() => {
    const question = {
      title: common('confirmTitle'),
      text: t('leaveReport'),
      confirm: t('leavePage'),
      cancel: common('cancel'),
    }
    return watchWork(() => isLost(run.state()), question)
  }, [run, t, common])
  const told = useEffectEvent(() =>
    toast.success(toldOf(state, t), {
      subject: title,
      action: undo && { label: common('undo'), onPress: undo },
    }),
  )
  useEffect(() => {
    // Nothing to look at: it went well, and at once.
    if (!isPlain) return
    told()
    close()
  }, [isPlain])
  return (
    <Dialog title={title} closeLabel={common('close')} onClose={onClose}>
      <DialogBody className="text-md">
        <RunProgress
          {...{ title, state }}
          text={t('running', { done: state.done.length + failed.length, total: state.total })}
          failedText={t('failedSoFar', { count: failed.length })}
          outcome={toldOf(state, t)}
        />
        <Rows title={t('failedRows')} rows={failed} />
        {isOver && <Rows title={t('leftRows')} rows={left} />}
        <Rows title={t('notedRows')} rows={noted} />
        {isOver && fault !== undefined && <p className="text-danger">{t('ended', { fault })}</p>}
      </DialogBody>
      <DialogFoot key={phase}>
        {isOver ? (
          <>
            <Button onClick={() => saveReport(title, state, t)} className="mr-auto">
              {t('report')}
            </Button>
            {undo && <Button onClick={undo}>{common('undo')}</Button>}
            {again > 0 && (
              <Button
                onClick={() => {
                  setStopping(false)
                  run.retry()
                }}
              >
                {t('retry', { count: again })}
              </Button>
            )}
            <Button data-first look="primary" onClick={onClose}>
              {common('close')}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{t('background')}</Button>
            <Button
              data-first
              aria-disabled={isStopping || undefined}
              onClick={() => {
                setStopping(true)
                run.stop()
              }}
            >
              {t(isStopping ? 'stopping' : 'stop')}
            </Button>
          </>
        )}
      </DialogFoot>
    </Dialog>
  )
}

/** Whether the window would take something along that is told nowhere else, or end it half done. */
function isLost(state: BulkState): boolean {
  return state.phase !== 'ended' || hasReport(state)
}

function Rows({ title, rows }: { title: string; rows: readonly DoneRow[] }) {
  const t = useTranslations('bulk')
  if (rows.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className="mb-1 font-medium text-base text-soft">{title}</h3>
      <ul className="divide-y divide-line rounded-md border border-line">
        {rows.slice(0, mostShown).map(({ id, name, text }) => (
          <li key={id} className="px-3 py-1.5 text-base wrap-anywhere">
            <span className="font-medium">{name}</span>
            {text !== undefined && <span className="block text-soft">{text}</span>}
          </li>
        ))}
        {rows.length > mostShown && (
          <li className="px-3 py-1.5 text-base text-faint">
            {t('andMore', { count: rows.length - mostShown })}
          </li>
        )}
      </ul>
    </section>
  )
}
