import { ownNames } from '#contracts/account-form'

/** What leaves the run is cut and masked: it ends up in tickets and chats. */

const secretFields = new Set([
  'password',
  'secret',
  'oldPassword',
  'newPassword',
  'reNewPassword',
  'access_token',
])
const personalFields = new Set([
  ...[...ownNames, 'username', 'userName', 'nickName', 'email', 'company'],
  ...['ip', 'requestIp', 'filter', 'subject', 'msg', 'roleName', 'searchStr', 'seachStr', 'resourceName'],
])
const ours = /^conformance/i
const longest = 40

/** A value for people to read, by the name of the field it stands in. */
export function describe(value: unknown, field = ''): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (typeof value === 'string') return value === '' ? 'an empty text' : `the text "${masked(value, field)}"`
  if (typeof value === 'number') {
    return personalFields.has(field) ? `a number of ${String(value).length} digits` : `the number ${value}`
  }
  if (typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value !== 'object') return typeof value
  const names = Object.keys(value)
  return names.length === 0 ? 'an empty object' : `an object with ${cut(names.join(', '), 80)}`
}

/** A text by the name of its field: secrets not at all, personal things by their first letters, others cut. */
export function masked(text: string, field: string): string {
  if (secretFields.has(field)) return '***'
  if (personalFields.has(field) && !ours.test(text)) return text.length < 3 ? '**' : `${text.slice(0, 2)}***`
  return cut(text, longest)
}

export function cut(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > most ? `${line.slice(0, most)}…` : line
}

/** A path with its query, the values masked by their names. */
export function maskedAddress(address: string): string {
  const at = address.indexOf('?')
  if (at < 0) return address
  const pairs = [...new URLSearchParams(address.slice(at + 1))].map(
    ([name, value]) => `${name}=${masked(value, name)}`,
  )
  return `${address.slice(0, at)}?${pairs.join('&')}`
}

/** A body as JSON, masked; long lists are counted. */
export function maskedBody(body: unknown): string {
  const walk = (value: unknown, field: string): unknown => {
    if (typeof value === 'string') return masked(value, field)
    if (Array.isArray(value)) {
      const shown = value.slice(0, 2).map((entry) => walk(entry, field))
      return value.length > 2 ? [...shown, `… ${value.length} in all`] : shown
    }
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, walk(inner, name)]))
  }
  return cut(JSON.stringify(walk(body, '')), 300)
}
