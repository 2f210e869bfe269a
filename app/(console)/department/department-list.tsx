'use client'

import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { RecordList } from '#components/list/record-list'
import { SearchEnabled, SearchText } from '#components/list/search-fields'
import type { DepartmentRow, department } from '#contracts/department'
import { lazyCaller } from '#lib/lazy-caller'
import type { ListProps } from '#lib/list-result'

const DepartmentDialog = dynamic(
  () => import('./department-dialog').then((module) => module.DepartmentDialog),
  { ssr: false },
)
const call = lazyCaller(() => import('#contracts/department'))

export function DepartmentList(props: ListProps<DepartmentRow, typeof department>) {
  const t = useTranslations('department')
  return (
    <RecordList<DepartmentRow, { code: string; orgId: string }>
      page={props}
      dialog={({ id }, ends) => <DepartmentDialog id={id} {...ends} />}
      finds={{ search: ({ code }) => ({ name: code }), by: ['code', 'orgId'] }}
      noteOf={({ code }) => code}
      remove={(id) => call('remove', { params: { id } })}
      columns={(list) => [
        { id: 'name', label: t('name') },
        { id: 'code', label: t('code'), mono: true },
        { id: 'orgName', label: t('organization') },
        list.enabledColumn((id, enabled) =>
          call('updateEnable', { query: { id, enabled: enabled ? 1 : 0 } }),
        ),
        { id: 'remark', label: t('remark') },
        ...list.operationsColumn,
      ]}
    >
      <SearchText name="name" label={t('search')} />
      <SearchEnabled label={t('enabledState')} />
    </RecordList>
  )
}
