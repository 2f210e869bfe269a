'use client'

import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { AddButton } from '#components/list/add-button'
import type { Column } from '#components/list/data-table'
import { EnabledSwitch } from '#components/list/enabled-switch'
import { ListView } from '#components/list/list-view'
import { RowButton } from '#components/list/row-button'
import { RowOperations } from '#components/list/row-operations'
import { SearchEnabled } from '#components/list/search-enabled'
import { SearchText } from '#components/list/search-fields'
import { useListQuery } from '#components/list/use-list-query'
import { useOpened } from '#components/list/use-opened'
import { useRowActions } from '#components/list/use-row-actions'
import { Badge } from '#components/ui/badge'
import type { AccountRow } from '#contracts/account'
import type { Coming } from '#lib/list-result'

const AccountDialog = dynamic(() => import('./account-dialog').then((module) => module.AccountDialog), {
  ssr: false,
})
const AccountRoles = dynamic(() => import('./account-roles').then((module) => module.AccountRoles), {
  ssr: false,
})

const calls = () => import('./account-calls')

/** Specification section 2.8: mode 1 add, 2 edit, 4 edit roles only. */
type Opened = { mode: 1 } | { mode: 2 | 4; id: string }

export type AccountAction = 'add' | 'edit' | 'remove' | 'enable' | 'roles'

interface Props {
  title: string
  result: Coming<AccountRow>
  values: Record<string, string>
  may: Record<AccountAction, boolean>
}

export function AccountList({ title, result, values, may }: Props) {
  const t = useTranslations('account')
  const common = useTranslations('common')
  const query = useListQuery()
  const { ask, toggle, remove, dialog } = useRowActions(query)
  const { opened, open, ends } = useOpened<Opened>(query)

  const nameOf = (row: AccountRow) => row.name || row.account

  const columns: Column<AccountRow>[] = [
    { id: 'account', label: t('account'), cell: (row) => row.account || common('empty') },
    { id: 'name', label: t('name'), cell: (row) => row.name || common('empty') },
    { id: 'phone', label: t('phone'), cell: (row) => row.phone || common('empty') },
    {
      id: 'enabled',
      label: common('status'),
      width: 115,
      cell: (row) => (
        <div className="flex items-center gap-1.5">
          <EnabledSwitch
            name={nameOf(row)}
            enabled={row.enabled}
            allowed={may.enable}
            onPress={() =>
              toggle({
                name: nameOf(row),
                enabled: row.enabled,
                call: async () => (await calls()).setEnabled(row.id, !row.enabled),
              })
            }
          />
          {row.locked && !(row.enabled && may.enable) && (
            <span title={t('lockedHint')}>
              <Badge look="warning">{t('locked')}</Badge>
            </span>
          )}
          {row.locked && row.enabled && may.enable && (
            <RowButton
              label={t('unlockRow', { name: nameOf(row) })}
              onPress={() =>
                ask({
                  text: t('askUnlock', { name: nameOf(row) }),
                  hint: t('unlockHint'),
                  call: async () => (await calls()).setEnabled(row.id, true),
                  done: t('unlocked'),
                  after: query.reload,
                })
              }
            >
              {t('unlock')}
            </RowButton>
          )}
        </div>
      ),
    },
    {
      id: 'operations',
      label: common('operations'),
      width: 190,
      cell: (row) => (
        <RowOperations
          name={nameOf(row)}
          onEdit={may.edit && (() => open({ mode: 2, id: row.id }))}
          onRemove={
            may.remove &&
            (() => remove({ name: nameOf(row), call: async () => (await calls()).remove(row.id) }))
          }
        >
          {may.roles && (
            <RowButton
              label={t('rolesRow', { name: nameOf(row) })}
              onPress={() => open({ mode: 4, id: row.id })}
            >
              {t('roles')}
            </RowButton>
          )}
        </RowOperations>
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
          <SearchText name="account" label={t('account')} defaultValue={values.account} />
          <SearchText name="phone" label={t('phone')} defaultValue={values.phone} />
          <SearchEnabled label={t('enabledState')} defaultValue={values.enabled} />
        </>
      }
      actions={may.add && <AddButton onPress={() => open({ mode: 1 })} />}
    >
      {opened?.mode === 4 && <AccountRoles id={opened.id} {...ends} />}
      {(opened?.mode === 1 || opened?.mode === 2) && (
        <AccountDialog id={opened.mode === 2 ? opened.id : undefined} {...ends} />
      )}
      {dialog}
    </ListView>
  )
}
