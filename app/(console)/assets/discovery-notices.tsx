'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Button } from '#components/ui/button'
import { Checkbox } from '#components/ui/checkbox'
import { bareIn, type ItemFault, type Outlook, type Run, sharedCauses, unlistedIn } from './discovery-state'
import type { Discovery } from './use-discovery'
import { useFaultText } from './use-fault-text'

interface Props {
  run: Run
  outlook: Outlook
  discovery: Discovery
  nameOf: (code: string) => string
}

/** Why the entry address is worth a look (specification section 8). */
const notLoaded = new Set<ItemFault['reason']>([
  'unreachable',
  'file',
  'notAllowed',
  'timeout',
  'script',
  'left',
  'silent',
  'calls',
])

/** What a person has to know, or may choose, before anything is sent. */
export function DiscoveryNotices({ run, outlook, discovery, nameOf }: Props) {
  const t = useTranslations('assets.discovery')
  const { duplicates, good } = outlook
  const { paths, codes, systems } = duplicates
  const isPreview = run.phase === 'preview'
  const reasons = outlook.failed.flatMap((code) => {
    const item = run.items.get(code)
    return item?.state === 'failed' ? [item.fault.reason] : []
  })
  const unreached = reasons.filter((reason) => notLoaded.has(reason)).length
  return (
    <>
      {run.message !== undefined && <Notice look="danger">{run.message}</Notice>}
      {isPreview && systems.size > 0 && (
        <Notice look="warning">{t('repeated', { paths, codes, systems: systems.size })}</Notice>
      )}
      {(isPreview || run.phase === 'done') && unreached > 0 && (
        <Notice look="danger">{t('problematic', { count: unreached })}</Notice>
      )}
      <SharedCauses run={run} nameOf={nameOf} />
      {isPreview && <Unlisted codes={unlistedIn(run)} onLoad={discovery.load} nameOf={nameOf} />}
      {isPreview && bareIn(run) > 0 && (
        // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child.
        <label className="flex items-start gap-2 rounded-md bg-warning-soft px-3 py-2 text-md">
          <Checkbox label={t('addViews')} checked={run.addsViews} onChange={discovery.addViews} />
          <span>
            <span className="block text-warning">{t('bare', { count: bareIn(run) })}</span>
            <span aria-hidden>{t('addViews')}</span>
          </span>
        </label>
      )}
      {isPreview && good.length > 0 && <p className="text-faint">{t('previewHint')}</p>}
    </>
  )
}

interface UnlistedProps {
  codes: readonly string[]
  onLoad: (codes: readonly string[]) => void
  nameOf: (code: string) => string
}

/** Loading runs code of theirs as the person: it is said whose, and asked for. */
function Unlisted({ codes, onLoad, nameOf }: UnlistedProps) {
  const t = useTranslations('assets.discovery')
  const common = useTranslations('common')
  if (codes.length === 0) return null
  const names = codes.map(nameOf).join(common('listSeparator'))
  return (
    <Notice look="warning">
      {t('unlisted', { count: codes.length, names })}
      <div className="mt-2">
        <Button onClick={() => onLoad(codes)}>{t('load', { count: codes.length })}</Button>
      </div>
    </Notice>
  )
}

/** What several systems fail of is said once, with their names. */
function SharedCauses({ run, nameOf }: Pick<Props, 'run' | 'nameOf'>) {
  const t = useTranslations('assets.discovery')
  const common = useTranslations('common')
  const faultText = useFaultText()
  if (run.phase === 'collecting') return null
  return [...sharedCauses(run, faultText)].map(([text, codes]) => (
    <Notice key={text} look="danger">
      {t('cause', { names: codes.map(nameOf).join(common('listSeparator')), text })}
    </Notice>
  ))
}

const looks = { danger: 'bg-danger-soft text-danger', warning: 'bg-warning-soft text-warning' }

function Notice({ look, children }: { look: keyof typeof looks; children: ReactNode }) {
  return (
    <div role="alert" className={`break-words rounded-md px-3 py-2 text-md ${looks[look]}`}>
      {children}
    </div>
  )
}
