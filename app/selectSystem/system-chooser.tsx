'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useCallFault } from '#components/form/use-call-fault'
import { useEnterSystem } from '#components/shell/use-enter-system'
import { StateView } from '#components/ui/state-view'
import { toast } from '#components/ui/toast'
import { listSystems, type OrganizationChoice, type SystemTile } from '#contracts/session'
import { api } from '#lib/api'
import { recall, remember } from '#lib/storage'
import { opensWindow } from '#lib/system-window'
import { SystemTiles } from './system-tiles'

interface Props {
  organizations: readonly OrganizationChoice[]
  /** The systems of the first organization. */
  firstSystems: readonly SystemTile[]
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
  const faultText = useCallFault()
  const [orgId, setOrgId] = useState(organizations[0]?.orgId ?? '')
  const [systems, setSystems] = useState(firstSystems)
  const { entering, enter } = useEnterSystem()
  const [remembered, setRemembered] = useState<string | null>(null)
  const latest = useRef(orgId)

  const choose = async (next: string) => {
    setOrgId(next)
    latest.current = next
    try {
      const found = await api(listSystems, { query: { orgId: next } })
      if (latest.current === next) setSystems(found)
    } catch (error) {
      if (latest.current !== next) return
      setSystems([])
      toast.error(faultText(error))
    }
  }
  const enterHere = (system: SystemTile) => enter(orgId, system, from)
  const arrive = useEffectEvent(() => {
    if (systemCode !== undefined) remember('systemCode', systemCode)
    setRemembered(recall('systemCode'))
    if (organizations.length === 0) toast.warning(t('noOrganization'))
    if (left) toast.warning(t('left'))
    const [only] = firstSystems
    if (
      organizations.length === 1 &&
      firstSystems.length === 1 &&
      only &&
      entersByItself &&
      !opensWindow(only)
    ) {
      enterHere(only)
    }
  })
  useEffect(() => arrive(), [])

  const enteredName = systems.find(({ id }) => id === entering)?.name
  if (organizations.length === 0) {
    return <StateView scene="orphan" heading="h1" title={t('noOrganization')} />
  }
  return (
    <>
      <div className="mb-5 flex flex-wrap items-end justify-between gap-3">
        <h1 className="font-semibold text-2xl max-narrow:w-full max-narrow:text-xl">{t('heading')}</h1>
        <label className="flex items-center gap-2 text-md text-soft max-narrow:w-full">
          {t('organization')}
          <select
            value={orgId}
            onChange={(event) => choose(event.target.value)}
            className="control w-auto min-w-44 max-w-72 max-narrow:max-w-none max-narrow:flex-1"
          >
            {organizations.map((organization) => (
              <option key={organization.orgId} value={organization.orgId}>
                {organization.orgName}
              </option>
            ))}
          </select>
        </label>
      </div>
      {systems.length === 0 ? (
        <StateView role="status" scene="empty" title={t('noSystems')} hint={t('noSystemsHint')} />
      ) : (
        <SystemTiles systems={systems} preselected={remembered} entering={entering} onEnter={enterHere} />
      )}
      <p aria-live="polite" className="sr-only">
        {enteredName !== undefined && shell('enter.entering', { name: enteredName })}
      </p>
    </>
  )
}
