import { setTimeout } from 'node:timers/promises'
import { addressOf, type Endpoint } from '#contracts/endpoint'
import { codes } from '#contracts/envelope'
import { type EndpointName, endpoints } from '#contracts/registry'
import { withSection } from './answer.ts'
import { tooMany } from './cannot-run.ts'
import type { CallName, Findings } from './findings.ts'
import { maskedAddress, maskedBody } from './mask.ts'
import { bodyOf, type Client, headersOf, type Manner, Multipart, type RawInput } from './request.ts'
import { type Incoming, NoAnswer, type Outgoing, type Wire } from './wire.ts'

/** Milliseconds that a call is waited for in all, where it comes too often. */
const longest = 60_000

/** Milliseconds that an answer asks to wait, by seconds or by a date; for ever where it does not say. */
function pauseOf({ headers, at }: Incoming): number {
  const said = headers['retry-after'] ?? ''
  const pause = /^\d+$/.test(said) ? Number(said) * 1000 : Date.parse(said) - at.getTime()
  return Number.isNaN(pause) ? Number.POSITIVE_INFINITY : Math.max(pause, 1_000)
}

/** Ctrl-C. */
export class Stopped extends Error {}

/** Sends calls of the contract as whoever the run is, and counts them. */
export class Sender {
  readonly findings: Findings
  readonly wire: Wire
  readonly client: Client
  token: string | undefined
  /** The header that says where the person works. */
  business: string | undefined
  superAdministrator = false
  /** What the person's menu names: a call that these permit must not be refused. */
  granted: readonly string[] = []
  /** Set by Ctrl-C: nothing more is sent, until `cleaning` takes away what was made. */
  stopping = false
  cleaning = false
  /** What was asked last, but for cleaning up. */
  latest: EndpointName | undefined
  readonly #silent = new Set<CallName>()

  constructor(given: Pick<Sender, 'findings' | 'wire' | 'client'>) {
    this.findings = given.findings
    this.wire = given.wire
    this.client = given.client
  }

  /** Sends a call as it is and counts it. Nothing when no answer came, which is told once. */
  async send(
    name: EndpointName,
    input: RawInput,
    manner: Manner = {},
  ): Promise<{ incoming: Incoming; sent: string } | undefined> {
    if (this.stopping && !this.cleaning) throw new Stopped()
    if (this.#silent.has(name)) return undefined
    const endpoint: Endpoint = endpoints[name]
    const path = addressOf(endpoint, input)
    const body = bodyOf(endpoint, input.body)
    const sent = this.wordsOf(name, input)
    this.findings.checked(name)
    if (!this.cleaning) this.latest = name
    try {
      const incoming = await this.#inTime({
        method: endpoint.method,
        path,
        headers: { ...headersOf(endpoint, manner, this), ...(body && { 'content-type': body.type }) },
        body: body?.content,
      })
      return { incoming, sent }
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      this.#silent.add(name)
      this.findings.difference({
        call: name,
        at: 'answer',
        sent,
        contract: withSection(name, 'an answer, before the console gives up'),
        came: error.message,
      })
      return undefined
    }
  }

  /** What came too often has done nothing: it is sent again when the answer says, as long as that is soon. */
  async #inTime(outgoing: Outgoing): Promise<Incoming> {
    let waited = 0
    for (;;) {
      const incoming = await this.wire.send(outgoing)
      if (incoming.status !== codes.tooMany) return incoming
      const pause = pauseOf(incoming)
      waited += pause
      if (waited > longest) throw tooMany()
      await this.#sleep(pause)
      if (this.stopping && !this.cleaning) throw new Stopped()
    }
  }

  /** Ctrl-C is heard meanwhile. */
  async #sleep(milliseconds: number): Promise<void> {
    const end = performance.now() + milliseconds
    while (performance.now() < end && (this.cleaning || !this.stopping)) {
      await setTimeout(Math.min(200, end - performance.now()))
    }
  }

  /** What is sent, masked, for people to read. */
  wordsOf(name: EndpointName, input: RawInput): string {
    const endpoint: Endpoint = endpoints[name]
    const hasBody = input.body !== undefined && !(input.body instanceof Multipart)
    const body = hasBody ? ` ${maskedBody(input.body)}` : ''
    return `${endpoint.method} ${maskedAddress(addressOf(endpoint, input))}${body}`
  }
}
