import type { ProbeReport, Reach } from '#lib/probe-report'
import { type Deployment, mustLook } from '../deployment.ts'
import { advice, type Finding, fault, ok } from '../finding.ts'

/** Milliseconds. */
const slow = 2000

const means: Record<Exclude<Reach['state'], 'ok'>, string> = {
  dns: 'its name is not known there',
  refused: 'nothing listens there, or the network does not lead there',
  tls: 'its certificate is not believed there',
  timeout: 'it does not answer, or a firewall swallows the call',
  closed: 'it breaks the connection off',
  credentials: 'it does not accept the client credentials',
  nonsense: 'what answers there is something else',
}

/** Asks the console whom it reaches; a second time where the first call had to open the way. */
export async function lookAtReach(place: Deployment): Promise<ProbeReport> {
  const question = { patience: 20_000 }
  const { report } = await mustLook(place, '/reach', question)
  const took = report.platform?.took ?? 0
  return took < slow ? report : (await mustLook(place, '/reach', question)).report
}

/** Whether the console’s server reaches the platform and every sub-application. */
export function judgeReach({ platform, systems = [] }: ProbeReport): Finding[] {
  return [...(platform === undefined ? [] : [judgePlatform(platform)]), ...judgeSystems(systems)]
}

function judgePlatform({ origin, state, detail, took }: Reach): Finding {
  if (state !== 'ok') {
    return fault('platform', 'The console does not reach the platform', {
      seen: `${origin}: ${detail} (${means[state]})`,
      why: 'Nobody can sign in, and every page says that the platform does not answer.',
      fix: { console: platformFix(state) },
    })
  }
  if (took < slow) return ok('platform', `Platform (${took} ms)`)
  return advice('platform-slow', 'The platform answers slowly', {
    seen: `${took} ms for a captcha`,
    why: 'Every page asks it several times.',
    fix: { platform: 'Look at its load, and at the way from the console to it (name resolution, proxies).' },
  })
}

function platformFix(state: Exclude<Reach['state'], 'ok'>): string {
  if (state === 'credentials')
    return 'PLATFORM_CLIENT_ID=… PLATFORM_CLIENT_SECRET=…  # as the platform gave them'
  if (state === 'tls') return 'NODE_EXTRA_CA_CERTS=/path/to/its-authority.pem'
  return 'PLATFORM_URL=…  # as the console’s machine reaches it, base path included'
}

function judgeSystems(systems: Reach[]): Finding[] {
  const findings = systems
    .filter(({ state }) => state !== 'ok')
    .map(({ origin, state, detail }) =>
      fault('system', 'The console does not reach a sub-application', {
        seen: `${origin}: ${detail}${state === 'ok' ? '' : ` (${means[state]})`}`,
        why: 'Its pages stay empty: browsers get its files through the console.',
        fix: {
          console:
            state === 'tls'
              ? 'NODE_EXTRA_CA_CERTS=/path/to/its-authority.pem'
              : `MICRO_APP_ORIGINS=…  # the address as the console’s machine reaches it; or start what should listen at ${origin}`,
        },
      }),
    )
  if (findings.length > 0 || systems.length === 0) return findings
  return [ok('system', `Sub-applications (${systems.length})`)]
}
