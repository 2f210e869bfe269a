'use client'

import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { AddButton } from '#components/list/add-button'
import type { Column } from '#components/list/data-table'
import { EnabledSwitch } from '#components/list/enabled-switch'
import { ListView } from '#components/list/list-view'
import { RowOperations } from '#components/list/row-operations'
import { SearchEnabled } from '#components/list/search-enabled'
import { SearchText } from '#components/list/search-fields'
import { useListQuery } from '#components/list/use-list-query'
import { useOpened } from '#components/list/use-opened'
import { useRowActions } from '#components/list/use-row-actions'
import type { DepartmentRow } from '#contracts/department'
import type { Coming } from '#lib/list-result'

const DepartmentDialog = dynamic(
  () => import('./department-dialog').then((module) => module.DepartmentDialog),
  { ssr: false },
)
const calls = () => import('./department-calls')

export type DepartmentAction = 'add' | 'edit' | 'remove' | 'enable'

interface Props {
  title: string
  result: Coming<DepartmentRow>
  values: Record<string, string>
  may: Record<DepartmentAction, boolean>
}

export function DepartmentList({ title, result, values, may }: Props) {
  const t = useTranslations('department')
  const common = useTranslations('common')
  const query = useListQuery()
  const { toggle, remove, dialog } = useRowActions(query)
  const { opened, open, ends } = useOpened<{ id?: string }>(query)

  const columns: Column<DepartmentRow>[] = [
    { id: 'name', label: t('name'), cell: (row) => row.name || common('empty') },
    { id: 'code', label: t('code'), cell: (row) => row.code || common('empty') },
    { id: 'orgName', label: t('organization'), cell: (row) => row.orgName || common('empty') },
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
    { id: 'remark', label: t('remark'), cell: (row) => row.remark || common('empty') },
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
      fields={
        <>
          <SearchText name="name" label={t('search')} defaultValue={values.name} />
          <SearchEnabled label={t('enabledState')} defaultValue={values.enabled} />
        </>
      }
      actions={may.add && <AddButton onPress={() => open({})} />}
    >
      {opened && <DepartmentDialog id={opened.id} {...ends} />}
      {dialog}
    </ListView>
  )
}
