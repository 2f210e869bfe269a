import { type ImportField, type ImportRow, importFields } from '#contracts/account-import'
import { limits } from '#contracts/limits'
import type { Table } from './read-table'

/** Which column of a table a field is in; none for -1. */
export type Mapping = Record<ImportField, number>

/**
 * What heads are called besides the field's own word and its label, in either language, by exports of this console and of
 * others; in lower case, without blanks.
 */
const names: Partial<Record<ImportField, readonly string[]>> = {
  account: [
    'accountname',
    'username',
    'login',
    'loginname',
    'userid',
    '账号',
    '账户',
    '用户名',
    '登录名',
    '工号',
  ],
  name: ['fullname', 'realname', 'displayname', '姓名', '名称', '真实姓名', '员工姓名'],
  phone: [
    'phonenumber',
    'mobile',
    'mobilephone',
    'cellphone',
    'telephone',
    'tel',
    '手机',
    '手机号',
    '手机号码',
    '电话',
    '联系电话',
  ],
  organization: [
    'organizations',
    'organizationsanddepartments',
    'organisation',
    'org',
    'tenant',
    'company',
    '组织',
    '所属组织',
    '组织机构',
    '组织和部门',
    '组织与部门',
    '租户',
    '公司',
  ],
  department: ['dept', '部门', '所属部门'],
  role: ['roles', '角色', '所属角色'],
}
const plain = (head: string) => head.toLowerCase().replace(/[\s_*·:：()（）-]+/g, '')

export function guessedMapping(heads: readonly string[], labelOf: (field: ImportField) => string): Mapping {
  const known = heads.map(plain)
  const at = (field: ImportField) => {
    const own = [field, labelOf(field), ...(names[field] ?? [])].map(plain)
    return known.findIndex((head) => own.includes(head))
  }
  return Object.fromEntries(importFields.map((field) => [field, at(field)])) as Mapping
}

/** A row of the file as the platform checks it. */
export interface FileRow {
  line: number
  row: ImportRow
}

export function fileRows({ rows }: Table, mapping: Mapping): FileRow[] {
  return rows.map(({ line, cells }) => {
    const texts = importFields.map((field) => [field, cells[mapping[field]] ?? ''])
    return { line, row: Object.fromEntries(texts) as ImportRow }
  })
}

/** The cells that hold more than those of any account: the platform is not asked about their row. */
export function longCells({ row }: FileRow): ImportField[] {
  return importFields.filter((field) => row[field].length > limits.importCell)
}

/** As many of the rows as one check takes, the first at any rate. */
export function rowsOfOneCheck(rows: readonly FileRow[]): FileRow[] {
  const encoder = new TextEncoder()
  let bytes = JSON.stringify({ rows: [] }).length
  const end = rows.slice(0, limits.importRows).findIndex(({ row }) => {
    bytes += encoder.encode(`${JSON.stringify(row)},`).length
    return bytes > limits.jsonBytes
  })
  return rows.slice(0, end === -1 ? limits.importRows : Math.max(end, 1))
}

/** The line before that has the same account, by the lines that repeat one. */
export function repeatedAccounts(rows: readonly FileRow[]): Map<number, number> {
  const first = new Map<string, number>()
  const repeated = new Map<number, number>()
  for (const { line, row } of rows) {
    const account = row.account.trim().toLowerCase()
    const before = first.get(account)
    if (account !== '' && before !== undefined) repeated.set(line, before)
    else first.set(account, line)
  }
  return repeated
}
