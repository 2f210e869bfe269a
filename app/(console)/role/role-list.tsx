'use client'

import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { RecordList } from '#components/list/record-list'
import { SearchText } from '#components/list/search-fields'
import type { RoleRow, role } from '#contracts/role'
import { lazyCaller } from '#lib/lazy-caller'
import type { ListProps } from '#lib/list-result'

const RoleDialog = dynamic(() => import('./role-dialog').then((module) => module.RoleDialog), { ssr: false })
const RoleDetails = dynamic(() => import('./role-details').then((module) => module.RoleDetails), {
  ssr: false,
})
const call = lazyCaller(() => import('#contracts/role'))

export function RoleList(props: ListProps<RoleRow, typeof role>) {
  const t = useTranslations('role')
  return (
    <RecordList<RoleRow, { name: string; orgId: string }>
      page={props}
      dialog={({ id }, ends) => <RoleDialog id={id} {...ends} />}
      finds={{ search: ({ name }) => ({ roleName: name }), by: ['name', 'orgId'] }}
      removeHint={async ({ id }) => {
        const { accountCount: count } = await call('detail', { params: { id } })
        return count ? t('deleteHolders', { count }) : undefined
      }}
      details={props.may.detail ? ({ id }) => <RoleDetails id={id} /> : undefined}
      remove={(id) => call('remove', { params: { id } })}
      columns={(list) => [
        { id: 'name', label: t('name') },
        { id: 'orgName', label: t('organization') },
        { id: 'description', label: t('description') },
        ...list.operationsColumn,
      ]}
    >
      <SearchText name="roleName" label={t('name')} />
    </RecordList>
  )
}
