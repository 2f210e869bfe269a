'use client'

import { useTranslations } from 'next-intl'
import { later } from '#components/form/later'
import { RecordList } from '#components/list/record-list'
import { SearchText } from '#components/list/search-fields'
import type { allocation, SystemForm, SystemRow } from '#contracts/allocation'
import { lazyCaller } from '#lib/lazy-caller'
import type { ListProps } from '#lib/list-result'
import { checkMoved } from './check-moved'
import { useTypeText } from './use-type-text'

const SystemDialog = later(() => import('./system-dialog').then((module) => module.SystemDialog))
const call = lazyCaller(() => import('#contracts/allocation'))

export function AllocationList(props: ListProps<SystemRow, typeof allocation>) {
  const t = useTranslations('allocation')
  const common = useTranslations('common')
  const typeText = useTypeText()
  return (
    <RecordList<SystemRow, { code: string }, { system?: SystemRow }>
      page={props}
      dialog={({ system }, ends) => <SystemDialog system={system} {...ends} />}
      subjectOf={(system) => ({ system })}
      finds={{ search: ({ code }) => ({ code }), by: ['code'] }}
      enabledOf={({ enable }) => enable}
      reasonOf={({ isControl }) => (isControl === 0 ? common('sharedObject') : undefined)}
      noteOf={({ code }) => code}
      calls={{ of: 'allocation', make: call }}
      check={(body, stored) => checkMoved(body as SystemForm, stored as SystemRow)}
      // The call is described two ways (specification section 7): both at once.
      switchInput={(id, enabled) => ({ query: { id, enabled }, body: { id, enable: enabled } })}
      columns={(list) => [
        { id: 'name', label: t('name') },
        { id: 'code', label: t('code'), mono: true, isCopied: true },
        { id: 'version', label: t('version'), mono: true, card: 'none' },
        { id: 'type', label: t('type'), cell: ({ type }) => typeText(type) },
        { id: 'port', label: t('port'), mono: true, card: 'none' },
        list.enabledColumn(),
        ...list.operationsColumn,
      ]}
    >
      <SearchText name="code" label={t('code')} />
      <SearchText name="name" label={t('name')} />
    </RecordList>
  )
}
