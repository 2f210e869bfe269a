import { codeIn } from '#contracts/answered'
import { parseExact } from '#lib/exact-json'
import type { CallName } from './findings.ts'
import { cut, describe } from './mask.ts'
import { sectionOf } from './sections.ts'
import type { Incoming } from './wire.ts'

export interface Envelope {
  code: number
  msg: string
  data: unknown
}

/** An answer, and what was sent, for people to read. */
export interface Answer {
  incoming: Incoming
  sent: string
  envelope: Envelope | undefined
}

/** What people read of the contract, with the specification's section. */
export function withSection(name: CallName, contract: string): string {
  return `${contract} (specification ${sectionOf(name)})`
}

/** The envelope in an answer, whatever its content type; nothing when there is none. */
export function envelopeOf({ body }: Incoming): Envelope | undefined {
  const parsed = jsonOf(body)
  if (typeof parsed !== 'object' || parsed === null) return undefined
  const code = codeIn(parsed)
  if (code === undefined) return undefined
  const msg = 'msg' in parsed && typeof parsed.msg === 'string' ? parsed.msg : ''
  return { code, msg, data: 'data' in parsed ? parsed.data : undefined }
}

/** As the console and browsers read it: a byte order mark before it is none of it. */
function jsonOf(body: Buffer): unknown {
  try {
    return parseExact(new TextDecoder().decode(body))
  } catch {
    return undefined
  }
}

/** An answer that is none of ours, in a few words. */
export function whatCame({ status, headers, body }: Incoming): string {
  const type = headers['content-type'] ?? 'no content type'
  const parsed = jsonOf(body)
  const begins = `begins with ${cut(body.toString('utf8', 0, 200), 40) || 'nothing'}`
  const hasCode = typeof parsed === 'object' && parsed !== null && 'code' in parsed
  const content =
    parsed === undefined ? begins : hasCode ? `code is ${describe(parsed.code)}` : describe(parsed)
  return `HTTP ${status}, ${type}, ${content}`
}

/** What the platform said with its code. */
export function said({ incoming, envelope }: Answer): string {
  return `HTTP ${incoming.status}, code ${envelope?.code}: ${cut(envelope?.msg ?? '', 100)}`
}
