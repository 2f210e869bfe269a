import type { ProbeReport } from '#lib/probe-report'
import { type Got, words } from '../ask.ts'
import type { Deployment } from '../deployment.ts'
import { advice, type Finding, fault, ok } from '../finding.ts'

/** What `/readyz` says, asked of the console itself, and whether strangers may ask it through the proxy. */
export async function lookAtHealth(
  place: Deployment,
  report: ProbeReport,
  own: Deployment | undefined,
): Promise<Finding[]> {
  const through = await place.ask('/readyz')
  const direct = own === undefined ? through : await own.ask('/readyz')
  return [...judgeReadiness(direct), ...judgeOpenness(through, report)]
}

export function judgeReadiness(got: Got): Finding[] {
  if (got.status === 200) return [ok('ready', 'Ready to serve (/readyz)')]
  if (got.status !== 503) {
    return [
      advice('ready-unasked', 'Whoever watches the console from here learns nothing', {
        seen: `/readyz: ${words(got)}`,
        why: 'A load balancer or a monitor cannot tell a console that serves from one that does not.',
        fix: { console: 'PROBE_NETWORKS=…  # the addresses that watch it, beside the console’s own machine' },
      }),
    ]
  }
  return [
    fault('ready', 'The console is not ready to serve', {
      seen: `/readyz: ${got.body.toString('utf8').slice(0, 300)}`,
      why: 'People cannot work while the platform, its database or its schema is missing.',
      fix: {
        platform:
          'database: start it, or mend DATABASE_URL. schema older: start the platform of this version once. Else: look at the platform’s log.',
      },
    }),
  ]
}

/** Asked from this machine it may be meant for it; asked as somebody else, anybody may. */
function judgeOpenness(got: Got, { client, here }: ProbeReport): Finding[] {
  if (client === undefined || here || ![200, 503].includes(got.status)) return []
  return [
    advice('ready-open', 'Others than those who watch may ask /readyz', {
      seen: `${client} was answered: ${words(got)}`,
      why: 'It tells strangers when the platform or its database is away.',
      fix: {
        nginx: 'location = /readyz { return 404; }',
        console: `PROBE_NETWORKS=…  # without ${client}, unless it is a monitor's`,
      },
    }),
  ]
}
