'use client'

import { useTranslations } from 'next-intl'
import { useMemo } from 'react'
import { Button } from '#components/ui/button'
import { Dialog } from '#components/ui/dialog'
import { DialogBody } from '#components/ui/dialog-body'
import { DiscoveryItem } from './discovery-item'
import { DiscoveryNotices } from './discovery-notices'
import { foundIn, type Outlook, outlookOf, type Run, sharedCauses, unlistedIn } from './discovery-state'
import type { Discovery } from './use-discovery'
import { useFaultText } from './use-fault-text'

interface Props {
  run: Run
  discovery: Discovery
  /** Of the systems that there are; nothing where they could not be read. */
  names: ReadonlyMap<string, string> | undefined
}

/** Progress per system and in all, then what would change, then how it went (RES-8, EDGE-5). */
export function DiscoveryDialog({ run, discovery, names }: Props) {
  const t = useTranslations('assets.discovery')
  const common = useTranslations('common')
  const outlook = useMemo(() => outlookOf(run), [run])
  const faultText = useFaultText()
  const toldAtOnce = new Set([...sharedCauses(run, faultText).values()].flat())
  const nameOf = (code: string) => names?.get(code) ?? code
  const again = outlook.failed.length - unlistedIn(run).length
  const isBusy = run.phase === 'sending' || run.phase === 'syncing'
  return (
    <Dialog title={t(`titles.${run.phase}`)} closeLabel={common('close')} onClose={discovery.close}>
      <DialogBody>
        <Progress run={run} outlook={outlook} failed={again} />
        <DiscoveryNotices run={run} outlook={outlook} discovery={discovery} nameOf={nameOf} />
        <ul aria-label={t('systems')} className="divide-y divide-line rounded-md border border-line">
          {outlook.sorted.map((code) => (
            <DiscoveryItem
              key={code}
              name={nameOf(code)}
              code={code}
              item={run.items.get(code) ?? { state: 'waiting' }}
              found={foundIn(run, run.items.get(code))}
              isToldElsewhere={run.phase !== 'collecting' && toldAtOnce.has(code)}
              repeated={outlook.duplicates.systems.get(code)}
              refused={
                names?.has(code) === false
                  ? common('goneOrNotYours')
                  : run.status?.failed?.find((one) => one.code === code)?.message
              }
            />
          ))}
        </ul>
      </DialogBody>
      <div className="flex shrink-0 flex-wrap justify-end gap-2 border-line border-t px-5 py-3">
        <Button onClick={discovery.close}>
          {run.phase === 'collecting' ? common('cancel') : common('close')}
        </Button>
        {(run.phase === 'preview' || run.phase === 'done') && again > 0 && (
          <Button onClick={discovery.retry}>{t('retryFailed', { count: again })}</Button>
        )}
        {(run.phase === 'preview' || isBusy) && outlook.good.length > 0 && (
          <Button look="primary" busy={isBusy} onClick={discovery.send}>
            {t(isBusy ? 'sending' : 'send', { count: outlook.good.length })}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

function countsOf({ added, changed, gone }: NonNullable<Run['status']>) {
  return { added: added ?? 0, changed: changed ?? 0, gone: gone ?? 0 }
}

function Progress({ run, outlook, failed }: { run: Run; outlook: Outlook; failed: number }) {
  const t = useTranslations('assets.discovery')
  const all = run.codes.length
  const { through } = outlook
  const resources = outlook.found.reduce((sum, { flat }) => sum + flat.length, 0)
  return (
    <div className="space-y-1.5">
      <p role="status" className="tabular text-md">
        {run.phase === 'syncing'
          ? t('waiting')
          : run.status !== undefined
            ? t('synced', countsOf(run.status))
            : t('progress', { through, all, resources, failed })}
      </p>
      {run.phase === 'collecting' && (
        <div
          role="progressbar"
          aria-label={t('inAll')}
          aria-valuemin={0}
          aria-valuemax={all}
          aria-valuenow={through}
          className="h-1.5 overflow-hidden rounded-full bg-sunken"
        >
          <div
            className="h-full rounded-full bg-accent transition-[width]"
            style={{ width: `${(through / all) * 100}%` }}
          />
        </div>
      )}
    </div>
  )
}
