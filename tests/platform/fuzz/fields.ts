import fc from 'fast-check'
import { isBulkCall } from '#contracts/bulk'
import { type EndpointName, endpoints } from '#contracts/registry'
import type { Known } from './schema-values.ts'
import { known, type World } from './world.ts'

const manyCalls = Object.keys(endpoints).filter(isBulkCall)

/** What the schema cannot say: which records an id means, and what has to be right for a call to succeed. */
export function fieldsOf(name: EndpointName, world: World): Known {
  const module = name.split('.')[0] ?? ''
  const own = world.spare.own[module]
  const of = (ids: readonly string[]) => oneOf(ids)
  const ids: Record<string, fc.Arbitrary<unknown>> = {
    account: of(world.accounts),
    department: of(world.departments),
    role: of(world.roles),
    organization: of(world.organizations),
    allocation: of(world.systems),
    apply: of(world.applications),
    menu: of(world.nodes),
    image: of(world.pictures.map((path) => path.split('/').at(-1) ?? '')),
  }
  // EAST is where one of the callers has rights, hence named more often than the others.
  const orgId = fc.oneof(fc.constant(world.org.EAST), of(world.organizations))
  const often = (value: string) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constant(value) },
      { weight: 1, arbitrary: fc.constant(value.replace(/^./, '0')) },
    )
  const fields: Record<string, fc.Arbitrary<unknown> | undefined> = {
    id: ids[module] ?? (own === undefined ? undefined : fc.constant(own)),
    resourceId: ids.menu,
    orgId,
    deptId: of(world.departments),
    userId: of(world.accounts),
    usersRoleList: of(world.roles),
    resourceIdList: of(module === 'apply' ? world.resources : world.nodes),
    systemId: of(world.applications),
    pid: of(world.nodes),
    headImg: of(world.pictures),
    username: of(world.accountNames),
    secret: often(known.secret),
    oldPassword: often(known.secret),
    key: often(known.captchaKey),
    smsCode: often(known.smsCode),
    newPassword: fc.constant('b'.repeat(64)),
    reNewPassword: fc.constant('b'.repeat(64)),
    port: fc.constantFrom('', '0', '443', 65_535, '65536', '1.5', null),
    sort: fc.constantFrom(1, 9999, '5', ' 7 ', 0),
    beginTime: times,
    endTime: times,
    ...(module === 'apply' && {
      icon: of(world.pictures),
      code: name === 'apply.update' ? of(['ems', 'report', 'fuzz1']) : undefined,
    }),
    ...(module === 'bulk' && { bulkId: fc.uuid(), call: of(manyCalls), inputs: bulkInput(world) }),
    ...(module === 'session' && { code: often(known.captcha) }),
    ...(module === 'user' && { phone: often(known.phone) }),
    ...(module === 'assets' && { code: of(world.systemCodes) }),
    ...(module === 'menu' && { code: fc.nat({ max: 9999 }).map((number) => `ems.fuzz.${number}`) }),
  }
  return (field) => fields[field]
}

function oneOf<Value>(values: readonly Value[]): fc.Arbitrary<Value> {
  return fc.constantFrom(...values)
}

/** Rows of whatever call: of which it is one, each tells by itself. */
function bulkInput({ accounts, departments, roles }: World): fc.Arbitrary<object> {
  const id = oneOf([...accounts, ...departments, ...roles])
  const switched = fc.record({ id, enabled: fc.constantFrom(0, 1) })
  return fc.oneof(
    id.map((value) => ({ params: { id: value } })),
    switched.map((value) => ({ query: value })),
    switched.map((value) => ({ body: value })),
    fc.object().map((body) => ({ body })),
    fc.record({ params: fc.record({ id: odd }), query: fc.record({ id: odd }) }),
  )
}

/** What no address can hold, and what makes no text of itself. */
const odd = fc.oneof(
  fc.constantFrom<unknown>('\ud800', { toString: 1 }, { toString: null, valueOf: null }, [], null),
  fc.object({ maxDepth: 1 }),
)

const times = fc.constantFrom(
  '',
  '2026-11-01',
  '2026-11-20 08:00',
  '2026-11-20T08:00:00.123456+08:00',
  '1700000000',
  '1700000000000',
  '0000-01-01',
  '9999-12-31 23:59:59Z',
  '0001-01-01 00:00+14:00',
)

/** What systems report of themselves: codes below their own, which the schema does not ask for. */
export function collectedFor({ systemCodes }: World): fc.Arbitrary<unknown> {
  const number = fc.nat({ max: 30 })
  const operation = fc.tuple(number, fc.constantFrom('GET', 'POST', null, undefined)).map(([n, method]) => ({
    ...{ name: `Operation ${n}`, path: `/operation/${n}`, code: `operation${n}`, method },
  }))
  const page = fc
    .tuple(number, fc.array(operation, { maxLength: 3 }), fc.nat({ max: 5 }))
    .map(([n, operations, depth]) => ({
      ...{ name: `Page ${n}`, type: 2, path: `/page/${n}`, code: `page${n}`, operations, depth },
    }))
  const system = fc
    .tuple(oneOf([...systemCodes, 'unknown']), fc.array(page, { maxLength: 3 }))
    .map(([code, pages]) => ({ code, name: code, resources: pages.map((one) => below(code, one)) }))
  return fc.array(system, { minLength: 1, maxLength: 2 })
}

interface Page {
  code: string
  path: string
  operations: { code: string }[]
  /** How many pages hang below it, each below the one before. */
  depth: number
}

function below(system: string, { depth, operations, ...page }: Page): object {
  const code = `${system}.${page.code}`
  const inner = { ...page, code: `${page.code}.x`, path: `${page.path}/x`, operations: [], depth: depth - 1 }
  return {
    ...{ ...page, code },
    operations: operations.map((operation) => ({ ...operation, code: `${code}.${operation.code}` })),
    ...(depth > 0 && { children: [below(system, inner)] }),
  }
}
