'use client'

import { ChevronRight } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useCallback, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { ReadFault } from '#components/form/read-fault'
import { Reading } from '#components/form/reading'
import { useLoaded } from '#components/form/use-loaded'
import { RoleCascade } from '#components/pickers/role-cascade'
import { type AccountForm, listRole } from '#contracts/account'
import type { OrganizationChoice } from '#contracts/session'
import { api } from '#lib/api'

/** Ids by organization. */
export type RolesByOrganization = Readonly<Record<string, readonly string[]>>

interface Props {
  organizations: readonly OrganizationChoice[]
  chosen: RolesByOrganization
  onChange: (chosen: RolesByOrganization) => void
}

/** The roles of a new account, in the organizations that are chosen for it (DAY-5). */
export function NewRoles({ organizations, chosen, onChange }: Props) {
  const t = useTranslations('account')
  const memberships = useWatch<AccountForm, 'userOrgList'>({ name: 'userOrgList' }) ?? []
  const places = organizations.filter((place) => memberships.some(({ orgId }) => orgId === place.orgId))
  if (places.length === 0) return null
  return (
    <fieldset className="space-y-1 rounded-md border border-line px-3 pt-1 pb-2.5">
      <legend className="px-1 text-soft">{t('role')}</legend>
      {places.map(({ orgId, orgName }) => (
        <RolesIn
          key={orgId}
          orgId={orgId}
          name={orgName}
          chosen={chosen[orgId] ?? []}
          onChange={(ids) => onChange({ ...chosen, [orgId]: ids })}
        />
      ))}
    </fieldset>
  )
}

interface InProps {
  orgId: string
  name: string
  chosen: readonly string[]
  onChange: (ids: string[]) => void
}

/** Read when it is unfolded: most accounts have their roles in one organization. */
function RolesIn({ name, ...rest }: InProps) {
  const t = useTranslations('account')
  const [open, setOpen] = useState(false)
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex h-8 w-full items-center gap-1.5 rounded-sm text-left text-md hover:bg-hover"
      >
        <ChevronRight
          aria-hidden
          className={`size-3.5 shrink-0 text-faint transition-transform ${open ? 'rotate-90' : ''}`}
        />
        <span className="min-w-0 flex-1 truncate">{name}</span>
        <span className="tabular pr-1 text-base text-faint">
          {t('chosenRoles', { count: rest.chosen.length })}
        </span>
      </button>
      {open && <Choices {...rest} name={name} />}
    </div>
  )
}

function Choices({ orgId, name, chosen, onChange }: InProps) {
  const t = useTranslations('account')
  const loaded = useLoaded(useCallback(() => api(listRole, { query: { orgId } }), [orgId]))
  if (loaded.state === 'loading') return <Reading className="h-[242px]" />
  if (loaded.state === 'failed') {
    return <ReadFault loaded={loaded} className="py-2" />
  }
  return (
    <RoleCascade
      label={t('rolesIn', { organization: name })}
      roles={loaded.value}
      chosen={chosen}
      onChange={onChange}
      invalid={false}
    />
  )
}
