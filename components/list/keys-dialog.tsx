'use client'

import { useTranslations } from 'next-intl'
import { useSyncExternalStore } from 'react'
import { Checkbox } from '#components/ui/checkbox'
import { Dialog } from '#components/ui/dialog'
import { keysAreOff } from '#lib/storage'
import { BulkTexts } from './bulk-texts'
import { onKeysSwitched, switchKeys } from './single-keys'

const single = [
  ['/', 'search'],
  ['n', 'add'],
  ['j k', 'rows'],
  ['e', 'edit'],
  ['x', 'select'],
  ['?', 'help'],
] as const
const others = [
  ['↑ ↓ Home End', 'walk'],
  ['Enter', 'open'],
  ['Space', 'select'],
  ['Shift ↑ ↓', 'range'],
  ['Esc', 'leave'],
] as const

/** All keys of a list; those that are single letters can be switched off (WCAG 2.1.4). */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <BulkTexts onFail={onClose}>
      <Keys onClose={onClose} />
    </BulkTexts>
  )
}

function Keys({ onClose }: { onClose: () => void }) {
  const t = useTranslations('bulk.keys')
  const common = useTranslations('common')
  const areOff = useSyncExternalStore(onKeysSwitched, keysAreOff, () => false)
  return (
    <Dialog title={common('keys')} closeLabel={common('close')} onClose={onClose}>
      <div className="min-h-0 space-y-4 overflow-y-auto px-5 py-4 text-md">
        {/* biome-ignore lint/a11y/noLabelWithoutControl: the box is inside. */}
        <label className="flex items-start gap-2">
          <span className="mt-0.5 flex">
            <Checkbox label={t('on')} checked={!areOff} onChange={switchKeys} />
          </span>
          <span>
            {t('on')}
            <span className="block text-base text-soft">{t('onHint')}</span>
          </span>
        </label>
        <Table title={t('single')} keys={single} isFaint={areOff} />
        <Table title={t('inTable')} keys={others} />
      </div>
    </Dialog>
  )
}

type KeyText = (typeof single)[number][1] | (typeof others)[number][1]

function Table({
  title,
  keys,
  isFaint = false,
}: {
  title: string
  keys: readonly (readonly [keys: string, text: KeyText])[]
  isFaint?: boolean
}) {
  const t = useTranslations('bulk.keys')
  return (
    <section>
      <h3 className="mb-1 font-medium text-base text-soft">{title}</h3>
      <dl className={`divide-y divide-line rounded-md border border-line ${isFaint ? 'text-faint' : ''}`}>
        {keys.map(([pressed, text]) => (
          <div key={pressed} className="flex items-center justify-between gap-3 px-3 py-1.5">
            <dt className="order-2 flex shrink-0 gap-1">
              {pressed.split(' ').map((key) => (
                <kbd
                  key={key}
                  className="min-w-6 rounded-sm border border-line-strong bg-sunken px-1.5 text-center font-mono text-base leading-5"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
