// biome-ignore lint/suspicious/noExplicitAny: JSON Schema, as zod writes it.
type Json = any

/** What a field of this name may hold: the first that its schema takes; the rest follows from the schema. */
const values: Readonly<Record<string, unknown>> = {
  id: '0192f0c1-7c1e-7d5a-9b1a-3f5a7c2d1e00',
  orgId: '0192f0c1-7c1e-7d5a-9b1a-000000000001',
  deptId: '0192f0c1-7c1e-7d5a-9b1a-000000000002',
  roleId: '0192f0c1-7c1e-7d5a-9b1a-000000000003',
  systemId: '0192f0c1-7c1e-7d5a-9b1a-000000000004',
  userId: '0192f0c1-7c1e-7d5a-9b1a-000000000005',
  pid: '0192f0c1-7c1e-7d5a-9b1a-000000000006',
  resourceId: '0192f0c1-7c1e-7d5a-9b1a-000000000007',
  name: 'Operations',
  account: 'lihua',
  username: 'lihua',
  userName: 'lihua',
  nickName: 'Li Hua',
  phone: '13800138000',
  email: 'lihua@example.com',
  company: 'East Energy',
  code: ['ops', '2468'],
  call: 'account.remove',
  orgCode: 'EAST',
  orgName: 'East',
  deptName: 'Operations',
  systemName: 'Energy system',
  remark: 'Night shift',
  description: 'Runs the stations',
  version: '1.0',
  port: '8080',
  hostName: '10.0.0.8',
  host: '10.0.0.8',
  ip: '10.0.0.20',
  requestIp: '10.0.0.20',
  path: '/ems/station',
  linkUrl: 'https://example.com/manual',
  component: 'views/station',
  icon: ['/sys/image/0192f001', 'station'],
  headImg: '/sys/image/0192f001',
  appUrlAddress: 'https://example.com/report',
  menuName: 'account',
  opType: 'update',
  method: 'POST',
  loginTime: '2026-11-21T08:00:00.000Z',
  createTime: '2026-11-21T08:00:00.000Z',
  createdTime: '2026-11-21T08:00:00.000Z',
  beginTime: '2026-11-20',
  endTime: '2026-11-21',
  key: '1763712000000',
  smsCode: '123456',
  page: 1,
  limit: 10,
  count: 1,
  sort: 1,
}

/** An example of what a JSON schema describes; recursive parts end after a level. */
export function exampleOf(
  schema: Json,
  schemas: Readonly<Record<string, Json>>,
  name = '',
  depth = 0,
): unknown {
  if (schema === undefined || depth > 12) return undefined
  if (schema.$ref !== undefined) {
    const target = schemas[schema.$ref.split('/').at(-1)]
    return depth > 3 ? undefined : exampleOf(target, schemas, name, depth + 2)
  }
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  const choices: Json[] | undefined = schema.oneOf ?? schema.anyOf
  if (choices !== undefined) return exampleOf(choiceFor(name, choices), schemas, name, depth)
  if (schema.allOf !== undefined) return exampleOf(schema.allOf[0], schemas, name, depth)
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries<Json>(schema.properties ?? {}).flatMap(([key, inner]) => {
          const value = exampleOf(inner, schemas, key, depth + 1)
          return value === undefined ? [] : [[key, value]]
        }),
      )
    case 'array': {
      const item = exampleOf(schema.items, schemas, name.replace(/List$/, 'Id'), depth + 1)
      return item === undefined ? [] : [item]
    }
    case 'boolean':
      return true
    case 'number':
    case 'integer':
      return known(name, schema) ?? schema.minimum ?? schema.default ?? 1
    case 'null':
      return null
    case 'string':
      return textFor(name, schema)
    default:
      return undefined
  }
}

/** Of several forms the first that takes a known value, else the first that is not null. */
function choiceFor(name: string, choices: readonly Json[]): Json {
  return (
    choices.find((choice) => known(name, choice) !== undefined) ??
    choices.find((choice) => choice.type !== 'null' && choice.const !== '') ??
    choices[0]
  )
}

/** A value of the table that the schema takes. */
function known(name: string, { type, pattern, maxLength = Number.POSITIVE_INFINITY }: Json): unknown {
  const candidates = [values[name] ?? []].flat()
  const types = [type].flat()
  return candidates.find((value) => {
    if (typeof value === 'number') return types.includes('number') || types.includes('integer')
    if (!types.includes('string') || typeof value !== 'string' || value.length > maxLength) return false
    return pattern === undefined || new RegExp(pattern, 'u').test(value)
  })
}

function textFor(name: string, schema: Json): unknown {
  // A file is no text.
  if (schema.format === 'binary') return ''
  // A password travels as its SHA-256.
  if (/password|secret/i.test(name) && schema.pattern !== undefined) return 'a'.repeat(64)
  if (/Id$|^id$/.test(name) || schema.pattern?.includes('{1,64}')) return values[name] ?? values.id
  const text = String(known(name, schema) ?? 'text'.slice(0, schema.maxLength))
  if (schema.pattern !== undefined && !new RegExp(schema.pattern, 'u').test(text))
    throw new Error(`${name} has no example that its pattern takes: one stands among the values here`)
  return text
}
