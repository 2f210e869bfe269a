'use client'

import { useTranslations } from 'next-intl'
import { useCallback } from 'react'
import { useWatch } from 'react-hook-form'
import { useLoaded } from '#components/form/use-loaded'
import { type AccountDetail, type AccountForm, listRole, type Membership } from '#contracts/account'
import { api } from '#lib/api'

/** The roles that go with the organizations that have been taken from the form (DAY-7). */
export function RolesLeft({ account }: { account: AccountDetail }) {
  const chosen = useWatch<AccountForm, 'userOrgList'>({ name: 'userOrgList' }) ?? []
  const kept = new Set(chosen.map(({ orgId }) => String(orgId)))
  const left = account.userOrgList.filter(({ orgId, isControl }) => isControl !== 0 && !kept.has(orgId))
  return (
    <div role="status" className="space-y-1 empty:hidden">
      {left.map((membership) => (
        <LeftOf key={membership.orgId} membership={membership} held={account.usersRoleList} />
      ))}
    </div>
  )
}

function LeftOf({ membership, held }: { membership: Membership; held: readonly string[] }) {
  const t = useTranslations('account')
  const common = useTranslations('common')
  const { orgId, orgName } = membership
  const loaded = useLoaded(useCallback(() => api(listRole, { query: { orgId } }), [orgId]))
  if (loaded.state === 'loading') return null
  const organization = orgName ?? orgId
  const names =
    loaded.state === 'ready' ? loaded.value.filter(({ id }) => held.includes(id)).map(({ name }) => name) : []
  if (loaded.state === 'ready' && names.length === 0) return null
  return (
    <p className="text-base text-warning">
      {names.length === 0
        ? t('rolesLeftUnnamed', { organization })
        : t('rolesLeft', { organization, names: names.join(common('listSeparator')) })}
    </p>
  )
}
