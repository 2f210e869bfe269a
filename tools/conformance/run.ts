import type { Endpoint } from '#contracts/endpoint'
import { type EndpointName, endpoints } from '#contracts/registry'
import type { SignedInUser } from '#contracts/session'
import { passwordHash } from '#lib/password-hash'
import type { Settings } from './arguments.ts'
import { CannotRun } from './cannot-run.ts'
import { enterSystem, type WorkingContext } from './context.ts'
import { type CallReport, Findings } from './findings.ts'
import { checkGeneral, checkSurroundings } from './general.ts'
import type { Row } from './list-filters.ts'
import { readMenu } from './menu-reads.ts'
import { Probe } from './probe.ts'
import { forgedId, type Reading } from './reading.ts'
import { anyQuery, checkTokens, reads } from './reads.ts'
import { basicOf, type RawInput } from './request.ts'
import { groupOf } from './sections.ts'
import { Stopped } from './sender.ts'
import {
  checkCaptcha,
  checkCaptchaSound,
  checkRefusedSignIns,
  type Person,
  signIn,
  signOut,
} from './sign-in.ts'
import { Wire } from './wire.ts'
import { checkOwn, checkUpload } from './writes/own.ts'
import { checkPeople } from './writes/people.ts'
import { plainKeys } from './writes/plain.ts'
import { orSkip, Steps } from './writes/steps.ts'
import { checkSystems } from './writes/systems.ts'

export interface Outcome {
  findings: Findings
  /** How many requests were sent. */
  requests: number
  /** Why the run ended early. */
  ended?: CannotRun
}

/** What a run is given besides its settings. */
export interface Surroundings {
  person: Person
  /** Told of each call as it is done. */
  told?: (report: CallReport) => void
  /** Ends the run after cleaning up. */
  signal?: AbortSignal
}

type Asked = Pick<
  Settings,
  'url' | 'clientId' | 'clientSecret' | 'organization' | 'system' | 'write' | 'only' | 'timeout'
>

/** Shorter ones are no secrets, and would take letters out of every message. */
const shortestSecret = 4

/** Looks at a platform. What goes wrong with it is in the outcome; this throws only for faults of its own. */
export async function lookAt(settings: Asked, { person, told, signal }: Surroundings): Promise<Outcome> {
  const findings = new Findings(told)
  for (const secret of [person.password, passwordHash(person.password), settings.clientSecret]) {
    if (secret.length >= shortestSecret) findings.secrets.add(secret)
  }
  const wire = new Wire(settings.url, settings.timeout)
  const client = { id: settings.clientId, secret: settings.clientSecret }
  findings.secrets.add(basicOf(client).slice('Basic '.length))
  const probe = new Probe({ findings, wire, client })
  const stop = () => {
    probe.stopping = true
  }
  signal?.addEventListener('abort', stop, { once: true })
  if (signal?.aborted) stop()
  try {
    await new Run(probe, settings, person).all()
    return { findings, requests: wire.sent }
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error
    if (probe.latest !== undefined) findings.skip(probe.latest, 'the run ended here')
    return { findings, requests: wire.sent, ended: error }
  } finally {
    signal?.removeEventListener('abort', stop)
    wire.close()
  }
}

class Run {
  readonly #probe: Probe
  readonly #settings: Asked
  readonly #person: Person
  readonly #steps: Steps

  constructor(probe: Probe, settings: Asked, person: Person) {
    this.#probe = probe
    this.#settings = settings
    this.#person = person
    this.#steps = new Steps(probe.findings)
  }

  /** Throws a CannotRun. Whatever happens, what was made is removed and the session ended. */
  async all(): Promise<void> {
    const probe = this.#probe
    try {
      await this.#signIn()
      if (probe.token === undefined) return
      const user = await this.#whoAmI()
      const place = await this.#enter()
      await this.#read({ probe, place, user, rows: new Map<EndpointName, readonly Row[]>() })
      await this.#write(place, user)
      await this.#steps.run('session.signOut', () => signOut(probe))
    } catch (error) {
      if (!(error instanceof Stopped)) throw error
      probe.latest = undefined
      throw new CannotRun('Stopped', 'Run it again; what could not be removed is named above.')
    } finally {
      await this.#leave()
    }
  }

  /** After a stop or a fault; nothing is left to do where the run went through. */
  async #leave(): Promise<void> {
    const probe = this.#probe
    probe.cleaning = true
    try {
      await this.#steps.removeAll()
      if (probe.token !== undefined) await probe.answer('session.signOut', {})
    } catch (error) {
      // The platform has gone: what is left is in the findings by now, and why is told already.
      if (!(error instanceof CannotRun)) throw error
      this.#steps.giveUp()
    }
  }

  async #signIn(): Promise<void> {
    const probe = this.#probe
    // First: refused credentials end the run before anything else is looked at.
    const token = await signIn(probe, this.#person)
    probe.token = token
    if (this.#wants('session')) {
      await this.#steps.run('session.captcha', () => checkCaptcha(probe))
      await this.#steps.run('session.captchaSound', () => checkCaptchaSound(probe))
      await this.#steps.run('session.signInToken', () => checkRefusedSignIns(probe, this.#person))
    }
    if (token === undefined) {
      const reason = 'nobody could sign in'
      for (const name of Object.keys(endpoints) as EndpointName[]) {
        if (endpoints[name].access === 'session') probe.findings.skip(name, reason)
      }
    }
  }

  async #whoAmI(): Promise<SignedInUser | undefined> {
    const probe = this.#probe
    let user: SignedInUser | undefined
    await this.#steps.run('session.currentUser', async () => {
      user = await probe.success('session.currentUser', {})
      probe.superAdministrator = user?.superIdentification === true
      if (!this.#wants('session')) return
      const came = await probe.send('session.currentUser', {})
      if (came !== undefined) checkSurroundings(probe, came.incoming)
      await checkTokens(probe, 'session.currentUser', {})
    })
    return user
  }

  async #enter(): Promise<WorkingContext> {
    const probe = this.#probe
    const place = await enterSystem(probe, this.#settings)
    await this.#steps.run('session.listUserOrganizations', async () => {
      if (this.#wants('session')) await checkTokens(probe, 'session.listUserOrganizations', {})
    })
    await this.#steps.run('session.listSystems', async () => {
      if (!this.#wants('session')) return
      const query = { orgId: forgedId }
      await checkTokens(probe, 'session.listSystems', { query })
      const answer = await probe.answer('session.listSystems', { query })
      if (answer?.envelope !== undefined && answer.envelope.code !== 0) {
        probe.judgeRefusal('session.listSystems', answer, 'an organization that is not there')
      }
    })
    return place
  }

  async #read(reading: Reading): Promise<void> {
    // The menu first: it says what the account may.
    if (this.#wants('session')) await this.#look('session.mainMenu', reading)
    else await this.#steps.run('session.mainMenu', () => readMenu(reading))
    if (this.#wants('general')) await this.#steps.run('general', () => checkGeneral(this.#probe))
    // In the order of the contract, lists before details; the pictures of applications are known last.
    const names = (Object.keys(endpoints) as EndpointName[]).filter((name) => name in reads)
    const ordered = [...names.filter((name) => name !== 'image.read'), 'image.read' as const]
    for (const name of ordered) {
      if (name !== 'session.mainMenu' && this.#wants(groupOf(name))) await this.#look(name, reading)
    }
  }

  async #look(name: EndpointName, reading: Reading): Promise<void> {
    await this.#steps.run(name, async () => {
      await reads[name]?.(reading)
      const path: string = (endpoints[name] as Endpoint).path
      const input: RawInput = path.includes('{') ? { params: { id: forgedId } } : { query: anyQuery }
      if (name !== 'alarm.count') await checkTokens(this.#probe, name, input)
    })
  }

  async #write(place: WorkingContext, user: SignedInUser | undefined): Promise<void> {
    if (!this.#settings.write) return this.#skipWriting(changing)
    const wants = (...groups: string[]) => groups.some((group) => this.#wants(group))
    const [probe, steps] = [this.#probe, this.#steps]
    if (wants('user') && user !== undefined) await checkOwn(probe, steps, user)
    if (wants(...plainKeys, 'role', 'account')) {
      await orSkip(() => checkPeople(probe, steps, place))
    }
    if (wants('image', 'allocation', 'assets', 'apply', 'menu')) {
      const icon = await checkUpload(probe, steps)
      if (wants('allocation', 'assets', 'apply', 'menu')) await checkSystems(probe, steps, icon)
    }
    await steps.removeAll()
    this.#skipWriting('what it needs could not be made')
  }

  /** The writing calls that were not looked at. */
  #skipWriting(reason: string): void {
    const { findings } = this.#probe
    for (const [name, endpoint] of Object.entries(endpoints) as [EndpointName, Endpoint][]) {
      const isWriting = endpoint.operation !== undefined || unloggedWrites.includes(name)
      if (!isWriting || name === 'session.signOut' || !this.#wants(groupOf(name))) continue
      if (findings.isKnown(name)) continue
      findings.skip(name, reason)
      findings.done(name)
    }
  }

  #wants(group: string): boolean {
    const { only } = this.#settings
    return only.length === 0 || only.includes(group)
  }
}

/** They change something, and are in no log by themselves. */
const unloggedWrites: readonly EndpointName[] = ['user.sendSmsCode', 'bulk.run']

/** Why a call was not made without `--write`. */
export const changing = 'it changes something: --write looks at it too'
