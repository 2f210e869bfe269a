import 'server-only'
import { getTranslations } from 'next-intl/server'
import type { AccountRow } from '#contracts/account'
import { type SystemRow, systemTypes } from '#contracts/allocation'
import type { ResourceRow } from '#contracts/assets'
import { type EntryRow, entryIsNormal, type OperationRow } from '#contracts/log'
import { nodeTypes } from '#contracts/menu'
import { type OperationStatus, operationStatuses } from '#contracts/operation-statuses'
import { type FiledKey, filed, type ResourceKey, resources } from '#contracts/registry'
import type { Locale } from '#lib/i18n/locale'
import { toldTime } from '#lib/i18n/zoned-time'
import { loggedSystem } from '#lib/system-name'
import { switches } from '#lib/value-text'
import { changesText } from './changes-text'
import { keyed } from './keyed'

/** A column of a file: its head, and what it says of a row. */
export interface FileColumn {
  label: string
  of: (row: object) => string | number | null | undefined
}

/** Where the words are from, and what rows leave to their page. */
interface Wording {
  locale: Locale
  timeZone: string
  /** The system of rows that name none (specification section 2.18). */
  systemName: string | undefined
  /** The platform proves the lines: each tells its place in the log. */
  isProved: boolean
}

/** The words of a list: its resource's. */
interface Texts {
  (key: string): string
  has: (key: string) => boolean
}

/** How a field is told, where its name is not the key of its head or its value not the text of its cell. */
interface Told<Row = never> {
  head?: string
  of?: (row: Row) => string | number | null | undefined
}
type ToldFields<Row> = { [Field in keyof Row]?: Told<Row> }

/** The columns of a list, as its contract names them, with heads and values in the person's language and on their clocks. */
export async function columnsOf(key: FiledKey, wording: Wording): Promise<readonly FileColumn[]> {
  const { locale, timeZone, isProved } = wording
  const [t, common] = await Promise.all([
    getTranslations({ locale, namespace: key }) as unknown as Texts,
    getTranslations({ locale, namespace: 'common' }),
  ])
  const { columns = [] } = filed[key]
  const own: Partial<Record<string, Told>> = (await particular[key]?.(t, wording)) ?? {}
  const time = timeText(timeZone)
  return columns
    .filter((field) => isProved || !proofs.includes(field))
    .map((field): FileColumn => {
      const stored = (row: object) => (row as Record<string, unknown>)[field]
      const { head = heads[field] ?? field, of } = own[field] ?? {}
      if (switches.includes(field)) {
        return { label: common('status'), of: (row) => common(stored(row) ? 'enabled' : 'disabled') }
      }
      if (times.includes(field)) {
        return { label: `${t(head)} (${timeZone})`, of: (row) => time(stored(row) as string | null) }
      }
      return { label: t(head), of: (of ?? stored) as FileColumn['of'] }
    })
}

/** What all lists call alike. */
const heads: Partial<Record<string, string>> = { orgName: 'organization', userOrgList: 'organizations' }
const times: readonly string[] = ['lastLogin', 'loginTime', 'createTime']
/** What only a proved line has. */
const proofs: readonly string[] = ['number', 'seal']

/** `2026-11-22 20:00:01`: sorts as it is, and spreadsheets of every language read it as a time. */
function timeText(timeZone: string): (time: string | null | undefined) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return (time) => {
    const instant = toldTime(time, timeZone)
    return instant === undefined ? '' : format.format(instant)
  }
}

/** What lists tell in a way of their own. */
const particular: { [Key in FiledKey]?: (t: Texts, wording: Wording) => unknown } = {
  account: (): ToldFields<AccountRow> => ({
    userOrgList: { of: (row) => row.userOrgList?.map(placeText).join('; ') },
  }),
  allocation: (t): ToldFields<SystemRow> => ({
    type: {
      of: ({ type }) => {
        if (type === systemTypes.managementPlatform) return t('managementPlatform')
        return type === systemTypes.mobileApp ? t('mobileApp') : ''
      },
    },
  }),
  assets: (t): ToldFields<ResourceRow> => ({
    type: {
      of: ({ type }) => {
        const name = typeNames[type ?? 0]
        return name && t(name)
      },
    },
  }),
  entryLog: (t): ToldFields<EntryRow> => {
    const reason = keyed(t, 'reasons')
    return {
      requestIp: { head: 'requestIpColumn' },
      status: { of: (row) => t(entryIsNormal(row) ? 'normal' : 'abnormal') },
      reason: { of: (row) => row.reason && reason(row.reason) },
      count: { of: (row) => row.count ?? 1 },
    }
  },
  operation: async (t, { locale, systemName }): Promise<ToldFields<OperationRow>> => {
    const type = keyed(t, 'types')
    const moduleText = (key: string) => resources[key as ResourceKey]?.name[locale] ?? key
    const changes = await changesText(locale)
    /** Of another platform's numbers nothing is said. */
    const known: Readonly<Record<number, OperationStatus>> = operationStatuses
    const statusOf = ({ status }: OperationRow) => {
      const name = known[status ?? 0]
      return name && t(name)
    }
    return {
      orgName: { head: 'tenant' },
      systemName: { head: 'system', of: (row) => loggedSystem(row.systemName, locale) || systemName },
      menuName: { head: 'module', of: (row) => row.menuName && moduleText(row.menuName) },
      opType: { head: 'type', of: (row) => row.opType && type(row.opType) },
      username: { head: 'operator' },
      requestIp: { head: 'ip' },
      status: {
        of: statusOf,
      },
      changes: { head: 'changed', of: changes },
      requestId: { head: 'request' },
    }
  },
}

/** Of what resources are (specification section 3). */
const typeNames: Readonly<Record<number, string>> = {
  [nodeTypes.menu]: 'menu',
  [nodeTypes.button]: 'button',
}

function placeText({ orgName, orgId, deptName }: NonNullable<AccountRow['userOrgList']>[number]): string {
  return deptName ? `${orgName ?? orgId} / ${deptName}` : (orgName ?? orgId)
}
