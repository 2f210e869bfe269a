'use client'

import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { AddButton } from '#components/list/add-button'
import type { Column } from '#components/list/data-table'
import { ListView } from '#components/list/list-view'
import { RowOperations } from '#components/list/row-operations'
import { SearchText } from '#components/list/search-fields'
import { useListQuery } from '#components/list/use-list-query'
import { useOpened } from '#components/list/use-opened'
import { useRowActions } from '#components/list/use-row-actions'
import type { RoleRow } from '#contracts/role'
import type { Coming } from '#lib/list-result'

const RoleDialog = dynamic(() => import('./role-dialog').then((module) => module.RoleDialog), { ssr: false })
const calls = () => import('./role-calls')

export type RoleAction = 'add' | 'edit' | 'remove'

interface Props {
  title: string
  result: Coming<RoleRow>
  values: Record<string, string>
  may: Record<RoleAction, boolean>
}

export function RoleList({ title, result, values, may }: Props) {
  const t = useTranslations('role')
  const common = useTranslations('common')
  const query = useListQuery()
  const { remove, dialog } = useRowActions(query)
  const { opened, open, ends } = useOpened<{ id?: string }>(query)

  const askToRemove = async (id: string, name: string) => {
    // What hangs on the role stands in the question. Whoever may not read that is asked all the same.
    const count = await calls()
      .then(({ holders }) => holders(id))
      .catch(() => undefined)
    const hint = count ? t('deleteHolders', { count }) : undefined
    remove({ name, hint, call: async () => (await calls()).remove(id) })
  }
  const columns: Column<RoleRow>[] = [
    { id: 'name', label: t('name'), cell: (row) => row.name || common('empty') },
    { id: 'orgName', label: t('organization'), cell: (row) => row.orgName || common('empty') },
    { id: 'description', label: t('description'), cell: (row) => row.description || common('empty') },
    {
      id: 'operations',
      label: common('operations'),
      width: 140,
      cell: ({ id, name }) => (
        <RowOperations
          name={name}
          onEdit={may.edit && (() => open({ id }))}
          onRemove={may.remove && (() => askToRemove(id, name))}
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
      fields={<SearchText name="roleName" label={t('name')} defaultValue={values.roleName} />}
      actions={may.add && <AddButton onPress={() => open({})} />}
    >
      {opened && <RoleDialog id={opened.id} {...ends} />}
      {dialog}
    </ListView>
  )
}
