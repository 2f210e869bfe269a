import fc from 'fast-check'
import type { Endpoint } from '#contracts/endpoint'
import { basic } from '../harness.ts'
import { hostileText, percentEncoded } from './hostile.ts'
import type { Actor, Mode, World } from './world.ts'

/** The business header, the client's or the person's credentials, and what else travels along. */
export function headersFor(
  endpoint: Endpoint,
  mode: Mode,
  actor: Actor,
  { organizations, applications, org }: World,
): fc.Arbitrary<Record<string, string>> {
  const orgId = fc.oneof(
    { weight: 6, arbitrary: fc.constant<string | undefined>(org.EAST) },
    { weight: 2, arbitrary: fc.constant<string | undefined>(org.WEST) },
    { weight: 1, arbitrary: fc.constantFrom<string | undefined>(undefined, 'unknown', ...organizations) },
  )
  const right = fc
    .record({ orgId, systemId: fc.option(fc.constantFrom(...applications), { nil: undefined }) })
    .map((business): Record<string, string> => ({ business: encodeURIComponent(JSON.stringify(business)) }))
  const wrong = fc.oneof(
    fc.constantFrom('', '%', '%zz', '{}', 'null', '[]', '%00', '{"orgId":{}}', '{"orgId":"\\ud800"}', '1'),
    hostileText.map((text) => percentEncoded(JSON.stringify({ orgId: text, orgCode: text, systemId: text }))),
  )
  const business =
    mode === 'junk'
      ? fc.oneof(
          right,
          wrong.map((value) => ({ business: value })),
        )
      : right
  const others = fc.constantFrom<Record<string, string>>(
    {},
    { locale: 'zh-cn' },
    { locale: 'xx'.repeat(200) },
    { 'x-forwarded-for': '10.1.2.3' },
    { 'x-forwarded-for': 'not an address, ::1' },
    { 'x-forwarded-for': 'fe80::1%25eth0' },
    { 'user-agent': '\u00e9\u00ff'.repeat(200) },
    { 'x-request-id': '../../x' },
    { 'if-none-match': '"1-x", *' },
    { 'content-length': 'x' },
  )
  const authorization = credentialsOf(endpoint, actor)
  return fc
    .tuple(business, mode === 'junk' ? others : fc.constant({}), authorization)
    .map((parts) => Object.assign({}, ...parts))
}

function credentialsOf({ access }: Endpoint, actor: Actor): fc.Arbitrary<Record<string, string>> {
  if (actor !== 'nobody')
    return fc.constant<Record<string, string>>(access === 'client' ? { authorization: basic } : {})
  return fc.constantFrom<Record<string, string>>(
    {},
    { authorization: basic },
    { authorization: 'Basic !!!' },
    { authorization: `Bearer ${'x'.repeat(43)}` },
    { authorization: 'Bearer' },
    { authorization: `Bearer ${'x'.repeat(5_000)}` },
  )
}
