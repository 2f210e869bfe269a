'use client'

import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { AddButton } from '#components/list/add-button'
import type { Column } from '#components/list/data-table'
import { EnabledSwitch } from '#components/list/enabled-switch'
import { ListView } from '#components/list/list-view'
import { RowOperations } from '#components/list/row-operations'
import { SearchText } from '#components/list/search-fields'
import { useListQuery } from '#components/list/use-list-query'
import { useOpened } from '#components/list/use-opened'
import { useRowActions } from '#components/list/use-row-actions'
import { ImageTile } from '#components/ui/image-tile'
import type { ApplicationRow } from '#contracts/apply'
import { imageAddress } from '#lib/image-address'
import type { Coming } from '#lib/list-result'

const ApplicationDialog = dynamic(
  () => import('./application-dialog').then((module) => module.ApplicationDialog),
  { ssr: false },
)
const calls = () => import('./apply-calls')

export type ApplicationAction = 'add' | 'edit' | 'remove' | 'enable'

interface Props {
  title: string
  result: Coming<ApplicationRow>
  values: Record<string, string>
  may: Record<ApplicationAction, boolean>
}

export function ApplyList({ title, result, values, may }: Props) {
  const t = useTranslations('apply')
  const common = useTranslations('common')
  const query = useListQuery()
  const { toggle, remove, dialog } = useRowActions(query)
  const { opened, open, ends } = useOpened<{ id?: string }>(query)

  const columns: Column<ApplicationRow>[] = [
    { id: 'name', label: t('name'), width: 180, cell: (row) => <NameCell {...row} /> },
    { id: 'code', label: t('code'), cell: (row) => row.code || common('empty') },
    {
      id: 'enabled',
      label: common('status'),
      cell: ({ id, name, enabled }) => (
        <EnabledSwitch
          name={name}
          enabled={enabled}
          allowed={may.enable}
          onPress={() =>
            toggle({ name, enabled, call: async () => (await calls()).setEnabled(id, !enabled) })
          }
        />
      ),
    },
    {
      id: 'operations',
      label: common('operations'),
      width: 140,
      cell: ({ id, name }) => (
        <RowOperations
          name={name}
          onEdit={may.edit && (() => open({ id }))}
          onRemove={may.remove && (() => remove({ name, call: async () => (await calls()).remove(id) }))}
        />
      ),
    },
  ]
  return (
    <ListView
      title={title}
      query={query}
      result={result}
      values={values}
      columns={columns}
      rowKey={(row) => row.id}
      fields={<SearchText name="seachStr" label={t('nameOrCode')} defaultValue={values.seachStr} />}
      actions={may.add && <AddButton onPress={() => open({})} />}
    >
      {opened && <ApplicationDialog id={opened.id} {...ends} />}
      {dialog}
    </ListView>
  )
}

function NameCell({ name, icon }: ApplicationRow) {
  const common = useTranslations('common')
  return (
    <span className="flex items-center gap-2">
      <ImageTile src={imageAddress(icon)} name={name} className="size-5 rounded-sm text-xs" />
      <span className="truncate" title={name}>
        {name || common('empty')}
      </span>
    </span>
  )
}
