'use client'

import { useTranslations } from 'next-intl'
import { useState, useSyncExternalStore } from 'react'
import { Checkbox } from '#components/ui/checkbox'
import { Dialog } from '#components/ui/dialog'
import { DialogBody } from '#components/ui/dialog-body'
import { keysAreOff } from '#lib/storage'
import { BulkTexts } from './bulk-texts'
import { onKeysSwitched, switchKeys } from './single-keys'

/** A row that the keyboard walks to: of a list, of a tree, and one that can be chosen. */
const rows = { list: '[data-row-link][data-rest]', tree: 'tr[data-rest]', choice: '[aria-keyshortcuts~="x"]' }
/** Keys, what they do, and what stands on a page where they do it. */
const single = [
  ['/', 'search', '[aria-keyshortcuts="/"]'],
  ['n', 'add', '[aria-keyshortcuts="n"]'],
  ['j k', 'rows', rows.list],
  // The letters of a tree find its names.
  ['e', 'edit', 'tr:not([role="treegrid"] *) [data-edit]'],
  ['x', 'select', rows.choice],
  ['?', 'help', ':root'],
] as const
const others = [
  ['↑ ↓ Home End', 'walk', `${rows.list}, ${rows.tree}`],
  ['Enter', 'open', rows.list],
  ['Enter', 'fold', rows.tree],
  ['Space', 'select', rows.choice],
  ['Shift ↑ ↓', 'range', rows.choice],
  ['Esc', 'leave', `${rows.list}, ${rows.tree}`],
] as const

/** The keys that do something on this page; those that are single letters can be switched off (WCAG 2.1.4). */
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
  const [[alone, inTable]] = useState(() => [single.filter(isHere), others.filter(isHere)] as const)
  return (
    <Dialog title={common('keys')} closeLabel={common('close')} onClose={onClose}>
      <DialogBody className="text-md">
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
        <Table title={t('single')} keys={alone} isFaint={areOff} />
        {inTable.length > 0 && <Table title={t('inTable')} keys={inTable} />}
      </DialogBody>
    </Dialog>
  )
}

type Key = (typeof single | typeof others)[number]

function isHere([, , where]: Key): boolean {
  return document.querySelector(where) !== null
}

function Table({ title, keys, isFaint = false }: { title: string; keys: readonly Key[]; isFaint?: boolean }) {
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
