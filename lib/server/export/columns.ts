import 'server-only'
import { getTranslations } from 'next-intl/server'
import type { AccountRow } from '#contracts/account'
import { type SystemRow, systemTypes } from '#contracts/allocation'
import type { ApplicationRow } from '#contracts/apply'
import type { DepartmentRow } from '#contracts/department'
import { type EntryRow, entryIsNormal, type OperationRow } from '#contracts/log'
import type { OnlineRow } from '#contracts/online'
import type { OrganizationRow } from '#contracts/organization'
import { type ResourceKey, resources } from '#contracts/registry'
import type { RoleRow } from '#contracts/role'
import type { Locale } from '#lib/i18n/locale'
import { changesText } from './changes-text'
import { keyed } from './keyed'

/** A column of a file: its head, and what it says of a row. */
export interface FileColumn<Row> {
  label: string
  of: (row: Row) => string | number | null | undefined
}

interface RowsOf {
  account: AccountRow
  role: RoleRow
  department: DepartmentRow
  organization: OrganizationRow
  online: OnlineRow
  apply: ApplicationRow
  allocation: SystemRow
  entryLog: EntryRow
  operation: OperationRow
}
export type ListKey = keyof RowsOf
export const listKeys = [
  'account',
  'role',
  'department',
  'organization',
  'online',
  'apply',
  'allocation',
  'entryLog',
  'operation',
] as const satisfies readonly ListKey[]

/** Where the words are from, and what rows leave to their page. */
export interface Wording {
  locale: Locale
  timeZone: string
  /** The system of rows that name none (specification section 2.18). */
  systemName: string | undefined
  /** The platform proves the lines: each tells its place in the log. */
  isProved: boolean
}

/** The columns of a list, with its heads and values in the person's language and on their clocks. */
export async function columnsOf(key: ListKey, wording: Wording): Promise<readonly FileColumn<object>[]> {
  return (await makers[key](wording)) as readonly FileColumn<object>[]
}

type Makers = { [Key in ListKey]: (wording: Wording) => Promise<readonly FileColumn<RowsOf[Key]>[]> }

/** The words of a list, and those that all have. */
const words = async <Key extends ListKey>(namespace: Key, { locale }: Wording) => {
  const [t, common] = await Promise.all([
    getTranslations({ locale, namespace }),
    getTranslations({ locale, namespace: 'common' }),
  ])
  const state = (enabled: boolean) => common(enabled ? 'enabled' : 'disabled')
  return { t, common, state }
}

/** `2026-11-22 20:00:01`: sorts as it is, and spreadsheets of every language read it as a time. */
export function timeText(timeZone: string): (time: string | null | undefined) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return (time) => {
    const instant = time ? new Date(time) : undefined
    return instant === undefined || Number.isNaN(instant.getTime()) ? '' : format.format(instant)
  }
}
const withZone = (label: string, { timeZone }: Wording) => `${label} (${timeZone})`

const makers: Makers = {
  account: async (wording) => {
    const { t, common, state } = await words('account', wording)
    const time = timeText(wording.timeZone)
    return [
      { label: t('account'), of: (row) => row.account },
      { label: t('name'), of: (row) => row.name },
      { label: t('phone'), of: (row) => row.phone },
      { label: t('organizations'), of: (row) => row.userOrgList?.map(placeText).join('; ') },
      { label: withZone(t('lastLogin'), wording), of: (row) => time(row.lastLogin) },
      { label: common('status'), of: (row) => state(row.enabled) },
    ]
  },
  role: async ({ locale }) => {
    const t = await getTranslations({ locale, namespace: 'role' })
    return [
      { label: t('name'), of: (row) => row.name },
      { label: t('organization'), of: (row) => row.orgName },
      { label: t('description'), of: (row) => row.description },
    ]
  },
  department: async (wording) => {
    const { t, common, state } = await words('department', wording)
    return [
      { label: t('name'), of: (row) => row.name },
      { label: t('code'), of: (row) => row.code },
      { label: t('organization'), of: (row) => row.orgName },
      { label: common('status'), of: (row) => state(row.enabled) },
      { label: t('remark'), of: (row) => row.remark },
    ]
  },
  organization: async (wording) => {
    const { t, common, state } = await words('organization', wording)
    return [
      { label: t('name'), of: (row) => row.name },
      { label: t('code'), of: (row) => row.code },
      { label: common('status'), of: (row) => state(row.enabled) },
      { label: t('remark'), of: (row) => row.remark },
    ]
  },
  online: async (wording) => {
    const t = await getTranslations({ locale: wording.locale, namespace: 'online' })
    const time = timeText(wording.timeZone)
    return [
      { label: t('userName'), of: (row) => row.userName },
      { label: t('ip'), of: (row) => row.ip },
      { label: withZone(t('loginTime'), wording), of: (row) => time(row.loginTime) },
    ]
  },
  apply: async (wording) => {
    const { t, common, state } = await words('apply', wording)
    return [
      { label: t('name'), of: (row) => row.name },
      { label: t('code'), of: (row) => row.code },
      { label: common('status'), of: (row) => state(row.enabled) },
    ]
  },
  allocation: async (wording) => {
    const { t, common, state } = await words('allocation', wording)
    const typeText = (type: number | null | undefined) => {
      if (type === systemTypes.managementPlatform) return t('managementPlatform')
      return type === systemTypes.mobileApp ? t('mobileApp') : ''
    }
    return [
      { label: t('name'), of: (row) => row.name },
      { label: t('code'), of: (row) => row.code },
      { label: t('version'), of: (row) => row.version },
      { label: t('type'), of: (row) => typeText(row.type) },
      { label: t('port'), of: (row) => row.port },
      { label: common('status'), of: (row) => state(row.enable) },
    ]
  },
  entryLog: async (wording) => {
    const t = await getTranslations({ locale: wording.locale, namespace: 'entryLog' })
    const time = timeText(wording.timeZone)
    const reason = keyed(t, 'reasons')
    return [
      { label: t('userName'), of: (row) => row.userName },
      { label: t('requestIpColumn'), of: (row) => row.requestIp },
      { label: t('status'), of: (row) => t(entryIsNormal(row) ? 'normal' : 'abnormal') },
      { label: t('reason'), of: (row) => row.reason && reason(row.reason) },
      { label: t('count'), of: (row) => row.count ?? 1 },
      { label: withZone(t('loginTime'), wording), of: (row) => time(row.loginTime) },
    ]
  },
  operation: async (wording) => {
    const { locale, systemName, isProved } = wording
    const t = await getTranslations({ locale, namespace: 'operation' })
    const time = timeText(wording.timeZone)
    const statuses = { 1: t('normal'), 2: t('abnormal'), 3: t('unauthorized') }
    const type = keyed(t, 'types')
    const moduleText = (key: string) => resources[key as ResourceKey]?.name[locale] ?? key
    const changes = await changesText(locale)
    return [
      { label: t('tenant'), of: (row) => row.orgName },
      { label: t('system'), of: (row) => row.systemName || systemName },
      { label: t('module'), of: (row) => row.menuName && moduleText(row.menuName) },
      { label: t('type'), of: (row) => row.opType && type(row.opType) },
      { label: t('method'), of: (row) => row.method },
      { label: t('operator'), of: (row) => row.username },
      { label: t('ip'), of: (row) => row.requestIp },
      { label: t('status'), of: (row) => statuses[row.status as 1 | 2 | 3] },
      { label: withZone(t('createTime'), wording), of: (row) => time(row.createTime) },
      { label: t('subject'), of: (row) => row.subject },
      { label: t('changed'), of: (row) => changes(row.changes) },
      { label: t('request'), of: (row) => row.requestId },
      ...(isProved
        ? [
            { label: t('number'), of: (row: OperationRow) => row.number },
            { label: t('seal'), of: (row: OperationRow) => row.seal },
          ]
        : []),
    ]
  },
}

function placeText({ orgName, orgId, deptName }: NonNullable<AccountRow['userOrgList']>[number]): string {
  return deptName ? `${orgName ?? orgId} / ${deptName}` : (orgName ?? orgId)
}
