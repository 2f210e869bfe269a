import { isUtf8 } from 'node:buffer'
import type { Call, DataOf, Endpoint } from '#contracts/endpoint'
import { codes, endsSession, lackingStatuses } from '#contracts/envelope'
import { grantOf, permits } from '#contracts/permission'
import { type EndpointName, endpoints } from '#contracts/registry'
import { type Answer, envelopeOf, said, whatCame, withSection } from './answer.ts'
import { readData } from './data-faults.ts'
import { cut, describe } from './mask.ts'
import type { Manner, RawInput } from './request.ts'
import { withoutCall } from './sections.ts'
import { Sender } from './sender.ts'

/** The rest of a step cannot be looked at; the reason stands in the outcome. */
export class Skip extends Error {}

/** Makes calls of the contract and looks at what every answer has in common. */
export class Probe extends Sender {
  /** Makes a call that should succeed. Gives its data, or nothing after telling what is wrong. Throws a Skip. */
  async success<N extends EndpointName>(
    name: N,
    input: Call<(typeof endpoints)[N]>,
    manner: Manner = {},
  ): Promise<DataOf<(typeof endpoints)[N]> | undefined> {
    // The one border where the name's own type is put on what its schema has parsed.
    return (await this.read(name, input as RawInput, manner)) as DataOf<(typeof endpoints)[N]> | undefined
  }

  /** The same for an input that is made at run time. */
  async read(name: EndpointName, input: RawInput, manner: Manner = {}): Promise<unknown> {
    const answer = await this.answer(name, input, manner)
    if (answer === undefined) return undefined
    this.requireReachable(name, answer)
    return this.readAnswer(name, answer)
  }

  /**
   * The records in a call's data, as far as they can be used: also of an answer that breaks the contract, which is told
   * elsewhere, so that one wrong field does not hide everything behind it. Ids are texts.
   */
  async looseRecords(name: EndpointName, input: RawInput): Promise<Record<string, unknown>[]> {
    const data = (await this.answer(name, input))?.envelope?.data
    const list = typeof data === 'object' && data !== null && 'content' in data ? data.content : data
    if (!Array.isArray(list)) return []
    const records = list.filter((entry): entry is object => typeof entry === 'object' && entry !== null)
    const asText = (value: unknown) => (typeof value === 'number' ? String(value) : value)
    return records.map((record) =>
      Object.fromEntries(Object.entries(record).map(([field, value]) => [field, asText(value)])),
    )
  }

  /** The data of an answer that should be a success, or nothing after telling what is wrong. */
  readAnswer(name: EndpointName, answer: Answer): unknown {
    const endpoint: Endpoint = endpoints[name]
    const { envelope, incoming, sent } = answer
    if (envelope === undefined) return undefined
    const tell = (at: string, contract: string, came: string) =>
      this.findings.difference({ call: name, at, sent, contract: withSection(name, contract), came })
    if (envelope.code !== endpoint.success) {
      if (incoming.status === 404 && !endpoint.path.includes('{')) this.#missing(name, sent, 'in an envelope')
      else tell('code', `the success code ${endpoint.success}`, said(answer))
      return undefined
    }
    if (incoming.status !== 200)
      tell('HTTP status', 'HTTP 200 with the success code', `HTTP ${incoming.status}`)
    const read = readData(endpoint.data, envelope.data)
    // Calls without data answer nothing: that is not the failure that `undefined` stands for.
    if ('value' in read) return read.value ?? null
    for (const { at, contract, came } of read.faults) tell(at, contract, came)
    return undefined
  }

  /**
   * Makes a call that has to be refused, with a message, by an answer that signs nobody out unless `codes` say so.
   * `what` says what is wrong with it. Gives the answer when it was refused, in whatever way.
   */
  async refusal(
    name: EndpointName,
    input: RawInput,
    what: string,
    manner: Manner = {},
    expected: readonly number[] | undefined = undefined,
  ): Promise<Answer | undefined> {
    const answer = await this.answer(name, input, manner)
    return answer === undefined ? undefined : this.judgeRefusal(name, answer, what, expected)
  }

  /** The same for an answer that is here already. */
  judgeRefusal(
    name: EndpointName,
    answer: Answer,
    what: string,
    expected: readonly number[] | undefined = undefined,
  ): Answer | undefined {
    const { envelope, incoming, sent } = answer
    if (envelope === undefined) return undefined
    const endpoint: Endpoint = endpoints[name]
    const tell = (at: string, contract: string, came: string) =>
      this.findings.difference({
        call: name,
        at,
        sent: `${sent} (${what})`,
        contract: withSection(name, contract),
        came,
      })
    if (envelope.code === endpoint.success) {
      tell(
        what,
        `a refusal: another code than ${endpoint.success}`,
        `it was accepted (code ${envelope.code})`,
      )
      return undefined
    }
    if (expected !== undefined && !expected.includes(envelope.code)) {
      tell(
        what,
        `code ${expected.join(' or ')}, by which the console knows that nobody is signed in`,
        said(answer),
      )
    } else if (expected === undefined && endsSession(envelope.code)) {
      tell(
        what,
        `any refusal but ${codes.signedOut} and ${codes.sessionEnded}, which sign the person out`,
        said(answer),
      )
    }
    if (expected !== undefined && incoming.status !== 401) {
      this.findings.advise({
        call: name,
        at: 'HTTP status',
        sent: `${sent} (${what})`,
        contract: 'HTTP 401, so that everything between platform and console knows it too',
        came: `HTTP ${incoming.status}`,
      })
    }
    if (envelope.msg.trim() === '') tell('msg', 'a message that people are shown', 'an empty one')
    return answer
  }

  /** Makes a call and looks at what all answers have in common. Nothing when it brought no envelope; that is told. */
  async answer(name: EndpointName, input: RawInput, manner: Manner = {}): Promise<Answer | undefined> {
    const came = await this.send(name, input, manner)
    if (came === undefined) return undefined
    const { incoming, sent } = came
    const { status, headers } = incoming
    const tell = (at: string, contract: string, found: string) =>
      this.findings.difference({ call: name, at, sent, contract: withSection(name, contract), came: found })
    if (status >= 300 && status < 400) {
      tell(
        'HTTP status',
        'an answer; the console follows no redirect',
        `HTTP ${status} to ${cut(headers.location ?? 'nowhere', 60)}`,
      )
      return { incoming, sent, envelope: undefined }
    }
    const envelope = envelopeOf(incoming)
    if (envelope === undefined) {
      const isLacking = lackingStatuses.has(status) && withoutCall(name) !== undefined
      if (status === 404 && !isLacking) this.#missing(name, sent, 'without an envelope')
      else if (!isLacking) tell('envelope', 'JSON with code (a number), msg and data', whatCame(incoming))
      return { incoming, sent, envelope }
    }
    if (status >= 500) {
      tell('HTTP status', 'no fault of the platform’s own', `HTTP ${status}, code ${envelope.code}`)
      return { incoming, sent, envelope: undefined }
    }
    const type = headers['content-type'] ?? ''
    if (!/^application\/json\s*(;|$)/i.test(type)) {
      tell(
        'content type',
        'application/json: the console passes nothing else on',
        describe(type || undefined),
      )
    }
    if (!isUtf8(incoming.body)) {
      const charset = /charset=[^\s;]+/i.exec(type)?.[0] ?? 'no charset is named'
      tell('encoding', 'UTF-8: the console and browsers read nothing else', `other bytes (${charset})`)
    }
    return { incoming, sent, envelope }
  }

  /** Throws a Skip where the call is not there, or not for this person. */
  requireReachable(name: EndpointName, { incoming, envelope, sent }: Answer): void {
    const without = withoutCall(name)
    if (lackingStatuses.has(incoming.status) && without !== undefined) {
      this.findings.advise({
        call: name,
        at: 'the call itself',
        sent,
        contract: 'a call that a platform may lack',
        came: `HTTP ${incoming.status}. ${without}`,
      })
      throw new Skip('the platform does not have it; the console can do without')
    }
    if (envelope === undefined) return
    if (incoming.status !== 403 && envelope.code !== codes.notPermitted) return
    const { permissions } = endpoints[name] as Endpoint
    const grant = grantOf(this.superAdministrator, this.granted)
    if (permissions.length > 0 && !permits(grant, permissions)) {
      if (this.business === undefined && !this.superAdministrator) {
        throw new Skip('no system could be entered, and outside of one nothing is permitted')
      }
      throw new Skip(`the account may not (${permissions[0]}): run it with one that may`)
    }
  }

  #missing(name: EndpointName, sent: string, how: string): void {
    this.findings.difference({
      call: name,
      at: 'the call itself',
      sent,
      contract: withSection(name, 'a call that the console needs'),
      came: `HTTP 404 ${how}: the platform does not have it`,
    })
  }
}
