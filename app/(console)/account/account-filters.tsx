'use client'

import { useTranslations } from 'next-intl'
import { use, useCallback, useEffect, useState } from 'react'
import { useLoaded } from '#components/form/use-loaded'
import { SearchChoice, SearchEither, SearchText, SearchTime } from '#components/list/search-fields'
import { useRangeText } from '#components/list/search-range'
import { SearchState } from '#components/list/search-state'
import { type AccountRow, listRole, ownNames } from '#contracts/account'
import { listByOrganization } from '#contracts/department'
import { listOrganizations } from '#contracts/session'
import { api } from '#lib/api'

interface Props {
  /** The fields that the platform narrows by. */
  names: readonly string[]
  /** Who is found: they name what is no choice, as an organization that is disabled. */
  rows: readonly AccountRow[]
  /** Whether the person may read the roles and the departments of an organization. */
  mayListRoles: boolean
  mayListDepartments: boolean
  /** Takes what they say, in words. */
  tell: (text: string) => void
}

interface Named {
  id: string
  name: string
}

/** Where people are, what they hold, and when they were last here. */
export function AccountFilters(props: Props) {
  const { values } = use(SearchState)
  // Another address is another search: what was chosen and not sent is gone with the old one.
  return <Filters key={props.names.map((name) => values[name]).join()} {...props} values={values} />
}

function Filters({
  names,
  rows,
  mayListRoles,
  mayListDepartments,
  tell,
  values,
}: Props & { values: Readonly<Record<string, string>> }) {
  const t = useTranslations('account')
  const common = useTranslations('common')
  const [orgId, setOrgId] = useState(values.orgId ?? '')
  const organizations = useNamed(loadOrganizations)
  const departments = useNamed(
    useCallback(() => loadDepartments(mayListDepartments ? orgId : ''), [mayListDepartments, orgId]),
  )
  const roles = useNamed(useCallback(() => loadRoles(mayListRoles ? orgId : ''), [mayListRoles, orgId]))
  const choices = { orgId: organizations, deptId: departments, roleId: roles } as const
  const labels = { orgId: t('organization'), deptId: t('department'), roleId: t('roleOf') } as const

  const places = rows.flatMap(({ userOrgList }) => userOrgList ?? [])
  const unlisted = (field: keyof typeof choices, id: string) => {
    if (field === 'roleId') return undefined
    return places.find((place) => place[field] === id)?.[field === 'orgId' ? 'orgName' : 'deptName']
  }
  const nameOf = (field: keyof typeof choices) => {
    const id = values[field]
    if (!id) return undefined
    const known = choices[field]?.find((choice) => choice.id === id)?.name ?? unlisted(field, id)
    return known ?? (choices[field] === undefined ? labels[field] : t(`others.${field}`))
  }
  const lock = values.locked && (values.locked === '1' ? t('locked') : t('notLocked'))
  const range = useRangeText(values.lastLoginFrom, values.lastLoginTo)
  const own = ownNames.filter((name) => names.includes(name))
  const text = [
    ...own.map((name) => values[name]),
    nameOf('orgId'),
    nameOf('deptId'),
    nameOf('roleId'),
    lock,
    range && t('lastLoginIn', { range }),
  ]
    .filter(Boolean)
    .join(common('listSeparator'))
  useEffect(() => tell(text), [tell, text])

  const choice = (field: keyof typeof choices) => {
    const known = choices[field] ?? []
    const chosen = values[field]
    const isUnknown = chosen !== undefined && !known.some(({ id }) => id === chosen)
    if (!names.includes(field) || (field !== 'orgId' && known.length === 0 && chosen === undefined))
      return null
    return (
      // What can be chosen is another with each organization, and when it has come.
      <SearchChoice
        key={`${field} ${field === 'orgId' ? '' : orgId} ${known.length}`}
        name={field}
        label={labels[field]}
        choices={[
          ...(isUnknown && (field === 'orgId' || orgId === (values.orgId ?? ''))
            ? [{ value: chosen, text: nameOf(field) ?? '' }]
            : []),
          ...known.map(({ id, name }) => ({ value: id, text: name })),
        ]}
      />
    )
  }
  return (
    <div
      className="w-72 max-w-full space-y-2"
      onChange={({ target }) => {
        if (target instanceof HTMLSelectElement && target.name === 'orgId') setOrgId(target.value)
      }}
    >
      {own.map((name) => (
        <SearchText key={name} name={name} label={t(name)} />
      ))}
      {choice('orgId')}
      {choice('deptId')}
      {choice('roleId')}
      {names.includes('locked') && (
        <SearchEither name="locked" label={t('lockedState')} texts={{ 1: t('locked'), 0: t('notLocked') }} />
      )}
      {names.includes('lastLoginFrom') && (
        <SearchTime name="lastLoginFrom" label={t('lastLoginFrom')} which="first" />
      )}
      {names.includes('lastLoginTo') && (
        <SearchTime name="lastLoginTo" label={t('lastLoginTo')} which="last" />
      )}
    </div>
  )
}

/** Choices, once they are there. What cannot be read, a person for one may not, is not offered. */
function useNamed(read: () => Promise<Named[]>): readonly Named[] | undefined {
  const loaded = useLoaded(read)
  return loaded.state === 'ready' ? loaded.value : undefined
}

async function loadOrganizations(): Promise<Named[]> {
  const read = await api(listOrganizations, { query: {} })
  return read.map(({ orgId, orgName }) => ({ id: orgId, name: orgName }))
}

async function loadDepartments(orgId: string): Promise<Named[]> {
  return orgId === '' ? [] : api(listByOrganization, { query: { orgId } })
}

async function loadRoles(orgId: string): Promise<Named[]> {
  return orgId === '' ? [] : api(listRole, { query: { orgId } })
}
