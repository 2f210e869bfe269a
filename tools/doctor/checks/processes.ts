import type { ProbeReport } from '#lib/probe-report'
import { type Got, noAnswer, Unanswered, words } from '../ask.ts'
import { type Deployment, type Look, refusalIn } from '../deployment.ts'
import { type Finding, fault, ok } from '../finding.ts'

/** Often enough that several processes behind a proxy all have their turn. */
const times = 10

/** @throws Unanswered when not even the first call is answered */
export async function lookAtProcesses(place: Deployment): Promise<Look[]> {
  const looks = [await place.look()]
  while (looks.length < times) {
    const look = await place.look().catch((error) => {
      if (error instanceof Unanswered) return { sent: '', got: noAnswer }
      throw error
    })
    looks.push(look)
  }
  return looks
}

/** Whether the processes behind the address are one console. `blind`: the rest would be told by chance alone. */
export function judgeProcesses(looks: Look[]): { findings: Finding[]; blind: boolean } {
  const reports = looks.flatMap(({ report }) => report ?? [])
  const others = looks.filter(({ report }) => report === undefined).map(({ got }) => got)
  // One that has too much to do refuses as well, and says nothing of its secrets.
  const isRefused = (got: Got) => refusalIn(got) !== undefined && got.status !== 503
  const refused = others.filter(isRefused)
  const lost = others.filter((got) => !isRefused(got))
  const findings = [...judgeLost(lost), ...judgeSecrets(reports, refused), ...judgeBuilds(reports)]
  if (findings.length > 0) return { findings, blind: others.length > 0 }
  const count = new Set(reports.map((report) => report.process)).size
  return {
    findings: [
      ok('processes', count === 1 ? 'One console process' : `${count} console processes, all alike`),
    ],
    blind: false,
  }
}

function judgeLost(lost: Got[]): Finding[] {
  const [first] = lost
  if (first === undefined) return []
  return [
    fault('lost-calls', 'Some calls do not reach the console', {
      seen: `${lost.length} of ${times} calls: ${words(first)}`,
      why: 'Part of what people do fails, each time another part.',
      fix: {
        nginx:
          'upstream … { server HOST:PORT; }  # take out, or start, the process that is gone; where it is a limit: limit_req … burst=100 nodelay;',
      },
    }),
  ]
}

function judgeSecrets(reports: ProbeReport[], refused: Got[]): Finding[] {
  const unopened = reports.some((one) => reports.some((other) => !other.opens.includes(one.seals)))
  const [first] = refused
  if (!unopened && first === undefined) return []
  return [
    fault('different-secrets', 'The console’s processes have different session secrets', {
      seen:
        first === undefined
          ? 'one seals sessions with a secret that another does not have'
          : `${refused.length} of ${times} calls met a process that does not know this secret: ${words(first)}`,
      why: 'People are signed out whenever their call meets the other process.',
      fix: {
        console: 'SESSION_SECRET=…  # the same in every process; to rotate, add the new one at the end first',
      },
    }),
  ]
}

function judgeBuilds(reports: ProbeReport[]): Finding[] {
  const builds = new Set(reports.map(({ build }) => build))
  if (builds.size <= 1) return []
  return [
    fault('different-builds', 'The console’s processes run different builds', {
      seen: [...builds].join(', '),
      why: 'A page from one asks the other for scripts that it does not have, and stays blank.',
      fix: { console: 'Build once, and start every process from that folder (.next with its BUILD_ID).' },
    }),
  ]
}
