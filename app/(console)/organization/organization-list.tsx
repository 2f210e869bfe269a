'use client'

import { useTranslations } from 'next-intl'
import { later } from '#components/form/later'
import { PeopleOf } from '#components/list/people-later'
import { impactsOf } from '#components/list/read-impact'
import { RecordList } from '#components/list/record-list'
import { SearchEnabled, SearchText } from '#components/list/search-fields'
import type { OrganizationRow, organization } from '#contracts/organization'
import { lazyCaller } from '#lib/lazy-caller'
import type { ListProps } from '#lib/list-result'

const OrganizationDialog = later(() =>
  import('./organization-dialog').then((module) => module.OrganizationDialog),
)
const calls = { of: 'organization', make: lazyCaller(() => import('#contracts/organization')) } as const

export function OrganizationList(props: ListProps<OrganizationRow, typeof organization>) {
  const t = useTranslations('organization')
  return (
    <RecordList<OrganizationRow, { name: string; code: string }>
      page={props}
      dialog={({ id }, ends) => <OrganizationDialog id={id} {...ends} />}
      finds={{ search: ({ name }) => ({ name }), by: ['code'] }}
      noteOf={({ code }) => code}
      placeOf={({ id, name }) => ({ orgId: id, orgName: name })}
      calls={calls}
      switchInput={(id, enabled) => ({ query: { id, enabled }, body: { id, enabled } })}
      details={props.accounts ? ({ id }) => <PeopleOf title={t('members')} by={{ orgId: id }} /> : undefined}
      impacts={impactsOf(calls)}
      columns={(list) => [
        { id: 'name', label: t('name'), sort: 'name' },
        { id: 'code', label: t('code'), sort: 'code', mono: true, isCopied: true },
        list.enabledColumn(),
        { id: 'remark', label: t('remark') },
        ...list.operationsColumn,
      ]}
      tellsFailure
    >
      <SearchText name="name" label={t('name')} />
      <SearchEnabled label={t('enabledState')} />
    </RecordList>
  )
}
