'use client'

import { useTranslations } from 'next-intl'
import { SheetDetails } from '#components/list/sheet-details'
import { Facts, Section } from '#components/ui/facts'
import * as accounts from '#contracts/account'
import { api } from '#lib/api'

async function load(id: string) {
  const account = await api(accounts.detail, { params: { id } })
  // Whoever may not read an organization's roles sees how many there are.
  const choices = await Promise.all(
    account.userOrgList.map(({ orgId }) => api(accounts.listRole, { query: { orgId } }).catch(() => [])),
  )
  const names = new Map(choices.flat().map(({ id: roleId, name }) => [roleId, name]))
  return { account, roles: account.usersRoleList.map((roleId) => names.get(roleId) ?? roleId) }
}

/** Where an account belongs, and the roles that it has there. */
export function AccountDetails({ id }: { id: string }) {
  const t = useTranslations('account')
  const common = useTranslations('common')
  return (
    <SheetDetails id={id} load={load}>
      {({ account, roles }) => (
        <>
          <Section title={t('organizations')}>
            <Facts
              facts={account.userOrgList.map(({ orgId, orgName, deptName }) => ({
                label: orgName ?? orgId,
                content: deptName ?? <span className="text-faint">{t('noDepartment')}</span>,
              }))}
            />
          </Section>
          <Section title={t('role')}>
            {roles.length === 0 ? (
              <p className="text-faint text-md">{common('empty')}</p>
            ) : (
              <ul className="flex flex-wrap gap-1.5 pt-1">
                {roles.map((name) => (
                  <li key={name} className="rounded-sm bg-press px-2 py-0.5 text-base text-ink">
                    {name}
                  </li>
                ))}
              </ul>
            )}
          </Section>
        </>
      )}
    </SheetDetails>
  )
}
