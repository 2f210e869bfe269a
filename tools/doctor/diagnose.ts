import type { ProbeReport } from '#lib/probe-report'
import { Fault } from '../../scripts/lib/fault.mjs'
import { headerOf, noAnswer, Unanswered } from './ask.ts'
import { lookAtAssets } from './checks/assets.ts'
import { judgeTransport, lookAtPlainHttp } from './checks/certificate.ts'
import { explainStranger } from './checks/entry.ts'
import { forgedAddress, judgeForwarding } from './checks/forwarding.ts'
import { judgeCookies, judgeHeaders, judgePolicy, noPages } from './checks/headers.ts'
import { lookAtHealth } from './checks/health.ts'
import {
  lookAtAnswerHeaders,
  lookAtMethods,
  lookAtPatience,
  lookAtRequestHeaders,
  lookAtSockets,
  lookAtStreaming,
  lookAtUpload,
} from './checks/limits.ts'
import { lookAtPaths, lookAtRedirects, lookAtRefusals } from './checks/paths.ts'
import { judgeProcesses, lookAtProcesses } from './checks/processes.ts'
import { judgeReach, lookAtReach } from './checks/reach.ts'
import { lookAsPerson } from './checks/session.ts'
import { judgeClocks, judgeSettings } from './checks/settings.ts'
import { type Deployment, type Look, mustLook, placeAt } from './deployment.ts'
import type { Finding } from './finding.ts'
import type { Options } from './options.ts'
import { explainSilence } from './silence.ts'

export interface Diagnosis {
  url: string
  findings: Finding[]
  /** What could not be looked at, and why. */
  unseen: string[]
}

/** Looks at a deployment from outside, through its proxy, and asks the console what arrived there. Throws Fault when nothing answers. */
export async function diagnose(options: Options): Promise<Diagnosis> {
  const { url } = options
  const { place, looks } = await enter(options)
  const [first] = looks
  if (first === undefined) throw new Fault(`${url.href} was not asked`)
  const own = await lookDirectly(options)
  const now = Date.now()
  const before = judgeTransport(url, first.got.certificate, options, now)
  const unseen = [
    ...(own === undefined
      ? [`the console without the proxy: ${options.own.origin} does not answer here`]
      : []),
    ...(options.insecure ? ['who signed the certificate (--insecure)'] : []),
  ]
  const end = (findings: Finding[], why: string[] = []) => ({
    url: url.href,
    findings: [...before, ...findings],
    unseen: [...unseen, ...why],
  })

  const { findings: together, blind } = judgeProcesses(looks)
  const report = looks.flatMap((look) => look.report ?? []).at(0)
  if (report === undefined) {
    return end([explainStranger(first.got, url, own?.report, options.own)], ['everything behind that'])
  }
  if (blind) return end(together, ['everything else, which would depend on the process that is met'])
  const settings = judgeSettings(url, report)
  if (settings.some(({ id, level }) => id === 'base-path' && level === 'fault')) {
    return end([...together, ...settings], ['everything else, which leads out of the path'])
  }
  const isSound = [...before, ...settings].every(({ level }) => level !== 'fault')
  const rest = await lookAtRest(place, report, own?.place, {
    ...options,
    person: isSound ? options.person : undefined,
  })
  return end([...together, ...settings, ...rest.findings], rest.unseen)
}

async function aheadOf(place: Deployment): Promise<number> {
  const since = Date.now()
  const { report } = await mustLook(place)
  return report.now - (since + Date.now()) / 2
}

/** Ten looks; a console whose clock is too far off to believe the proof gets it by its own time. */
async function enter(options: Options): Promise<{ place: Deployment; looks: Look[] }> {
  try {
    const place = placeAt(options.url, options)
    const looks = await lookAtProcesses(place)
    const date = Date.parse(headerOf(looks[0]?.got ?? noAnswer, 'date') ?? '')
    if (looks.some(({ report }) => report !== undefined) || Number.isNaN(date)) return { place, looks }
    const ahead = date - Date.now()
    if (Math.abs(ahead) < 30_000) return { place, looks }
    const later = placeAt(options.url, { ...options, ahead })
    return { place: later, looks: await lookAtProcesses(later) }
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error
    throw new Fault(explainSilence(options.url, error))
  }
}

async function lookDirectly(
  options: Options,
): Promise<{ place: Deployment; report: ProbeReport } | undefined> {
  const place = placeAt(options.own, options)
  try {
    const { report } = await place.look()
    return report && { place, report }
  } catch {
    // The doctor may run elsewhere; what is missing then is said by its caller.
    return undefined
  }
}

/** Everything about one console that is there: the slow questions beside the quick ones, which go one after the other. */
async function lookAtRest(
  place: Deployment,
  report: ProbeReport,
  own: Deployment | undefined,
  options: Options,
) {
  const unseen: string[] = []
  let far = report
  const part = async (subject: string, work: () => Promise<Finding[]> | Finding[]): Promise<Finding[]> => {
    try {
      return await work()
    } catch (error) {
      unseen.push(`${subject}: ${error instanceof Error ? error.message : error}`)
      return []
    }
  }
  const slow = [
    part('slow answers', () => lookAtPatience(place, report)),
    part('streaming', () => lookAtStreaming(place)),
    part('platform and sub-applications', async () => {
      far = await lookAtReach(place)
      return judgeReach(far)
    }),
  ]
  const quick = [
    await part('forwarded headers', () => (isDirect(options) ? [] : lookAtForwarding(place, options))),
    await part('being ready', () => lookAtHealth(place, report, own)),
    await part('pages', () => lookAtPages(place, own, options)),
    await part('request headers', () => lookAtRequestHeaders(place)),
    await part('answer headers', () => lookAtAnswerHeaders(place)),
    await part('uploads', () => lookAtUpload(place)),
    await part('paths', () => lookAtPaths(place)),
    await part('refusals', () => lookAtRefusals(place)),
    await part('redirects', () => lookAtRedirects(place)),
    await part('methods', () => lookAtMethods(place)),
    await part('WebSockets', () => lookAtSockets(place, report)),
    await part('signing in', () =>
      options.person ? lookAsPerson(place, options.person, (what) => unseen.push(what)) : [],
    ),
  ]
  if (isDirect(options)) unseen.push('forwarded headers: no proxy stands before the console’s own port')
  if (options.person === undefined) {
    unseen.push(
      'signing in, and sub-applications as browsers get them (--account, once the faults are mended)',
    )
  }
  const findings = [...quick, ...(await Promise.all(slow))].flat()
  const clocks = await part('clocks', async () => judgeClocks(await aheadOf(place), far))
  return { findings: [...clocks, ...findings], unseen }
}

/** A proxy cannot have the console's own port; without one, whatever a client says of forwarding is its own word. */
const isDirect = ({ url, own }: Options) => url.protocol === own.protocol && url.port === own.port

async function lookAtForwarding(place: Deployment, { url }: Options): Promise<Finding[]> {
  const { report } = await mustLook(place, '', { headers: { 'x-forwarded-for': forgedAddress } })
  return judgeForwarding(url, report)
}

async function lookAtPages(
  place: Deployment,
  own: Deployment | undefined,
  options: Options,
): Promise<Finding[]> {
  const cookie = 'doctor=1'
  const { got: call, report } = await mustLook(place, '', { headers: { cookie } })
  const name = report.sent.find(([header]) => header === 'set-cookie')?.[1].split('=')[0] ?? ''
  // A cookie that opens nothing is cleared, so that the page sets one, unless it never arrives there: another finding.
  const asking = { headers: { cookie: `${name}=nothing` } }
  const page = await place.ask('/login', asking)
  const setting = report.headers.cookie === cookie ? [call, page] : [call]
  // The console's own limit of calls says nothing of the deployment.
  if (page.status === 429) throw new Error('too many calls at once; try again')
  if (page.status !== 200) return [noPages(page)]
  const again = await place.ask('/login', asking)
  const policy = judgePolicy([page, again], report)
  const isPolicyLost = policy.some(({ level }) => level === 'fault')
  // A proxy that spoils the policy of pages does so everywhere; once is enough to say it.
  const sent = report.sent.filter(([header]) => !isPolicyLost || header !== 'content-security-policy')
  return [
    ...(await lookAtPlainHttp(options, headerOf(page, 'strict-transport-security'))),
    ...policy,
    ...judgeHeaders(page, await own?.ask('/login', asking), call, sent),
    ...judgeCookies(setting, report),
    ...(await lookAtAssets(place, page)),
  ]
}
