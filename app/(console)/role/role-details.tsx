'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { WhyButton } from '#components/form/why-button'
import { SheetDetails } from '#components/list/sheet-details'
import { Facts, Section } from '#components/ui/facts'
import * as roles from '#contracts/role'
import { api } from '#lib/api'

const load = (id: string) => api(roles.detail, { params: { id } })

/** How much a role grants, and to how many. */
export function RoleDetails({ id }: { id: string }) {
  const t = useTranslations('role')
  const common = useTranslations('common')
  const format = useFormatter()
  return (
    <SheetDetails id={id} load={load}>
      {({ orgId, orgName, resourceIdList, accountCount }) => (
        <Section title={t('effect')}>
          <Facts
            facts={[
              { label: t('permissions'), content: format.number(resourceIdList.length) },
              ...(accountCount == null
                ? []
                : [{ label: t('holders'), content: format.number(accountCount) }]),
            ]}
          />
          <WhyButton small question={{ orgId: orgId ?? undefined, orgName: orgName ?? undefined }}>
            {common('why')}
          </WhyButton>
        </Section>
      )}
    </SheetDetails>
  )
}
