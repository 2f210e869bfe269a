import fc from 'fast-check'
import type { Schema } from '#contracts/endpoint'
import { patterns } from '#contracts/patterns'

/** What is generated for a field, where its name says more than its schema; else nothing. */
export type Known = (field: string) => fc.Arbitrary<unknown> | undefined

/** The part of a zod schema's own description that the walk reads. */
interface Definition {
  type: string
  shape?: Record<string, Schema>
  options?: readonly Schema[]
  innerType?: Schema
  element?: Schema
  in?: Schema
  values?: readonly unknown[]
  entries?: Record<string, unknown>
  checks?: readonly { _zod: { def: Check } }[]
}
interface Check {
  check: string
  minimum?: number
  maximum?: number
  value?: number
  pattern?: RegExp
}

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const digits = '0123456789'

/** Values that the schema takes, most of the time: what its refinements ask beyond that is left to random. */
export function valuesOf(schema: Schema, known: Known, field = ''): fc.Arbitrary<unknown> {
  const own = known(field)
  if (own !== undefined && !['optional', 'default', 'array'].includes(schema.def.type)) return own
  const definition = schema.def as unknown as Definition
  const checks = (definition.checks ?? []).map((check) => check._zod.def)
  const { innerType, element, options = [], shape = {} } = definition
  const inner = definition.in ?? innerType
  switch (definition.type) {
    case 'string':
      return textOf(checks)
    case 'number':
      return numberOf(checks)
    case 'boolean':
      return fc.boolean()
    case 'literal':
      return fc.constantFrom(...(definition.values ?? []))
    case 'enum':
      return fc.constantFrom(...Object.values(definition.entries ?? {}))
    case 'union':
      return fc.oneof(...options.map((option) => valuesOf(option, known, field)))
    case 'array':
      return arrayOf(element, known, field, checks)
    case 'object':
      return recordOf(shape, known)
    case 'nullable':
      return fc.option(valuesOf(inner ?? schema, known, field), { freq: 5 })
    case 'optional':
    case 'default':
      return fc.option(valuesOf(inner ?? schema, known, field), { freq: 3, nil: undefined })
    case 'pipe':
      return valuesOf(inner ?? schema, known, field)
    case 'unknown':
    case 'never':
      return fc.constant(undefined)
    default:
      throw new Error(`no values for a ${definition.type}`)
  }
}

function recordOf(shape: Record<string, Schema>, known: Known): fc.Arbitrary<unknown> {
  const fields = Object.entries(shape).map(([name, schema]) => [name, valuesOf(schema, known, name)] as const)
  return fc
    .record(Object.fromEntries(fields))
    .map((record) => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)))
}

function arrayOf(
  element: Schema | undefined,
  known: Known,
  field: string,
  checks: readonly Check[],
): fc.Arbitrary<unknown> {
  if (element === undefined || element.def.type === 'never') return fc.constant([])
  const minLength = checks.find(({ check }) => check === 'min_length')?.minimum ?? 0
  return fc.array(valuesOf(element, known, field), { minLength, maxLength: minLength + 2 })
}

function numberOf(checks: readonly Check[]): fc.Arbitrary<number> {
  const min = checks.find(({ check }) => check === 'greater_than')?.value ?? -1000
  const max = checks.find(({ check }) => check === 'less_than')?.value ?? 1000
  return fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, max))
}

function textOf(checks: readonly Check[]): fc.Arbitrary<string> {
  const pattern = checks.find((check) => check.pattern !== undefined)?.pattern
  const fitting = pattern === undefined ? undefined : byPattern.get(pattern)
  const least = checks.find(({ check }) => check === 'min_length')?.minimum ?? 0
  const most = checks.find(({ check }) => check === 'max_length')?.maximum ?? 64
  const text = fitting ?? anyText
  return fc
    .tuple(text, fc.integer({ min: 0, max: 19 }))
    .map(([value, random]) => (random === 0 ? value.repeat(300) : value).slice(0, most) || 'x'.repeat(least))
}

const of = (characters: string, minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...characters), minLength, maxLength })

/** What people type, and what needs care on its way into a search, a document or a log. */
const anyText = fc.oneof(
  of(`${letters}${digits} `, 1, 12),
  of('储能项目组织管理员一二三四五', 1, 8),
  fc.constantFrom(
    '_',
    '%',
    'a_b',
    'O"Brien',
    'José',
    'ﬁ',
    'İ',
    'ß',
    '👩‍🚀',
    '𠮷野家',
    'e\u0301',
    '\u202eabc',
    'a\tb',
  ),
)

const path = of(`${letters}${digits}-/`, 1, 15).map((text) => `/${text.replace(/^\/+|\/\/+/g, '')}`)
const byPattern = new Map<RegExp, fc.Arbitrary<string>>([
  [patterns.id, of(`${letters}${digits}-_`, 1, 20)],
  [patterns.loginName, of(`${letters}${digits}-_`, 1, 12)],
  [patterns.digit, of(digits, 4, 4)],
  [patterns.lettersAndDigitsOnly, of(letters + digits, 1, 12)],
  [patterns.dottedCode, of(letters + digits, 1, 5).map((text) => `${text}.1`)],
  [patterns.wholeNumber, fc.integer({ min: -(10 ** 14), max: 10 ** 14 }).map(String)],
  [patterns.hostName, fc.constantFrom('127.0.0.1', 'wms.example.com', '[::1]', '', '\\\\host', 'a:b:c')],
  [patterns.menuName, of(`${letters}${digits}_-.()（）菜单`, 1, 12)],
  [patterns.menuCode, of(`${letters}${digits}_-./`, 1, 12)],
  [patterns.linkUrl, fc.oneof(path, fc.constantFrom('https://example.com/a?b=c', 'http://x'))],
  [patterns.menuPath, path],
  [patterns.menuIcon, of(`${letters}-._`, 0, 8)],
  [patterns.accountPhone, fc.constantFrom('13812345678', '51234567', '612345', '0912345678')],
  [patterns.mobilePhone, of(digits, 9, 9).map((rest) => `13${rest}`)],
  [patterns.smsCode, of(digits, 6, 6)],
  [patterns.passwordHash, of('0123456789abcdef', 64, 64)],
])
