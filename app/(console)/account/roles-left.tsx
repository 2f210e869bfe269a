'use client'

import { useTranslations } from 'next-intl'
import { useWatch } from 'react-hook-form'
import type { AccountDetail, AccountForm, Membership } from '#contracts/account'
import { isOurs } from './roles-kept'

/** The roles that go with the organizations that have been taken from the form (DAY-7). */
export function RolesLeft({ account }: { account: AccountDetail }) {
  const chosen = useWatch<AccountForm, 'userOrgList'>({ name: 'userOrgList' }) ?? []
  const kept = new Set(chosen.map(({ orgId }) => String(orgId)))
  const left = account.userOrgList.filter((one) => isOurs(one) && !kept.has(one.orgId))
  return (
    <div role="status" className="space-y-1 empty:hidden">
      {left.map((membership) => (
        <LeftOf key={membership.orgId} membership={membership} account={account} />
      ))}
    </div>
  )
}

function LeftOf({ membership, account }: { membership: Membership; account: AccountDetail }) {
  const t = useTranslations('account')
  const common = useTranslations('common')
  const { orgId, orgName } = membership
  const organization = orgName ?? orgId
  // Without the names nobody can tell which of the roles are those of this organization.
  const { roles, usersRoleList } = account
  const names = roles?.filter((role) => role.orgId === orgId).map(({ name }) => name)
  if ((names ?? usersRoleList).length === 0) return null
  return (
    <p className="text-base text-warning">
      {names === undefined
        ? t('rolesLeftUnnamed', { organization })
        : t('rolesLeft', { organization, names: names.join(common('listSeparator')) })}
    </p>
  )
}
