import { randomBytes } from 'node:crypto'
import { codeIn } from '#contracts/answered'
import { csrfHeader } from '#lib/csrf-header'
import { makeProof, proofHeader } from '#lib/probe-proof'
import { type ProbeReport, report } from '#lib/probe-report'
import { ask, type Got, type Question } from './ask.ts'

/** A console under an address: the one that people type, or its own without any proxy. */
export interface Deployment {
  /** Without a slash at its end. */
  url: URL
  /** Asks as anybody may; `path` begins with a slash and stands below the address. */
  ask: (path: string, question?: Question) => Promise<Got>
  /** Asks the console's doctor's route, with a proof; without a report, something else answered. */
  look: (path?: string, question?: Question) => Promise<Look>
}

export interface Look {
  /** Path and query below the address, as they were sent. */
  sent: string
  got: Got
  report?: ProbeReport
}

interface Key {
  /** The first session secret of the console. */
  secret: string
  /** Milliseconds that the console's clock is ahead of this one. */
  ahead?: number
  ca?: string[]
}

export function placeAt(url: URL, { secret, ahead = 0, ca }: Key): Deployment {
  // No store on the way has an answer to these from an earlier visit.
  const visit = randomBytes(6).toString('hex')
  let count = 0
  const below = (path: string) => new URL(`${url.pathname.replace(/\/$/, '')}${path}`, url)
  return {
    url,
    ask: (path, question) => ask(below(path), question, ca),
    look: async (path = '', question = {}) => {
      const proof = {
        [csrfHeader.name]: csrfHeader.value,
        [proofHeader]: makeProof(secret, Date.now() + ahead),
      }
      const headers = { ...proof, ...question.headers }
      count += 1
      const sent = `/api/doctor${path}${path.includes('?') ? '&' : '?'}visit=${visit}-${count}`
      const got = await ask(below(sent), { ...question, headers }, ca)
      return { sent, got, report: sightIn(got) }
    },
  }
}

/** A look that has to show something; where it does not, the caller has nothing to say of its subject. */
export async function mustLook(
  place: Deployment,
  path?: string,
  question?: Question,
): Promise<Required<Look>> {
  const { sent, got, report } = await place.look(path, question)
  if (report === undefined) throw new Error(`the console’s answer did not arrive: HTTP ${got.status}`)
  return { sent, got, report }
}

/** The code of the envelope that a console refuses a call with; nothing where the answer is none. */
export function refusalIn({ body }: Got): number | undefined {
  return codeIn(json(body))
}

function sightIn({ status, body }: Got): ProbeReport | undefined {
  return status === 200 ? report.safeParse(json(body)).data : undefined
}

function json(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
