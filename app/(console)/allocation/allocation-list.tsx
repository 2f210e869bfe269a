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
import type { SystemRow } from '#contracts/allocation'
import type { Coming } from '#lib/list-result'
import { useTypeText } from './use-type-text'

const SystemDialog = dynamic(() => import('./system-dialog').then((module) => module.SystemDialog), {
  ssr: false,
})
const calls = () => import('./allocation-calls')

export type SystemAction = 'add' | 'edit' | 'remove' | 'enable'

interface Props {
  title: string
  result: Coming<SystemRow>
  values: Record<string, string>
  may: Record<SystemAction, boolean>
}

export function AllocationList({ title, result, values, may }: Props) {
  const t = useTranslations('allocation')
  const common = useTranslations('common')
  const typeText = useTypeText()
  const query = useListQuery()
  const { toggle, remove, dialog } = useRowActions(query)
  const { opened, open, ends } = useOpened<{ system?: SystemRow }>(query)

  const columns: Column<SystemRow>[] = [
    { id: 'name', label: t('name'), width: 170, cell: (row) => row.name || common('empty') },
    { id: 'code', label: t('code'), width: 120, cell: (row) => row.code || common('empty') },
    { id: 'version', label: t('version'), cell: (row) => row.version || common('empty') },
    { id: 'type', label: t('type'), width: 190, cell: (row) => typeText(row.type) },
    { id: 'port', label: t('port'), cell: (row) => row.port || common('empty') },
    {
      id: 'enable',
      label: common('status'),
      cell: ({ id, name, enable }) => (
        <EnabledSwitch
          name={name}
          enabled={enable}
          allowed={may.enable}
          onPress={() =>
            toggle({ name, enabled: enable, call: async () => (await calls()).setEnabled(id, !enable) })
          }
        />
      ),
    },
    {
      id: 'operations',
      label: common('operations'),
      width: 140,
      cell: (system) => (
        <RowOperations
          name={system.name}
          onEdit={may.edit && (() => open({ system }))}
          onRemove={
            may.remove &&
            (() => remove({ name: system.name, call: async () => (await calls()).remove(system.id) }))
          }
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
      fields={
        <>
          <SearchText name="code" label={t('code')} defaultValue={values.code} />
          <SearchText name="name" label={t('name')} defaultValue={values.name} />
        </>
      }
      actions={may.add && <AddButton onPress={() => open({})} />}
    >
      {opened && <SystemDialog system={opened.system} {...ends} />}
      {dialog}
    </ListView>
  )
}
