'use client'

import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { RecordList } from '#components/list/record-list'
import { SearchEnabled, SearchText } from '#components/list/search-fields'
import type { OrganizationRow, organization } from '#contracts/organization'
import { lazyCaller } from '#lib/lazy-caller'
import type { ListProps } from '#lib/list-result'

const OrganizationDialog = dynamic(
  () => import('./organization-dialog').then((module) => module.OrganizationDialog),
  { ssr: false },
)
const call = lazyCaller(() => import('#contracts/organization'))

export function OrganizationList(props: ListProps<OrganizationRow, typeof organization>) {
  const t = useTranslations('organization')
  return (
    <RecordList<OrganizationRow, { name: string; code: string }>
      page={props}
      dialog={({ id }, ends) => <OrganizationDialog id={id} {...ends} />}
      finds={{ search: ({ name }) => ({ name }), by: ['code'] }}
      noteOf={({ code }) => code}
      remove={(id) => call('remove', { params: { id } })}
      columns={(list) => [
        { id: 'name', label: t('name') },
        { id: 'code', label: t('code'), mono: true },
        list.enabledColumn((id, enabled) => {
          const asked = { id, enabled: enabled ? 1 : 0 } as const
          return call('updateEnable', { query: asked, body: asked })
        }),
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
