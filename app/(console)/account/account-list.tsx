'use client'

import { TriangleAlert } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { type ComponentProps, useState } from 'react'
import { later, renewed } from '#components/form/later'
import { TimeAgo } from '#components/form/time-ago'
import type { Column } from '#components/list/column'
import { agoWidth } from '#components/list/column-width'
import { ListView, Settled } from '#components/list/list-view'
import { impactsOf } from '#components/list/read-impact'
import { RowButton } from '#components/list/row-button'
import { useRowTab } from '#components/list/row-focus'
import { SearchEnabled, SearchText } from '#components/list/search-fields'
import { FieldsToCome, SearchMore } from '#components/list/search-more'
import { useAsked } from '#components/list/use-asked'
import { useRecordList } from '#components/list/use-record-list'
import { Badge } from '#components/ui/badge'
import { Explained } from '#components/ui/explained'
import type { AccountFilter, AccountRow, account, Membership } from '#contracts/account'
import { phoneDigits } from '#contracts/plain-text'
import { areInOrder } from '#contracts/time-range'
import { takeBackName } from '#lib/add-address'
import { lazyCaller } from '#lib/lazy-caller'
import type { ListProps } from '#lib/list-result'
import { load } from '#lib/load'
import { basePath } from '#lib/request'
import { forgetUnsaved, mayLeave } from '#lib/unsaved'
import { accountBulkActions } from './account-bulk-actions'
import type { AccountFilters as Filters } from './account-filters'
import { firstPlace } from './first-place'
import { ImportButton } from './import/import-button'
import { hasAccountItems, type ListedAccount, type Subject, useAccountItems } from './use-account-items'

const AccountDialog = later(() => import('./account-dialog').then((module) => module.AccountDialog))
const AccountRoles = later(() => import('./account-roles').then((module) => module.AccountRoles))

const PasswordReset = later(() => import('./password-reset').then((module) => module.PasswordReset))
const AccountSessions = later(() => import('./account-sessions').then((module) => module.AccountSessions))
const AccountDetails = later(() => import('./account-details').then((module) => module.AccountDetails))

const ImportDialog = later(() => import('./import/import-dialog').then((module) => module.ImportDialog))

/** The filters beyond the specification: each has a field among `AccountFilters`. */
const filterNames = Object.keys({
  name: true,
  orgId: true,
  deptId: true,
  roleId: true,
  locked: true,
  lastLoginFrom: true,
  lastLoginTo: true,
} satisfies Record<AccountFilter, true>)
const Fields = () => <FieldsToCome names={filterNames} />
const AccountFilters = renewed<ComponentProps<typeof Filters>>(
  (lost) =>
    dynamic(() => import('./account-filters').then((module) => module.AccountFilters).catch(lost), {
      ssr: false,
      loading: Fields,
    }),
  undefined,
  Fields,
)
const call = lazyCaller(() => import('#contracts/account'))

interface Props extends ListProps<ListedAccount, typeof account> {
  /** Whose page it is. */
  ownId: string | undefined
  /** Super administrators, where the platform has it. */
  mayViewAs: boolean
  /** The organization in which they work. */
  workOrgId: string | undefined
  /** Whether they may read the departments of an organization. */
  mayListDepartments: boolean
}

export function AccountList({ ownId, mayViewAs, workOrgId, mayListDepartments, ...props }: Props) {
  const { may } = props
  const t = useTranslations('account')
  const common = useTranslations('common')
  const itemsOf = useAccountItems(may, ownId)
  /** The import that is to be taken back, or a new one. */
  const [importing, setImporting] = useState<{ importId?: string }>()
  useAsked(takeBackName, (importId) => may.remove && setImporting({ importId }))
  const nameOf = (row: AccountRow) => row.name || row.account
  const list = useRecordList<ListedAccount, { account: string }, Subject>(props, {
    dialog: ({ id, row, about }, ends) => {
      if (row === undefined)
        return <AccountDialog id={id} mayGiveRoles={may.updateRoles && may.listRole} {...ends} />
      if (about === 'roles') return <AccountRoles id={row.id} workOrgId={workOrgId} {...ends} />
      if (about === 'sessions') {
        const mayEnd = may.endSessions && !row.shared && row.calls.includes('endSessions')
        return <AccountSessions id={row.id} name={nameOf(row)} mayEnd={mayEnd} onClose={ends.onClose} />
      }
      return <PasswordReset id={row.id} name={nameOf(row)} account={row.account} {...ends} />
    },
    finds: { search: ({ account }) => ({ account }), by: ['account'] },
    nameOf,
    placeOf: ({ userOrgList }) => ({ orgId: firstPlace(userOrgList ?? [], workOrgId) || undefined }),
    reasonOf: ({ shared }) => (shared ? t('shared') : undefined),
    // The memberships of a shared one are edited all the same.
    editReasonOf: ({ isControl }) => (isControl === 0 ? common('elsewhere') : undefined),
    calls: { of: 'account', make: call },
    switchInput: (id, enabled) => ({ body: { id, enabled } }),
    impacts: impactsOf({ of: 'account', make: call }),
    bulk: accountBulkActions(may),
    noteOf: ({ account }) => account,
    details: may.detail
      ? (row) => (
          <AccountDetails
            id={row.id}
            workOrgId={workOrgId}
            onView={mayViewAs ? (place) => view(row, place) : undefined}
          />
        )
      : undefined,
    moreOf: hasAccountItems(may) && itemsOf,
  })
  /** For who wants it: where people are, as far as the platform tells. */
  const placeColumn = (id: string, label: string, name: 'orgName' | 'deptName'): Column<ListedAccount> => {
    const text = ({ userOrgList }: AccountRow) =>
      [...new Set(userOrgList?.flatMap((place) => place[name] || []))].join(common('listSeparator'))
    return { id, label, isOptional: true, needs: id, isOnlyRow: true, text, cell: text }
  }
  const view = async (row: AccountRow, { orgId, orgName }: Membership) => {
    if (!(await mayLeave('window'))) return
    list.ask({
      id: row.id,
      text: t('askSeeAs', { name: nameOf(row), organization: orgName ?? orgId }),
      hint: t('seeAsHint'),
      call: async () => {
        const { viewAs } = await load(() => import('#lib/enter'))
        const to = await viewAs(row.id, orgId)
        forgetUnsaved()
        window.location.assign(basePath + to)
      },
      done: t('seeingAs'),
      after: () => {},
    })
  }
  const unlock = (row: AccountRow) =>
    list.ask({
      id: row.id,
      text: t('askUnlock', { name: nameOf(row) }),
      hint: t('unlockHint'),
      call: () => call('updateEnable', { body: { id: row.id, enabled: 1 } }),
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
      <RowMark reason={t('lockedHint')}>
        <Badge look="warning">{t('locked')}</Badge>
      </RowMark>
    )
  }
  return (
    <ListView
      {...list.view}
      actions={
        may.add && (
          <>
            <Settled result={props.result} fallback={null}>
              {(settled) =>
                settled.ok &&
                settled.meta.calls?.includes('accountImport') && (
                  <ImportButton onPress={() => setImporting({})} />
                )
              }
            </Settled>
            {list.view.actions}
          </>
        )
      }
      columns={[
        {
          id: 'account',
          label: t('account'),
          sort: 'account',
          isCopied: true,
          after: ({ signsIn }) =>
            !signsIn && (
              <RowMark label={t('cannotSignInBadge')} reason={t('cannotSignInHere')}>
                <TriangleAlert aria-hidden className="size-4 text-warning" />
              </RowMark>
            ),
        },
        { id: 'name', label: t('name'), sort: 'name' },
        { id: 'phone', label: t('phone'), isCopied: true },
        placeColumn('orgId', t('organization'), 'orgName'),
        placeColumn('deptId', t('department'), 'deptName'),
        {
          id: 'lastLogin',
          label: t('lastLogin'),
          isOptional: true,
          needs: 'lastLogin',
          sort: '-lastLogin',
          width: agoWidth,
          cell: (row) => <LastLogin time={row.lastLogin} />,
        },
        list.enabledColumn({ extra: 96, more: lockOf }),
        ...list.operationsColumn,
      ]}
      tellsFailure
      check={({ lastLoginFrom, lastLoginTo }): Record<string, string> =>
        areInOrder(lastLoginFrom, lastLoginTo) ? {} : { lastLoginTo: 'timeOrder' }
      }
      more={(filters, rows) => {
        const names = filterNames.filter((name) => filters.includes(name))
        return (
          names.length > 0 && (
            <SearchMore names={names}>
              {(tell) => (
                <AccountFilters {...{ names, rows, mayListDepartments, tell }} mayListRoles={may.listRole} />
              )}
            </SearchMore>
          )
        )
      }}
      dialogs={
        <>
          {list.view.dialogs}
          {importing && (
            <ImportDialog
              {...importing}
              mayUndo={may.remove}
              onClose={() => setImporting(undefined)}
              onChanged={list.query.reload}
            />
          )}
        </>
      }
    >
      <SearchText name="account" label={t('account')} />
      <SearchText name="phone" label={t('phone')} clean={phoneDigits} />
      <SearchEnabled label={t('enabledState')} />
    </ListView>
  )
}

function RowMark(props: ComponentProps<typeof Explained>) {
  return <Explained {...props} tabIndex={useRowTab()} />
}

function LastLogin({ time }: { time: string | null | undefined }) {
  return <TimeAgo time={time} tabIndex={useRowTab()} />
}
