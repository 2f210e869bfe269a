'use client'

import { useTranslations } from 'next-intl'
import { later } from '#components/form/later'
import { PeopleOf } from '#components/list/people-later'
import { impactsOf } from '#components/list/read-impact'
import { RecordList } from '#components/list/record-list'
import { SearchEnabled, SearchText } from '#components/list/search-fields'
import type { DepartmentRow, department } from '#contracts/department'
import { lazyCaller } from '#lib/lazy-caller'
import type { ListProps } from '#lib/list-result'

const DepartmentDialog = later(() => import('./department-dialog').then((module) => module.DepartmentDialog))
const calls = { of: 'department', make: lazyCaller(() => import('#contracts/department')) } as const

export function DepartmentList(props: ListProps<DepartmentRow, typeof department>) {
  const t = useTranslations('department')
  return (
    <RecordList<DepartmentRow, { code: string; orgId: string }>
      page={props}
      dialog={({ id }, ends) => <DepartmentDialog id={id} {...ends} />}
      finds={{ search: ({ code }) => ({ name: code }), by: ['code', 'orgId'] }}
      noteOf={({ code }) => code}
      calls={calls}
      switchInput={(id, enabled) => ({ query: { id, enabled } })}
      details={
        props.accounts
          ? ({ id, orgId }) => <PeopleOf title={t('members')} by={{ ...(orgId && { orgId }), deptId: id }} />
          : undefined
      }
      impacts={impactsOf(calls)}
      columns={(list) => [
        { id: 'name', label: t('name'), sort: 'name' },
        { id: 'code', label: t('code'), sort: 'code', mono: true, isCopied: true },
        { id: 'orgName', label: t('organization') },
        list.enabledColumn(),
        { id: 'remark', label: t('remark') },
        ...list.operationsColumn,
      ]}
    >
      <SearchText name="name" label={t('search')} />
      <SearchEnabled label={t('enabledState')} />
    </RecordList>
  )
}
