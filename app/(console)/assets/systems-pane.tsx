'use client'

import { useTranslations } from 'next-intl'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { RetryButton } from '#components/list/list-states'
import type { ListQuery } from '#components/list/use-list-query'
import { FindSystem, useFoundSystems } from '#components/pickers/find-system'
import { Button } from '#components/ui/button'
import { Checkbox } from '#components/ui/checkbox'
import { StateView } from '#components/ui/state-view'
import { toast } from '#components/ui/toast'
import { discoveryStatuses, type ResourceSystem } from '#contracts/assets'
import { consoleSystem } from '#contracts/permission'
import type { ListResult } from '#lib/list-result'
import { SystemItem } from './system-item'
import type { Discovery } from './use-discovery'

interface Props {
  systems: ListResult<ResourceSystem>
  chosen: string | undefined
  query: ListQuery
  mayDiscover: boolean
  discovery: Discovery
  /** The button that collapses the pane. */
  collapse: ReactNode
}

/** Section 4: 2 and 3 have nothing that could be loaded, and the console is not loaded in itself. */
function isDiscoverable({ code, status }: ResourceSystem): boolean {
  const { notDiscovered, discovered } = discoveryStatuses
  return code !== consoleSystem && (status === notDiscovered || status === discovered)
}

/** The systems, and how they are chosen for a discovery (RES-2). */
export function SystemsPane({ systems, chosen, query, mayDiscover, discovery, collapse }: Props) {
  const t = useTranslations('assets')
  const common = useTranslations('common')
  /** The checked ones, while systems are being chosen. */
  const [checked, setChecked] = useState<ReadonlySet<string>>()
  const rows = systems.ok ? systems.rows : []
  // What others use as well stays theirs to discover.
  const isPossible = (row: ResourceSystem) => isDiscoverable(row) && row.isControl !== 0
  const picked = rows.filter((row) => isPossible(row) && checked?.has(row.code)).map(({ code }) => code)
  const { isLong, sought, found: shown, ...search } = useFoundSystems(rows, ({ name, code }) => [name, code])
  /** Those of a search are chosen and left at once; the others stay as they are. */
  const possible = shown.filter(isPossible).map(({ code }) => code)
  const here = picked.filter((code) => possible.includes(code))

  const check = (code: string, on: boolean) => {
    const next = new Set(checked)
    if (on) next.add(code)
    else next.delete(code)
    setChecked(next)
  }
  const discover = () => {
    if (picked.length === 0) {
      // Which ones, is asked at once.
      setChecked((now) => now ?? new Set())
      return toast.warning(t('selectSystem'))
    }
    setChecked(undefined)
    discovery.start(picked)
  }
  /** The one stop for Tab among the systems: arrows walk from it, and Space chooses as in lists. */
  const [reached, setReached] = useState<string>()
  const stop = [reached, chosen, shown[0]?.code].find((code) => shown.some((row) => row.code === code))
  const list = useRef<HTMLUListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another one is chosen.
  useEffect(() => {
    // The outside world: what the address names may lie far down.
    const box = list.current
    const item = box?.querySelector('[aria-current]')?.closest('li')
    if (!box || !item) return
    const [top, bottom] = [item.offsetTop - box.offsetTop, item.offsetTop - box.offsetTop + item.offsetHeight]
    const isSeen = top >= box.scrollTop && bottom <= box.scrollTop + box.clientHeight
    if (!isSeen) box.scrollTop = top - box.clientHeight / 2
  }, [chosen])
  const isChoice = ({ key, target }: KeyboardEvent<HTMLElement>) =>
    key === ' ' && checked !== undefined && 'system' in (target as HTMLElement).dataset
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    const names = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-system]')]
    const at = names.indexOf(event.target as HTMLElement)
    const next = { ArrowUp: names[at - 1], ArrowDown: names[at + 1], Home: names[0], End: names.at(-1) }[
      event.key
    ]
    if (at === -1 || (!next && !isChoice(event))) return
    event.preventDefault()
    next?.focus()
    if (isChoice(event)) names[at]?.closest('li')?.querySelector<HTMLElement>('[type=checkbox]')?.click()
  }
  return (
    <section
      aria-label={t('systems')}
      className="flex h-full flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-raised max-mobile:h-auto"
    >
      <div className="shrink-0 space-y-2 border-line border-b py-2 pr-2 pl-3">
        <div className="flex items-center justify-between gap-1">
          <h2 className="truncate font-medium text-md">{t('systems')}</h2>
          {collapse}
        </div>
        {mayDiscover && (
          <div className="flex flex-wrap gap-1.5 pb-0.5">
            {discovery.run !== undefined && !discovery.shown ? (
              <Button className="max-w-full flex-1" onClick={discovery.show}>
                <span className="truncate">{t('showProgress')}</span>
              </Button>
            ) : (
              <>
                {checked === undefined ? (
                  <Button className="max-w-full flex-1" onClick={() => setChecked(new Set())}>
                    <span className="truncate">{t('choose')}</span>
                  </Button>
                ) : (
                  <Button className="max-w-full flex-1" onClick={() => setChecked(undefined)}>
                    <span className="truncate">{common('cancel')}</span>
                  </Button>
                )}
                <Button look="primary" className="max-w-full flex-1" onClick={discover}>
                  <span className="truncate">
                    {checked === undefined || picked.length === 0
                      ? t('discover')
                      : t('discoverChosen', { count: picked.length })}
                  </span>
                </Button>
              </>
            )}
          </div>
        )}
        {isLong && <FindSystem label={t('find')} {...search} />}
        {checked !== undefined && possible.length > 1 && (
          // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child.
          <label className="flex min-h-6 items-center gap-2 px-1 text-soft">
            <Checkbox
              label={t('chooseAll')}
              checked={here.length === possible.length}
              partly={here.length > 0 && here.length < possible.length}
              onChange={(on) =>
                setChecked(
                  new Set([...picked.filter((code) => !here.includes(code)), ...(on ? possible : [])]),
                )
              }
            />
            <span aria-hidden>{t('chooseAll')}</span>
          </label>
        )}
      </div>
      {systems.ok && rows.length > 0 && (
        <ul
          ref={list}
          onKeyDown={onKey}
          // Browsers press a button when the key is let go.
          onKeyUp={(event) => isChoice(event) && event.preventDefault()}
          onFocus={({ target }) => setReached((now) => target.dataset.system ?? now)}
          className="min-h-0 flex-1 overflow-y-auto p-1.5 max-mobile:max-h-[max(160px,36dvh)]"
        >
          {shown.map((system) => (
            <SystemItem
              key={system.code}
              system={system}
              chosen={system.code === chosen}
              query={query}
              checked={checked === undefined ? undefined : checked.has(system.code)}
              discoverable={isDiscoverable(system)}
              isStop={system.code === stop}
              onCheck={(on) => check(system.code, on)}
            />
          ))}
        </ul>
      )}
      {sought !== '' && (
        <p
          role="status"
          className={shown.length > 0 ? 'sr-only' : 'px-3 pb-4 text-center text-base text-faint'}
        >
          {shown.length > 0 ? common('matches', { count: shown.length }) : t('noneFound')}
        </p>
      )}
      {systems.ok && rows.length === 0 && (
        <StateView role="status" scene="empty" title={t('noSystems')} hint={t('noSystemsHint')} />
      )}
      {!systems.ok && (
        <StateView role="alert" scene="failed" title={t('systemsFailed')} hint={systems.message}>
          <RetryButton query={query} />
        </StateView>
      )}
    </section>
  )
}
