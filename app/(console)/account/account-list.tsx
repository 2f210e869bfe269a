'use client'

import { KeyRound, TriangleAlert } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { ListView } from '#components/list/list-view'
import { RowButton } from '#components/list/row-button'
import { SearchEnabled, SearchText } from '#components/list/search-fields'
import { useRecordList } from '#components/list/use-record-list'
import { Badge } from '#components/ui/badge'
import { Explained } from '#components/ui/explained'
import type { AccountRow, account } from '#contracts/account'
import { phoneDigits } from '#contracts/plain-text'
import { lazyCaller } from '#lib/lazy-caller'
import type { ListProps } from '#lib/list-result'

const AccountDialog = dynamic(() => import('./account-dialog').then((module) => module.AccountDialog), {
  ssr: false,
})
const AccountRoles = dynamic(() => import('./account-roles').then((module) => module.AccountRoles), {
  ssr: false,
})

const AccountDetails = dynamic(() => import('./account-details').then((module) => module.AccountDetails), {
  ssr: false,
})

const call = lazyCaller(() => import('#contracts/account'))
const setEnabled = (id: string, enabled: boolean) =>
  call('updateEnable', { body: { id, enabled: enabled ? 1 : 0 } })

/** What the dialog is for (specification section 2.8): adding, editing, or the roles only. */
type Subject = { id?: string; roles?: boolean }

/** A row, with whether its owner can sign in under this account at all. */
export type ListedAccount = AccountRow & { signsIn: boolean }

export function AccountList(props: ListProps<ListedAccount, typeof account>) {
  const { may } = props
  const t = useTranslations('account')
  const common = useTranslations('common')
  const nameOf = (row: AccountRow) => row.name || row.account
  const list = useRecordList<ListedAccount, { account: string }, Subject>(props, {
    dialog: ({ id, roles = false }, ends) =>
      id !== undefined && roles ? <AccountRoles id={id} {...ends} /> : <AccountDialog id={id} {...ends} />,
    finds: { search: ({ account }) => ({ account }), by: ['account'] },
    nameOf,
    reasonOf: ({ shared }) => (shared ? t('shared') : undefined),
    // The memberships of a shared one are edited all the same.
    editReasonOf: ({ isControl }) => (isControl === 0 ? common('elsewhere') : undefined),
    remove: (id) => call('remove', { params: { id } }),
    noteOf: ({ account }) => account,
    details: may.detail ? ({ id }) => <AccountDetails id={id} /> : undefined,
    moreOf:
      may.updateRoles &&
      ((row, open) => [
        {
          key: 'roles',
          text: t('roles'),
          label: t('rolesRow', { name: nameOf(row) }),
          icon: <KeyRound aria-hidden className="size-4" />,
          onPick: () => open({ id: row.id, roles: true }),
        },
      ]),
  })
  const unlock = (row: AccountRow) =>
    list.ask({
      id: row.id,
      text: t('askUnlock', { name: nameOf(row) }),
      hint: t('unlockHint'),
      call: () => setEnabled(row.id, true),
      done: t('unlocked'),
      after: list.query.reload,
    })
  const lockOf = (row: AccountRow) => {
    if (!row.locked) return undefined
    return row.enabled && may.updateEnable && !row.shared ? (
      <RowButton label={t('unlockRow', { name: nameOf(row) })} onPress={() => unlock(row)}>
        {t('unlock')}
      </RowButton>
    ) : (
      <Explained reason={t('lockedHint')}>
        <Badge look="warning">{t('locked')}</Badge>
      </Explained>
    )
  }
  return (
    <ListView
      {...list.view}
      columns={[
        {
          id: 'account',
          label: t('account'),
          after: ({ signsIn }) =>
            !signsIn && (
              <Explained label={t('cannotSignInBadge')} reason={t('cannotSignInHere')}>
                <TriangleAlert aria-hidden className="size-4 text-warning" />
              </Explained>
            ),
        },
        { id: 'name', label: t('name') },
        { id: 'phone', label: t('phone') },
        list.enabledColumn(setEnabled, { extra: 96, more: lockOf }),
        ...list.operationsColumn,
      ]}
      tellsFailure
      fields={
        <>
          <SearchText name="account" label={t('account')} />
          <SearchText name="phone" label={t('phone')} clean={phoneDigits} />
          <SearchEnabled label={t('enabledState')} />
        </>
      }
    />
  )
}
