'use client'

import { Eye } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { WhyButton } from '#components/form/why-button'
import { SheetDetails } from '#components/list/sheet-details'
import { Button } from '#components/ui/button'
import { Facts, Section } from '#components/ui/facts'
import * as accounts from '#contracts/account'
import { api } from '#lib/api'
import { firstPlace } from './first-place'

async function load(id: string) {
  const account = await api(accounts.detail, { params: { id } })
  return { account, name: account.name || account.account, places: placesOf(account) }
}

interface Props {
  id: string
  workOrgId: string | undefined
  /** Shows the console as this person sees it in an organization; nothing for whom it is not. */
  onView?: ((place: accounts.Membership) => void) | undefined
}

/** The organizations of roles, by id, where they are of more than one. */
function placesOf({ roles, userOrgList }: accounts.AccountDetail): ReadonlyMap<string, string> {
  const ids = new Set(roles?.map(({ orgId }) => orgId))
  const names = userOrgList.map(({ orgId, orgName }) => [orgId, orgName ?? orgId] as const)
  return new Map(ids.size > 1 ? names : [])
}

/** Where an account belongs, and the roles that it has there. */
export function AccountDetails({ id, workOrgId, onView }: Props) {
  const t = useTranslations('account')
  const common = useTranslations('common')
  return (
    <SheetDetails id={id} load={load}>
      {({ account, name, places }) => (
        <>
          <Section title={t('organizations')}>
            <Facts
              facts={account.userOrgList.map((place) => ({
                label: place.orgName ?? place.orgId,
                content: (
                  <>
                    {place.deptName ?? <span className="text-faint">{t('noDepartment')}</span>}
                    {onView && (
                      <Button
                        size="small"
                        look="link"
                        aria-label={t('seeAsRow', { name, organization: place.orgName ?? place.orgId })}
                        onClick={() => onView(place)}
                        className="max-w-full"
                      >
                        <Eye aria-hidden className="size-3.5" />
                        <span className="truncate">{t('seeAs', { name })}</span>
                      </Button>
                    )}
                  </>
                ),
              }))}
            />
          </Section>
          <Section title={t('role')}>
            {account.roles?.length === 0 && <p className="text-faint text-md">{common('empty')}</p>}
            {account.roles && account.roles.length > 0 && (
              <ul className="flex flex-wrap gap-1.5 pt-1">
                {account.roles.map((role) => (
                  <li key={role.id} className="rounded-sm bg-press px-2 py-0.5 text-base text-ink">
                    {role.name}
                    <span className="ml-1.5 text-soft empty:hidden">{places.get(role.orgId)}</span>
                  </li>
                ))}
              </ul>
            )}
            {/* Its sign stands in line with what it is about. */}
            <div className="-ml-2 pt-1">
              <WhyButton
                small
                question={{
                  person: { id, name },
                  orgId: firstPlace(account.userOrgList, workOrgId) || undefined,
                }}
              >
                {t('whatMay')}
              </WhyButton>
            </div>
          </Section>
        </>
      )}
    </SheetDetails>
  )
}
