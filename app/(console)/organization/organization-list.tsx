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
import type { OrganizationRow } from '#contracts/organization'
import type { Coming } from '#lib/list-result'

const OrganizationDialog = dynamic(
  () => import('./organization-dialog').then((module) => module.OrganizationDialog),
  { ssr: false },
)
const calls = () => import('./organization-calls')

export type OrganizationAction = 'add' | 'edit' | 'remove' | 'enable'

interface Props {
  title: string
  result: Coming<OrganizationRow>
  values: Record<string, string>
  may: Record<OrganizationAction, boolean>
}

export function OrganizationList({ title, result, values, may }: Props) {
  const t = useTranslations('organization')
  const common = useTranslations('common')
  const query = useListQuery()
  const { toggle, remove, dialog } = useRowActions(query)
  const { opened, open, ends } = useOpened<{ id?: string }>(query)

  const columns: Column<OrganizationRow>[] = [
    { id: 'name', label: t('name'), cell: (row) => row.name || common('empty') },
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
      tellsFailure
      fields={
        <>
          <SearchText name="name" label={t('name')} defaultValue={values.name} />
          <SearchEnabled label={t('enabledState')} defaultValue={values.enabled} />
        </>
      }
      actions={may.add && <AddButton onPress={() => open({})} />}
    >
      {opened && <OrganizationDialog id={opened.id} {...ends} />}
      {dialog}
    </ListView>
  )
}
