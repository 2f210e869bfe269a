'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useState } from 'react'
import { Reading } from '#components/form/reading'
import { FindSystem, useFoundSystems } from '#components/pickers/find-system'
import { useEnterSystem } from '#components/shell/use-enter-system'
import { type SystemsOf, useSystemsOf } from '#components/shell/use-systems-of'
import { Button } from '#components/ui/button'
import { Options } from '#components/ui/options'
import { StateView } from '#components/ui/state-view'
import { toast } from '#components/ui/toast'
import type { OrganizationChoice, SystemTile } from '#contracts/session'
import { asLocale } from '#lib/i18n/locale'
import { recall, remember } from '#lib/storage'
import { systemName } from '#lib/system-name'
import { opensWindow } from '#lib/system-window'
import { SystemTiles } from './system-tiles'

interface Props {
  organizations: readonly OrganizationChoice[]
  /** The systems of the first organization. */
  firstSystems: SystemsOf
  /** Query parameter nf is not t. */
  entersByItself: boolean
  /** The system that the person worked in was closed to them. */
  left: boolean
  /** Where to go after entering, within the console. */
  from: string | undefined
  /** A code to remember, from the address. */
  systemCode: string | undefined
}

export function SystemChooser({
  organizations,
  firstSystems,
  entersByItself,
  left,
  from,
  systemCode,
}: Props) {
  const t = useTranslations('selectSystem')
  const shell = useTranslations('shell')
  const common = useTranslations('common')
  const { orgId, systems, look } = useSystemsOf(organizations[0]?.orgId ?? '', firstSystems)
  const { entering, enter } = useEnterSystem()
  const [remembered, setRemembered] = useState<string | null>(null)
  const locale = asLocale(useLocale())

  const enterHere = (system: SystemTile) => enter(orgId, system, from)
  const arrive = useEffectEvent(() => {
    if (systemCode !== undefined) remember('systemCode', systemCode)
    setRemembered(recall('systemCode'))
    if (organizations.length === 0) toast.warning(t('noOrganization'))
    if (left) toast.warning(t('left'))
    const [only, ...others] = firstSystems.state === 'read' ? firstSystems.tiles : []
    const isAlone = organizations.length === 1 && others.length === 0
    if (only && isAlone && entersByItself && !opensWindow(only)) enterHere(only)
  })
  useEffect(() => arrive(), [])

  const tiles = systems.state === 'read' ? systems.tiles : []
  const { isLong, sought, found, ...search } = useFoundSystems(tiles, (system) => [
    systemName(system, locale),
    system.code,
  ])
  const enteredName = tiles.find(({ id }) => id === entering)?.name
  /** What Enter in the search enters. */
  const first = sought === '' ? undefined : found[0]
  if (organizations.length === 0) {
    return <StateView scene="orphan" heading="h1" title={t('noOrganization')} />
  }
  return (
    <>
      <div className="mb-5 flex flex-wrap items-end justify-between gap-3">
        <h1 className="font-semibold text-2xl max-narrow:w-full max-narrow:text-xl">{t('heading')}</h1>
        {isLong && (
          <search className="ml-auto max-narrow:w-full">
            <form
              onSubmit={(event) => {
                event.preventDefault()
                if (first && entering === undefined) enterHere(first)
              }}
            >
              <FindSystem label={t('find')} {...search} className="w-60 max-narrow:w-full" />
            </form>
          </search>
        )}
        <label className="flex items-center gap-2 text-md text-soft max-narrow:w-full">
          {t('organization')}
          <select
            value={orgId}
            onChange={(event) => look(event.target.value)}
            className="control w-auto min-w-44 max-w-72 max-narrow:max-w-none max-narrow:flex-1"
          >
            <Options choices={organizations.map(({ orgId, orgName }) => ({ value: orgId, text: orgName }))} />
          </select>
        </label>
      </div>
      {systems.state === 'loading' ? (
        <Reading className="h-40" />
      ) : systems.state === 'failed' ? (
        <StateView role="alert" scene="failed" title={systems.message}>
          <Button onClick={() => look(orgId)}>{common('retry')}</Button>
        </StateView>
      ) : tiles.length === 0 ? (
        <StateView role="status" scene="empty" title={t('noSystems')} hint={t('noSystemsHint')} />
      ) : found.length === 0 ? (
        <StateView role="status" scene="empty" title={t('noneFound')} />
      ) : (
        <SystemTiles
          systems={found}
          preselected={remembered}
          entered={first}
          many={isLong}
          entering={entering}
          onEnter={enterHere}
        />
      )}
      <p aria-live="polite" className="sr-only">
        {enteredName !== undefined
          ? shell('enter.entering', { name: enteredName })
          : first && common('matches', { count: found.length })}
      </p>
    </>
  )
}
