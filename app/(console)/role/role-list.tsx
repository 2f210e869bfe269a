'use client'

import { Columns2, Copy } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { later } from '#components/form/later'
import { PeopleOf } from '#components/list/people-later'
import { impactsOf } from '#components/list/read-impact'
import { RecordList } from '#components/list/record-list'
import { SearchText } from '#components/list/search-fields'
import type { RoleRow, role } from '#contracts/role'
import { lazyCaller } from '#lib/lazy-caller'
import type { ListProps } from '#lib/list-result'

const RoleDialog = later(() => import('./role-dialog').then((module) => module.RoleDialog))
const RoleDetails = later(() => import('./role-details').then((module) => module.RoleDetails))
const RoleCompare = later(() => import('./role-compare').then((module) => module.RoleCompare))
const calls = { of: 'role', make: lazyCaller(() => import('#contracts/role')) } as const

/** What the dialog is for: adding, perhaps by a copy, editing, or comparing with another one. */
type Subject = { id?: string; copyOf?: string; compared?: string }

interface Props extends ListProps<RoleRow, typeof role> {
  /** In which a copy is filled in, and two roles are compared. */
  mayReadTree: boolean
}

export function RoleList({ mayReadTree, ...props }: Props) {
  const t = useTranslations('role')
  return (
    <RecordList<RoleRow, { name: string; orgId: string }, Subject>
      page={props}
      dialog={({ id, copyOf, compared }, ends) =>
        id !== undefined && compared !== undefined ? (
          <RoleCompare role={{ id, name: compared }} onClose={ends.onClose} />
        ) : (
          <RoleDialog id={id} copyOf={copyOf} {...ends} />
        )
      }
      moreOf={
        props.may.detail &&
        mayReadTree &&
        (({ id, name }, open) => [
          ...(props.may.add
            ? [
                {
                  key: 'copy',
                  text: t('copy'),
                  label: t('copyRow', { name }),
                  icon: <Copy aria-hidden className="size-4" />,
                  onPick: () => open({ copyOf: id }),
                },
              ]
            : []),
          {
            key: 'compare',
            text: t('compare'),
            label: t('compareRow', { name }),
            icon: <Columns2 aria-hidden className="size-4" />,
            onPick: () => open({ id, compared: name }),
          },
        ])
      }
      finds={{ search: ({ name }) => ({ roleName: name }), by: ['name', 'orgId'] }}
      removeHint={async ({ id }) => {
        const { accountCount: count } = await calls.make('detail', { params: { id } })
        return count ? t('deleteHolders', { count }) : undefined
      }}
      calls={calls}
      details={({ id, orgId }) => (
        <>
          {props.may.detail && <RoleDetails id={id} />}
          {props.accounts && <PeopleOf title={t('heldBy')} by={{ ...(orgId && { orgId }), roleId: id }} />}
        </>
      )}
      impacts={impactsOf(calls)}
      columns={(list) => [
        { id: 'name', label: t('name'), sort: 'name' },
        { id: 'orgName', label: t('organization') },
        { id: 'description', label: t('description') },
        ...list.operationsColumn,
      ]}
    >
      <SearchText name="roleName" label={t('name')} />
    </RecordList>
  )
}
