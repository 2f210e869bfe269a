'use client'

import { useTranslations } from 'next-intl'
import { later } from '#components/form/later'
import { RecordList } from '#components/list/record-list'
import { SearchText } from '#components/list/search-fields'
import { ImageTile } from '#components/ui/image-tile'
import type { ApplicationRow, apply } from '#contracts/apply'
import { imageAddress } from '#lib/image-address'
import { lazyCaller } from '#lib/lazy-caller'
import type { ListProps } from '#lib/list-result'

const ApplicationDialog = later(() =>
  import('./application-dialog').then((module) => module.ApplicationDialog),
)
const call = lazyCaller(() => import('#contracts/apply'))

export function ApplyList(props: ListProps<ApplicationRow, typeof apply>) {
  const t = useTranslations('apply')
  const common = useTranslations('common')
  return (
    <RecordList<ApplicationRow, { code: string }>
      page={props}
      dialog={({ id }, ends) => <ApplicationDialog id={id} {...ends} />}
      finds={{ search: ({ code }) => ({ seachStr: code }), by: ['code'] }}
      reasonOf={({ isControl }) => (isControl === 0 ? common('sharedObject') : undefined)}
      noteOf={({ code }) => code}
      calls={{ of: 'apply', make: call }}
      switchInput={(id, enabled) => ({ query: { id, enabled } })}
      columns={(list) => [
        {
          id: 'name',
          label: t('name'),
          before: ({ name, icon }) => (
            <ImageTile src={imageAddress(icon)} name={name} className="size-5 rounded-sm text-xs" />
          ),
        },
        { id: 'code', label: t('code'), mono: true, isCopied: true },
        list.enabledColumn(),
        ...list.operationsColumn,
      ]}
    >
      <SearchText name="seachStr" label={t('nameOrCode')} />
    </RecordList>
  )
}
