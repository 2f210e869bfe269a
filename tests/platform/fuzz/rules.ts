import * as z from 'zod/mini'
import { run as bulk } from '#contracts/bulk'
import { captcha, signInToken } from '#contracts/session'
import { sendSmsCode } from '#contracts/user'
import type { RowChange } from './changes.ts'
import { type Answered, type Outcome, succeeded } from './outcome.ts'

const envelope = z.object({ code: z.int(), msg: z.string().check(z.minLength(1)), data: z.unknown() })

/** What a refused call may leave behind, table by table; everything else has to be as it was. */
const refusalRecords: Readonly<Record<string, (change: RowChange) => boolean>> = {
  // Refusals are logged for administrators: as abnormal, or as not permitted.
  operation_log: ({ operation, after }) =>
    operation === 'INSERT' && ['2', '3'].includes(String(after?.status)),
  // Whose newest entry its head names.
  operation_head: ({ operation }) => operation === 'UPDATE',
  // So are sign-ins; many of one network count in one row.
  login_log: ({ operation, after }) => operation !== 'DELETE' && after?.login_result !== '1',
  // The words of both logs, for their searches.
  log_word: ({ operation }) => operation === 'INSERT',
  // Failed sign-ins count towards a lock.
  sign_in_attempt: ({ operation }) => operation !== 'DELETE',
  // A captcha is used up, right or wrong.
  captcha: ({ operation }) => operation === 'DELETE',
  // A wrong SMS code counts as a try of it.
  sms_code: (change) => change.operation === 'UPDATE' && onlyDiffer(change, ['tries']),
  // A wrong old password counts, and so does what is asked for too often.
  quota: ({ operation }) => operation !== 'DELETE',
}

/** What calls without an entry in the operation log store nevertheless, by what they are for. */
const storedByReads = new Map([
  [captcha.path, ['captcha']],
  [sendSmsCode.path, ['sms_code', 'quota']],
  [signInToken.path, ['captcha', 'sign_in_attempt', 'session', 'login_log', 'log_word', 'quota']],
])

/** What holds for every request of everybody. Gives what is broken, in words. */
export function brokenRules(outcome: Outcome): string[] {
  return [...brokenAnswer(outcome), ...faultsOf(outcome), ...brokenStorage(outcome)]
}

export function faultsOf({ faults }: Pick<Outcome, 'faults'>): string[] {
  return faults.map((line) => `logs a fault: ${line.slice(0, 1_500)}`)
}

export function brokenAnswer(outcome: Answered): string[] {
  const { request, endpoint, status, type, text } = outcome
  if (status >= 500) return [`is answered ${status}: ${text.slice(0, 300)}`]
  if (request.method === 'HEAD' || status === 304) return text === '' ? [] : ['has a body where none belongs']
  const [kind] = type.split('/')
  if (kind === 'image' || kind === 'audio') {
    return status === 200 && endpoint?.answer === kind ? [] : [`answers ${status} with ${type}`]
  }
  const parsed = z.safeParse(envelope, parsedJson(text))
  if (!parsed.success) return [`answers no envelope but ${type}: ${text.slice(0, 200)}`]
  const { code, data } = parsed.data
  if (!succeeded(outcome)) return code === 0 || code === 200 ? [`is refused with code ${code}`] : []
  if (endpoint === undefined) return ['succeeds outside of the contract']
  if (code !== endpoint.success) return [`answers ${status} with code ${code}`]
  const fits = z.safeParse(endpoint.data, data ?? undefined)
  return fits.success ? [] : [`answers data that the contract does not know: ${fits.error.message}`]
}

function brokenStorage(outcome: Outcome): string[] {
  const { endpoint, changes } = outcome
  if (!succeeded(outcome)) return described('is refused and changes', changes.filter(isNoRecord))
  // Made of calls that change something, or are refused.
  if (endpoint === bulk) {
    const done = changes.filter(isNoRecord)
    const isLogged = changes.some(({ table, after }) => table === 'operation_log' && after?.status === '1')
    return done.length === 0 || isLogged ? [] : described('changes without an entry', done)
  }
  if (endpoint?.operation !== undefined) {
    const isLogged = changes.some(({ table, after }) => table === 'operation_log' && after?.status === '1')
    return isLogged ? [] : ['succeeds without an entry in the operation log']
  }
  const stored = storedByReads.get(endpoint?.path ?? '') ?? []
  return described(
    'reads and changes',
    changes.filter((change) => !stored.includes(change.table) && !isSignInOf(change, endpoint?.path)),
  )
}

/** A sign-in is noted with its account, and nothing else of that changes. */
function isSignInOf(change: RowChange, path: string | undefined): boolean {
  return path === signInToken.path && change.table === 'account' && onlyDiffer(change, ['last_login'])
}

function isNoRecord(change: RowChange): boolean {
  return refusalRecords[change.table]?.(change) !== true
}

function onlyDiffer({ before, after }: RowChange, fields: readonly string[]): boolean {
  return Object.keys(before ?? {}).every(
    (field) => fields.includes(field) || Object.is(before?.[field], after?.[field]),
  )
}

export function described(what: string, changes: readonly RowChange[]): string[] {
  return changes
    .slice(0, 3)
    .map(
      ({ table, operation, before, after }) =>
        `${what} ${table} (${operation} ${JSON.stringify(before)} → ${JSON.stringify(after)})`,
    )
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
