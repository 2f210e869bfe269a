'use client'

import { Building2, Check, ExternalLink, LayoutGrid, LoaderCircle } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { useLoaded } from '#components/form/use-loaded'
import { Sign } from '#components/ui/colonnade'
import { listUserOrganizations, type SystemTile } from '#contracts/session'
import { forgivingApi } from '#lib/forgiving-api'
import { asLocale } from '#lib/i18n/locale'
import { basePath } from '#lib/request'
import { systemName } from '#lib/system-name'
import { opensWindow } from '#lib/system-window'
import { leaveWindow, mayLeave } from '#lib/unsaved'
import { useEnterSystem } from './use-enter-system'
import { useSystemsOf } from './use-systems-of'

/** Where the person works now. */
export interface Entered {
  orgId: string
  systemId: string
}

interface Props {
  entered: Entered
  /** The switch and this: a press anywhere else closes it. */
  root: RefObject<HTMLElement | null>
  /** @param giveBack the switch gets the focus again */
  onClose: (giveBack: boolean) => void
}

const item =
  'flex min-h-8 w-full items-center gap-2 rounded-sm px-2 text-left text-base text-ink hover:bg-hover focus-visible:bg-hover focus-visible:-outline-offset-2 aria-checked:font-semibold'

const readOrganizations = () => forgivingApi(listUserOrganizations, { query: { enabled: true } })

/** The choices of the chooser, in place: organizations, and the systems of the one that is looked at. */
export function PlaceChoices({ entered, root, onClose }: Props) {
  const t = useTranslations('shell')
  const locale = asLocale(useLocale())
  const organizations = useLoaded(readOrganizations)
  const { orgId, systems, look } = useSystemsOf(entered.orgId)
  const { entering, enter } = useEnterSystem()
  const menu = useRef<HTMLDivElement>(null)

  const arrive = useEffectEvent(() => {
    menu.current?.focus()
    look(entered.orgId)
  })
  useEffect(() => arrive(), [])
  const shut = useEffectEvent(onClose)
  useEffect(() => {
    // The outside world: a press anywhere else, or the focus going on, closes it.
    const away = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) shut(false)
    }
    const shown = new AbortController()
    for (const kind of ['pointerdown', 'focusin'])
      document.addEventListener(kind, away, { signal: shown.signal })
    return () => shown.abort()
  }, [root])

  const onKey = (event: KeyboardEvent) => {
    const target = nextChoice(event.key, menu.current)
    if (target === undefined && event.key !== 'Escape') return
    event.preventDefault()
    if (target === undefined) onClose(true)
    else target.focus()
  }
  const choose = async (system: SystemTile) => {
    if (orgId === entered.orgId && system.id === entered.systemId) return onClose(true)
    // What opens beside this page leaves it as it is.
    if (opensWindow(system)) {
      await enter(orgId, system)
      onClose(true)
    } else if (await mayLeave('window')) await enter(orgId, system)
  }
  const tiles = systems.state === 'read' ? systems.tiles : []
  return (
    <div
      ref={menu}
      role="menu"
      tabIndex={-1}
      aria-label={t('place.switch')}
      aria-busy={organizations.state === 'loading' || systems.state === 'loading' || undefined}
      onKeyDown={onKey}
      className="absolute top-full left-0 z-30 mt-1 flex max-h-[calc(100dvh-64px)] overflow-auto rounded-lg border border-line-strong bg-raised shadow-overlay outline-none max-narrow:inset-x-2 max-narrow:flex-col"
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a part of a menu, not of a form. */}
      <div
        role="group"
        aria-label={t('place.organizations')}
        className="w-[190px] p-1.5 max-narrow:w-auto max-narrow:border-line max-narrow:border-b"
      >
        <Caption>{t('place.organizations')}</Caption>
        <Awaited loaded={organizations} onRetry={organizations.retry} />
        {(organizations.state === 'ready' ? organizations.value : []).map((organization) => (
          <button
            key={organization.orgId}
            type="button"
            role="menuitemradio"
            aria-checked={organization.orgId === orgId}
            tabIndex={-1}
            onClick={() => look(organization.orgId)}
            className={item}
          >
            <Building2 aria-hidden className="size-4 shrink-0 text-faint" />
            <span className="min-w-0 flex-1 truncate">{organization.orgName}</span>
            {organization.orgId === orgId && (
              <Check aria-hidden className="size-4 shrink-0 text-accent-ink" />
            )}
          </button>
        ))}
      </div>
      <div className="w-[250px] border-line border-l max-narrow:w-auto max-narrow:border-l-0">
        {/* biome-ignore lint/a11y/useSemanticElements: as above. */}
        <div role="group" aria-label={t('place.systems')} className="min-h-[140px] p-1.5">
          <Caption>{t('place.systems')}</Caption>
          <Awaited loaded={systems} onRetry={() => look(orgId)} />
          {tiles.map((system) => {
            const isHere = orgId === entered.orgId && system.id === entered.systemId
            return (
              <button
                key={system.id}
                type="button"
                role="menuitemradio"
                aria-checked={isHere}
                aria-busy={entering === system.id || undefined}
                tabIndex={-1}
                data-theme={system.setting?.themeCode ?? '01'}
                onClick={() => choose(system)}
                className={item}
              >
                {entering === system.id ? (
                  <LoaderCircle aria-hidden className="size-[18px] shrink-0 animate-spin" />
                ) : (
                  <Sign code={system.code} />
                )}
                <span className="min-w-0 flex-1 truncate">{systemName(system, locale)}</span>
                {opensWindow(system) && (
                  <ExternalLink
                    role="img"
                    aria-label={t('enter.opensWindow')}
                    className="size-3 text-faint"
                  />
                )}
                {isHere ? (
                  <Check aria-hidden className="size-4 shrink-0 text-accent-ink" />
                ) : (
                  <code aria-hidden className="font-mono text-faint text-xs">
                    {system.code}
                  </code>
                )}
              </button>
            )
          })}
          {systems.state === 'read' && tiles.length === 0 && (
            <p className="px-2 py-1 text-faint">{t('place.none')}</p>
          )}
        </div>
        <div className="border-line border-t p-1.5">
          <button
            type="button"
            role="menuitem"
            tabIndex={-1}
            // A full load: the chooser has a stricter content policy than the shell.
            onClick={() => leaveWindow(() => window.location.assign(`${basePath}/selectSystem?nf=t`))}
            className={item}
          >
            <LayoutGrid aria-hidden className="size-4 shrink-0 text-faint" />
            {t('place.all')}
          </button>
        </div>
      </div>
    </div>
  )
}

interface AwaitedProps {
  loaded: { state: string; message?: string }
  onRetry: () => void
}

/** In the place of choices that are on their way, or did not come. */
function Awaited({ loaded: { state, message }, onRetry }: AwaitedProps) {
  const common = useTranslations('common')
  if (state === 'loading') return <div aria-hidden className="mx-2 h-8 animate-pulse rounded-md bg-bone" />
  if (state !== 'failed') return null
  return (
    <>
      <p role="alert" className="px-2 py-1 text-base text-soft">
        {message}
      </p>
      <button type="button" role="menuitem" tabIndex={-1} onClick={onRetry} className={item}>
        {common('retry')}
      </button>
    </>
  )
}

function Caption({ children }: { children: string }) {
  return (
    <p aria-hidden className="px-2 pt-1 pb-1.5 text-faint text-xs">
      {children}
    </p>
  )
}

/** Up and down go through a column, left and right to the other one. */
function nextChoice(key: string, menu: HTMLElement | null): HTMLElement | undefined {
  const all = Array.from(menu?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])
  const here = all.indexOf(document.activeElement as HTMLElement)
  const groups = Array.from(menu?.querySelectorAll('[role="group"]') ?? [])
  const chosenIn = (group: Element | undefined) =>
    group?.querySelector<HTMLElement>('[aria-checked="true"]') ??
    group?.querySelector<HTMLElement>('[role^="menuitem"]') ??
    undefined
  switch (key) {
    case 'ArrowDown':
      return here < 0 ? (chosenIn(groups[1]) ?? all[0]) : all[(here + 1) % all.length]
    case 'ArrowUp':
      return all.at(here < 0 ? -1 : here - 1)
    case 'ArrowLeft':
      return chosenIn(groups[0])
    case 'ArrowRight':
      return chosenIn(groups[1])
    case 'Home':
      return all[0]
    case 'End':
      return all.at(-1)
    default:
      return undefined
  }
}
