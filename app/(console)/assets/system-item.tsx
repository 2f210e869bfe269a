'use client'

import { useTranslations } from 'next-intl'
import type { ListQuery } from '#components/list/use-list-query'
import { Badge } from '#components/ui/badge'
import { Checkbox } from '#components/ui/checkbox'
import { toast } from '#components/ui/toast'
import { discoveryStatuses, type ResourceSystem } from '#contracts/assets'
import { consoleSystem } from '#contracts/permission'
import { pageOf } from '#lib/console-pages'
import { onPlainPress } from '#lib/plain-press'
import { basePath } from '#lib/request'

interface Props {
  system: ResourceSystem
  /** Its resources show in the table. */
  chosen: boolean
  query: ListQuery
  /** Nothing while no systems are being chosen for a discovery. */
  checked: boolean | undefined
  discoverable: boolean
  /** Where Tab comes to. */
  isStop: boolean
  onCheck: (on: boolean) => void
}

const { notDiscovered, discovered, disabled, deleted } = discoveryStatuses
const statuses = {
  [notDiscovered]: { text: 'notDiscovered', look: 'neutral' },
  [discovered]: { text: 'discovered', look: 'success' },
  [disabled]: { text: 'disabled', look: 'warning' },
  [deleted]: { text: 'deleted', look: 'danger' },
} as const

function statusOf(status: number) {
  return statuses[status as keyof typeof statuses] ?? statuses[notDiscovered]
}

/** Pixels of a name that a state leaves it beside itself; with less, it stands below. */
const roomOfName = 128

/** A system in the list: its name leads to its resources, where it has any (RES-4). */
export function SystemItem({ system, chosen, query, checked, discoverable, isStop, onCheck }: Props) {
  const t = useTranslations('assets')
  const common = useTranslations('common')
  const { code, name, status, isControl } = system
  const { text, look } = statusOf(status)
  const isBuiltIn = code === consoleSystem
  const nameLook = 'block min-h-6 w-full truncate rounded-sm py-0.5 text-left text-md'
  const stop = {
    'data-system': code,
    tabIndex: isStop ? 0 : -1,
    'aria-keyshortcuts': checked === undefined ? undefined : 'Space',
  }
  return (
    <li
      className={`flex items-start gap-2 rounded-md px-2 py-1.5 hover:bg-hover ${chosen ? 'bg-accent-soft forced-colors:outline-2' : ''}`}
    >
      {checked !== undefined && (
        <span className="grid h-6 place-items-center" title={isBuiltIn ? t('builtInHint') : undefined}>
          <Checkbox
            label={t('chooseSystem', { name })}
            checked={checked && discoverable && isControl !== 0}
            disabled={!discoverable}
            reason={discoverable && isControl === 0 ? common('sharedObject') : undefined}
            tabIndex={-1}
            onChange={onCheck}
          />
        </span>
      )}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
        <div className="min-w-0 flex-1" style={{ flexBasis: roomOfName }}>
          {status === notDiscovered ? (
            <button
              {...stop}
              type="button"
              title={name}
              onClick={() => toast.info(t('notDiscovered', { name }))}
              className={`${nameLook} text-soft`}
            >
              {name}
            </button>
          ) : (
            <a
              {...stop}
              href={`${basePath}${pageOf('assets').path}?code=${encodeURIComponent(code)}`}
              title={name}
              aria-current={chosen ? 'true' : undefined}
              onClick={onPlainPress(() => query.search({ code }))}
              className={`${nameLook} ${chosen ? 'font-medium text-accent-ink' : ''}`}
            >
              {name}
            </a>
          )}
        </div>
        <span className="flex gap-1" title={isBuiltIn ? t('builtInHint') : undefined}>
          {isBuiltIn ? (
            <Badge look="neutral">{t('builtIn')}</Badge>
          ) : (
            <Badge look={look} bare={look === 'success'}>
              {t(`statuses.${text}`)}
            </Badge>
          )}
        </span>
      </div>
    </li>
  )
}
