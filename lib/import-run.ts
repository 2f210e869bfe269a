import { add, remove } from '#contracts/account'
import { type CheckedRow, check, imported } from '#contracts/account-import'
import type { Call } from '#contracts/endpoint'
import { codes } from '#contracts/envelope'
import { randomPassword } from '#contracts/random-password'
import { api } from './api'
import { type BulkRow, BulkRun, type BulkState, type RowAnswer } from './bulk-run'
import { type FileRow, rowsOfOneCheck } from './import-rows'
import { passwordHash } from './password-hash'
import { CallError } from './request'

/** A row of the file, and what the platform says of it. */
export interface Checked extends FileRow {
  faults: CheckedRow['faults']
  account: NonNullable<CheckedRow['account']> | undefined
}

/** Checks them some hundred at a time, so that progress shows and a stop is heard. @throws CallError */
export async function checkRows(
  rows: readonly FileRow[],
  signal: AbortSignal,
  tell: (done: number) => void,
): Promise<Checked[]> {
  const checked: Checked[] = []
  while (checked.length < rows.length && !signal.aborted) {
    const some = rowsOfOneCheck(rows.slice(checked.length))
    const told = await api(check, { body: { rows: some.map(({ row }) => row) } })
    for (const [at, one] of some.entries()) {
      const { faults = [], account } = told[at] ?? {}
      checked.push({ ...one, faults, account: account ?? undefined })
    }
    tell(checked.length)
  }
  return checked
}

/** A row that is added, with the password that its owner gets. */
export interface ImportedRow extends BulkRow {
  account: string
  password: string
}

interface Words {
  title: string
  reasonOf: (error: CallError) => string
  told: BulkRun['job']['told']
  action?: BulkRun['job']['action']
}

/** Hashing a password takes the platform a while, on one of its processors. */
const atOnce = 2

/** Adds accounts, each by the call that adds one; `rows` know the passwords. */
export function importRun(
  good: readonly Checked[],
  importId: string,
  words: Words,
): { run: BulkRun; rows: readonly ImportedRow[] } {
  const byLine = new Map(good.map((row) => [String(row.line), row]))
  const rows = good.map(({ line, row, account }) => ({
    id: String(line),
    name: (account ?? row).name ?? '',
    account: (account ?? row).account,
    password: randomPassword(),
  }))
  const passwords = new Map(rows.map(({ id, password }) => [id, passwordHash(password)]))
  /** Of two at once one may be answered and the other lost: it comes again with those that are still to come. */
  const added = new Set<string>()
  const one: BulkRun['job']['one'] = async ({ id }, holder) => {
    const account = byLine.get(id)?.account
    const password = passwords.get(id)
    if (account === undefined || password === undefined || added.has(id)) return
    // What the check answers, adding takes: it looks at it once more.
    const body = { ...account, password, importId, mustChangePassword: true } as Call<typeof add>['body']
    await api(add, { body }, holder)
    added.add(id)
  }
  const many: BulkRun['job']['many'] = (some, each) => inTurns(some, each, words.reasonOf)
  const owes = ({ done, failed, left }: BulkState) => done.length + failed.length + left.length > 0
  return { run: new BulkRun({ ...words, one, many, owes }), rows }
}

export interface TakenBack {
  run: BulkRun
  rows: readonly BulkRow[]
  /** The accounts that stay. */
  kept: readonly string[]
}

/** Takes away what an import has added, unless it was used since. @throws CallError */
export async function undoRun(importId: string, words: Words): Promise<TakenBack> {
  const made = await api(imported, { query: { importId } })
  const rows = made.filter(({ used }) => !used).map(({ id, account }) => ({ id, name: account }))
  const kept = made.filter(({ used }) => used).map(({ account }) => account)
  const one: BulkRun['job']['one'] = ({ id }, holder) => api(remove, { params: { id } }, holder)
  return { run: new BulkRun({ ...words, one }), rows, kept }
}

/** Some at a time; what could not be tried ends the answers, and where that was the first, is thrown. */
async function inTurns(
  rows: readonly BulkRow[],
  one: (row: BulkRow) => Promise<unknown>,
  reasonOf: (error: CallError) => string,
): Promise<RowAnswer[]> {
  const answers: RowAnswer[] = []
  for (let at = 0; at < rows.length; at += atOnce) {
    const told = await Promise.allSettled(rows.slice(at, at + atOnce).map(one))
    for (const each of told) {
      if (each.status === 'fulfilled') {
        answers.push({})
        continue
      }
      const error: unknown = each.reason
      const isRefused = error instanceof CallError && error.kind === 'refused' && error.code !== codes.tooMany
      if (isRefused) answers.push({ refused: reasonOf(error) })
      else if (answers.length > 0) return answers
      else throw error
    }
  }
  return answers
}
