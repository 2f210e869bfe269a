import { codes } from '#contracts/envelope'
import { keyHeader, lifetimeHeader } from '#contracts/idempotency'
import { endpoints } from '#contracts/registry'
import { type Answer, envelopeOf, whatCame, withSection } from './answer.ts'
import { cut, describe } from './mask.ts'
import type { Probe } from './probe.ts'
import type { Manner } from './request.ts'
import { Stopped } from './sender.ts'
import { type Incoming, NoAnswer } from './wire.ts'

/** Seconds by which the platform's clock may go wrong before tokens, captchas and logs do. */
const mostSkew = 60
/** Seconds: a connection that the platform closes earlier may be closed under a call that is on its way. */
const leastKeptAlive = 30

/** What holds for all calls: unknown paths, languages, headers, clock and connections. */
export async function checkGeneral(probe: Probe): Promise<void> {
  await checkUnknownPath(probe)
  await checkMethods(probe)
  await checkLocales(probe)
  await checkBusiness(probe)
}

async function checkUnknownPath(probe: Probe): Promise<void> {
  const came = await raw(probe, 'GET', '/sys/conformance/nowhere')
  if (came === undefined) return
  const sent = 'GET /sys/conformance/nowhere'
  if (came.status !== 404) {
    const contract = 'HTTP 404: a call that there is not, by which the console knows what a platform lacks'
    tell(probe, 'an unknown path', sent, contract, whatCame(came))
  } else if (envelopeOf(came) === undefined) {
    probe.findings.advise({
      call: 'general',
      at: 'an unknown path',
      sent,
      contract: 'an envelope with the 404 too',
      came: whatCame(came),
    })
  }
}

async function checkMethods(probe: Probe): Promise<void> {
  const { path } = endpoints['session.currentUser']
  const came = await raw(probe, 'PUT', path)
  if (came === undefined || (came.status >= 400 && came.status < 500)) return
  const envelope = envelopeOf(came)
  if (came.status === 200 && envelope !== undefined && envelope.code !== codes.success) return
  tell(probe, 'a method that the call has not', `PUT ${path}`, 'a refusal (HTTP 405)', whatCame(came))
}

/** Messages follow the locale header; a language that the platform does not have is no reason to fail. */
async function checkLocales(probe: Probe): Promise<void> {
  const [english, chinese, french] = [
    await refusedIn(probe, 'en-US'),
    await refusedIn(probe, 'zh-cn'),
    await refusedIn(probe, 'fr-FR'),
  ]
  const sent = 'GET /auth/info without a token, locale en-US and zh-cn'
  if (english?.envelope !== undefined && chinese?.envelope !== undefined) {
    const [one, other] = [english.envelope.msg, chinese.envelope.msg]
    if (one === other) {
      tell(
        probe,
        'the locale header',
        sent,
        'a message in the language of the header',
        `"${cut(one, 60)}" in both`,
      )
    } else if (/\p{Script=Han}/u.test(one) || !/\p{Script=Han}/u.test(other)) {
      tell(
        probe,
        'the locale header',
        sent,
        'English for en-US, Chinese for zh-cn',
        `"${cut(one, 60)}" and "${cut(other, 60)}"`,
      )
    }
  }
  if (french !== undefined && french.incoming.status >= 500) {
    tell(
      probe,
      'an unknown language',
      'locale: fr-FR',
      'an answer in some language',
      whatCame(french.incoming),
    )
  }
}

function refusedIn(probe: Probe, locale: string): Promise<Answer | undefined> {
  probe.findings.checked('general')
  return probe.answer('session.currentUser', {}, { token: null, locale })
}

async function checkBusiness(probe: Probe): Promise<void> {
  for (const [what, business] of [
    ['a business header that is no JSON', 'nonsense'],
    ['a business header of another form', encodeURIComponent('["list"]')],
    ['a business header that is badly encoded', '%E0%A4%A'],
  ] as const) {
    const manner: Manner = { business }
    probe.findings.checked('general')
    const came = await probe.send('session.currentUser', {}, manner)
    if (came === undefined || came.incoming.status < 500) continue
    tell(
      probe,
      what,
      `business: ${business}`,
      'an answer or a refusal, but no fault',
      whatCame(came.incoming),
    )
  }
}

/** What headers say of the platform's clock and connections; nothing of it breaks the contract. */
export function checkSurroundings(probe: Probe, incoming: Incoming): void {
  const { headers, at } = incoming
  const advise = (place: string, contract: string, came: string) =>
    probe.findings.advise({ call: 'general', at: place, sent: 'any call', contract, came })
  const date = Date.parse(headers.date ?? '')
  const skew = Math.round((date - at.getTime()) / 1000)
  if (Number.isNaN(date))
    advise('Date', 'a Date header, by which clocks can be compared', describe(headers.date))
  else if (Math.abs(skew) > mostSkew) {
    advise(
      'Date',
      `a clock within ${mostSkew} s of this machine’s`,
      `${skew} s ${skew > 0 ? 'ahead' : 'behind'}`,
    )
  }
  if (headers[lifetimeHeader] === undefined) {
    advise(
      keyHeader,
      `${lifetimeHeader} in the answers: that a write is done once which comes twice under one key`,
      'no such header: the console repeats no write by itself, and people are told to look what became of it',
    )
  }
  const seconds = Number(/timeout=(\d+)/.exec(String(headers['keep-alive'] ?? ''))?.[1] ?? Number.NaN)
  if (headers.connection?.toLowerCase() === 'close') {
    advise(
      'connections',
      'connections that are kept: the console makes several calls for a page',
      'Connection: close',
    )
  } else if (seconds < leastKeptAlive) {
    advise(
      'connections',
      `kept for ${leastKeptAlive} s or longer: one that closes under a call costs a repetition, and a write an error`,
      `Keep-Alive: timeout=${seconds}`,
    )
  }
}

async function raw(probe: Probe, method: string, path: string): Promise<Incoming | undefined> {
  if (probe.stopping && !probe.cleaning) throw new Stopped()
  probe.findings.checked('general')
  const headers = {
    accept: 'application/json',
    locale: 'en-US',
    authorization: `Bearer ${probe.token ?? ''}`,
  }
  try {
    return await probe.wire.send({ method, path, headers })
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    tell(probe, 'answer', `${method} ${path}`, 'an answer', error.message)
    return undefined
  }
}

function tell(probe: Probe, at: string, sent: string, contract: string, came: string): void {
  probe.findings.difference({ call: 'general', at, sent, contract: withSection('general', contract), came })
}
