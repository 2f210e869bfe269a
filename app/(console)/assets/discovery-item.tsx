'use client'

import { ChevronRight, LoaderCircle } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, useId, useState } from 'react'
import { Badge } from '#components/ui/badge'
import type { Repeated } from '#contracts/collected'
import { DifferenceList, RepeatedList } from './difference-list'
import type { Found, Item } from './discovery-state'
import { useFaultText } from './use-fault-text'

interface Props {
  name: string
  code: string
  item: Item
  /** What would be sent of it. */
  found: Found | undefined
  /** Why it failed is said elsewhere, for it and others at once. */
  isToldElsewhere: boolean
  repeated: Repeated | undefined
  /** Why the platform did not take it. */
  refused: string | undefined
}

/** One system of a discovery: how far it is, and what came of it. */
export function DiscoveryItem({ name, code, item, found, isToldElsewhere, repeated, refused }: Props) {
  const t = useTranslations('assets.discovery')
  const faultText = useFaultText()
  const { added = [], changed = [], gone = [] } = found?.differences ?? {}
  const isOpenable = repeated !== undefined || added.length + changed.length + gone.length > 0
  const failure = refused ?? (item.state === 'failed' ? faultText(item.fault) : undefined)
  const isUnlisted = item.state === 'failed' && item.fault.reason === 'noManifest'
  return (
    <Disclosure
      label={t('details', { name })}
      openable={isOpenable && refused === undefined}
      head={
        <>
          <span className="min-w-0 flex-1">
            <span className="block truncate text-md" title={`${name} ${code}`}>
              {name} <span className="text-faint">{code}</span>
            </span>
            {failure !== undefined && !isToldElsewhere && (
              <span className={`block break-words ${isUnlisted ? 'text-soft' : 'text-danger'}`}>
                {failure}
              </span>
            )}
          </span>
          <span className="flex shrink-0 flex-wrap items-center justify-end gap-1">
            {item.state === 'waiting' && <span className="text-faint">{t('states.waiting')}</span>}
            {item.state === 'running' && (
              <span className="flex items-center gap-1.5 text-soft">
                <LoaderCircle aria-hidden className="size-3.5 animate-spin" />
                {t('states.running')}
              </span>
            )}
            {failure !== undefined && !isUnlisted && <Badge look="danger">{t('states.failed')}</Badge>}
            {isUnlisted && <Badge look="warning">{t('states.unlisted')}</Badge>}
            {found && failure === undefined && repeated && <Badge look="warning">{t('leftOut')}</Badge>}
            {found && failure === undefined && !repeated && <Counts found={found} />}
          </span>
        </>
      }
    >
      {repeated ? <RepeatedList repeated={repeated} /> : found && <DifferenceList of={found.differences} />}
    </Disclosure>
  )
}

function Counts({ found }: { found: Found }) {
  const t = useTranslations('assets.discovery')
  const { added, changed, gone } = found.differences
  if (added.length + changed.length + gone.length === 0) {
    return <Badge look="neutral">{t('unchanged', { count: found.flat.length })}</Badge>
  }
  return (
    <>
      {added.length > 0 && <Badge look="success">{t('added', { count: added.length })}</Badge>}
      {changed.length > 0 && <Badge look="warning">{t('changed', { count: changed.length })}</Badge>}
      {gone.length > 0 && <Badge look="danger">{t('gone', { count: gone.length })}</Badge>}
    </>
  )
}

interface DisclosureProps {
  label: string
  openable: boolean
  head: ReactNode
  children: ReactNode
}

/** What it holds is drawn when it is opened: there may be thousands of lines in all. */
function Disclosure({ label, openable, head, children }: DisclosureProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const isOpen = open && openable
  return (
    <li>
      <div className="flex items-center gap-2 px-3 py-2">
        <button
          type="button"
          aria-label={label}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          disabled={!openable}
          onClick={() => setOpen(!open)}
          className="grid size-6 shrink-0 place-items-center rounded-sm text-soft hover:bg-hover disabled:invisible"
        >
          <ChevronRight aria-hidden className={`size-4 transition-transform ${isOpen ? 'rotate-90' : ''}`} />
        </button>
        {head}
      </div>
      {isOpen && (
        <div id={id} className="max-h-72 overflow-y-auto border-line border-t bg-sunken px-3 py-2 pl-11">
          {children}
        </div>
      )}
    </li>
  )
}
