import fc from 'fast-check'
import { addressOf, type Endpoint } from '#contracts/endpoint'
import { type EndpointName, endpoints } from '#contracts/registry'
import { type Body, bodyFor } from './bodies.ts'
import { consistentFor, often } from './consistent.ts'
import { fieldsOf } from './fields.ts'
import { headersFor } from './headers.ts'
import { hostileQuery, hostileSegment, hostileText, rawQuery, withOnePartBroken } from './hostile.ts'
import { valuesOf } from './schema-values.ts'
import { type Actor, actors, type Mode, type World } from './world.ts'

export interface Generated extends Body {
  name: EndpointName
  mode: Mode
  actor: Actor
  method: string
  path: string
  headers: Record<string, string>
}

const names = Object.keys(endpoints) as EndpointName[]

/** Requests to a call of the contract, or to any, by everybody, in every context. */
export function requestTo(
  world: World,
  name?: EndpointName,
  mode: fc.Arbitrary<Mode> = anyMode,
): fc.Arbitrary<Generated> {
  return name === undefined
    ? fc.constantFrom(...names).chain((any) => requestOf(any, world, mode))
    : requestOf(name, world, mode)
}

const storing: readonly EndpointName[] = ['session.captcha', 'session.signInToken', 'user.sendSmsCode']
const writes = names.filter(
  (name) => storing.includes(name) || (endpoints[name] as Endpoint).operation !== undefined,
)
const moduleOf = (name: EndpointName) => name.split('.')[0] ?? ''

/** Whose calls store something. */
export const modules = [...new Set(writes.map(moduleOf))]

/** Requests to calls of a module that store something; most of them right, since they are to get in each other's way. */
export function writeOf(world: World, module: string): fc.Arbitrary<Generated> {
  const own = writes.filter((name) => moduleOf(name) === module)
  return fc
    .constantFrom(...own)
    .chain((name) => requestOf(name, world, fc.constantFrom('valid', 'valid', 'broken')))
}

const anyMode = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Mode>('valid') },
  { weight: 2, arbitrary: fc.constant<Mode>('broken') },
  { weight: 2, arbitrary: fc.constant<Mode>('junk') },
)

function requestOf(name: EndpointName, world: World, mode: fc.Arbitrary<Mode>): fc.Arbitrary<Generated> {
  const endpoint: Endpoint = endpoints[name]
  const actor = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom<Actor>('admin', 'operator', 'operator') },
    { weight: 2, arbitrary: fc.constantFrom<Actor>('auditor', 'field') },
    { weight: 1, arbitrary: fc.constantFrom<Actor>(...actors) },
  )
  return fc.tuple(mode, actor).chain(([chosen, caller]) =>
    fc
      .tuple(
        methodOf(endpoint, chosen),
        addressFor(name, endpoint, chosen, world),
        bodyFor(name, endpoint, chosen, world),
        headersFor(endpoint, chosen, caller, world),
      )
      .map(([method, path, body, headers]) =>
        readable({
          ...{ name, mode: chosen, actor: caller, method, path, headers },
          ...(method === 'GET' || method === 'HEAD' ? {} : body),
        }),
      ),
  )
}

/** So that a failure shows what was sent, but no megabytes of it. */
function readable(request: Generated): Generated {
  return Object.defineProperty(request, fc.toStringMethod, { value: () => shown(request) })
}

export function shown({ body, ...request }: Generated): string {
  const text = typeof body === 'string' ? body : body && `base64 ${Buffer.from(body).toString('base64')}`
  return JSON.stringify({ ...request, body: text?.slice(0, 2_000) })
}

function methodOf({ method }: Endpoint, mode: Mode): fc.Arbitrary<string> {
  if (mode !== 'junk') return fc.constant(method)
  const others = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD')
  return fc.oneof({ weight: 6, arbitrary: fc.constant<string>(method) }, { weight: 1, arbitrary: others })
}

function addressFor(name: EndpointName, endpoint: Endpoint, mode: Mode, world: World): fc.Arbitrary<string> {
  const known = fieldsOf(name, world)
  const consistent = consistentFor(name, world)
  const params = often(valuesOf(endpoint.params, known), consistent.params)
  const query = often(valuesOf(endpoint.query, known), consistent.query)
  const right = fc.tuple(params, query).map(([p, q]) => addressOf(endpoint, { params: p, query: q }))
  if (mode === 'valid') return right
  const brokenQuery = fc
    .tuple(
      params,
      query.chain((value) => withOnePartBroken(value ?? {}, hostileText)),
    )
    .map(([p, q]) => `${addressOf(endpoint, { params: p })}?${rawQuery(q)}`)
  const brokenPath = fc
    .tuple(hostileSegment, right)
    .map(([segment, address]) =>
      endpoint.path.includes('{') ? endpoint.path.replace(/\{\w+\}/, () => segment) : address,
    )
  // One thing broken at a time, so that what is looked at after it is reached as well.
  if (mode === 'broken') return endpoint.encoding === 'none' ? fc.oneof(brokenQuery, brokenPath) : right
  const further = fc
    .tuple(right, hostileQuery)
    .map(([address, more]) => `${address}${address.includes('?') ? '&' : '?'}${more}`)
  return fc.oneof(
    right,
    brokenQuery,
    brokenPath,
    further,
    hostileSegment.map((tail) => `${endpoint.path}${tail}`),
  )
}
