import type { Schema } from '#contracts/endpoint'

type Form = Record<string, unknown>
export const long = (length: number) => 'a'.repeat(length)

export interface Rule {
  /** Rows of requirements.md. */
  of: string
  /** A form, one that is good in every field, and the field that is tried. */
  in: readonly [schema: Schema, good: Form, field: string]
  accepts?: readonly unknown[]
  /** Values by the message that refuses them. */
  refuses: Readonly<Record<string, readonly unknown[]>>
}
export const role = { name: '管理员', orgId: '1', description: 'x', resourceIdList: ['1'] }
export const entry = {
  name: '账号',
  code: 'uia.account',
  path: '/account',
  sort: 1,
  pid: '1',
  description: 'x',
}
export const page = { type: 2, ...entry, icon: 'user', component: 'account/index' }
export const link = { type: 2, iFrame: true, ...entry, linkUrl: 'https://example.com/x' }
export const phone = { phone: '13800000000', smsCode: '123456' }

const special = [..."`~!@#$%^&*<>?;\\[]·￥{}《》：“”【】、；‘’'"].map((character) => `a${character}`)

/** A text: its longest length, the message for none where it is required, and whether special characters are refused. */
export function text(
  of: string,
  place: Rule['in'],
  longest: number,
  { missing, stripped }: { missing?: string; stripped?: boolean } = {},
): Rule {
  const none = ['', null, undefined]
  return {
    of,
    in: place,
    accepts: [
      long(longest),
      ...(missing === undefined ? none : ['a']),
      ...(stripped ? ['名称 a-b_(1).'] : []),
    ],
    refuses: {
      [`tooLong:${longest}`]: [long(longest + 1)],
      ...(missing !== undefined && { [missing]: [...none, '   '] }),
      ...(stripped && { specialCharacters: special }),
    },
  }
}
export const switchRule = (of: string, place: Rule['in']): Rule => ({
  of,
  in: place,
  accepts: [true, false, 0, 1, '0', '1'],
  refuses: { flag: [undefined, 2, 'yes', null] },
})
export const chosen = (of: string, place: Rule['in'], missing: string): Rule => ({
  of,
  in: place,
  accepts: ['1', 7, 'a-B_9', long(64)],
  refuses: { [missing]: [undefined, '', null], id: [long(65), 'a/b', '..'] },
})
export const list = (of: string, place: Rule['in'], missing: string, most?: number): Rule => ({
  of,
  in: place,
  accepts: [['1'], [1, 2], ...(most === undefined ? [] : [Array.from({ length: most }, (_, at) => at)])],
  refuses: {
    [missing]: [[], undefined, null],
    ...(most !== undefined && { [`tooMany:${most}`]: [Array.from({ length: most + 1 }, (_, at) => at)] }),
  },
})
export const stripped = true
export const scripts = [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'blob:x',
]
export const elsewhere = [
  'file:///etc/passwd',
  'ftp://a',
  '//evil.com',
  '/\\evil.com',
  '\\\\evil.com',
  'mailto:a@b',
]
export const broken = ['http://', 'http:///a', 'https:evil.com', 'http:/a', 'a/b', '/a b']
