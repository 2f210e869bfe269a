import { createHash } from 'node:crypto'
import { sealData, unsealData } from 'iron-session'
import { expect } from 'playwright/test'
import { browserHash as hash } from '../browser-hash'
import { type Allowed, faultsOf, type Hidden } from './clean'
import { type Answer, headersOf, type Speech, speak } from './wire'

export { hash }

/** The console that is attacked, and what is known of its inside, to tell whether any of it shows. */
export interface Target {
  origin: string
  platformUrl: string
  /** Seals the sessions. */
  sessionSecret: string
  /** What the console shows the platform before anybody is signed in. */
  clientSecret: string
  hidden: Omit<Hidden, 'origin'>
  captchaAnswer: string
  password: string
}

/** A signed-in person, as the attacker holds them. */
export interface Held {
  account: string
  /** A Cookie header. */
  cookie: string
  seal: string
  token: string
}

export interface Attempt extends Allowed {
  method?: string
  /** On top of what a page of the console's own would send; `undefined` takes one away. */
  headers?: Record<string, string | undefined>
  /** Text and bytes as they are; anything else as JSON. */
  body?: unknown
  as?: Held
  /** Without the headers that our own pages send. */
  bare?: boolean
  /** The status that it has to be answered with, or one of these. */
  answered?: number | readonly number[]
}

export interface Envelope {
  code: number
  msg: string
  data: unknown
}

/** A console that is busy has done nothing, and says when to come again: what holds behind it is told then. */
const isTurnedAway = (answer: Answer) =>
  answer.status === 503 && headersOf(answer, 'retry-after').join() === '1'

export type Attacker = ReturnType<typeof createAttacker>

/** Everything goes out byte by byte as it is written, and every answer is looked through for what it must not show. */
export function createAttacker(target: Target) {
  const port = Number(new URL(target.origin).port)
  const secrets: string[] = [...target.hidden.secrets]
  const standing = new Map<string, Promise<Held>>()

  /** Sends bytes as they are. */
  async function raw(
    bytes: string | Buffer,
    options: Speech & Allowed & { note?: string } = {},
  ): Promise<Answer[]> {
    let answers = await speak(port, bytes, options)
    for (let again = 0; again < 20 && answers.some(isTurnedAway); again += 1) {
      await new Promise((resolve) => setTimeout(resolve, 1000))
      answers = await speak(port, bytes, options)
    }
    const hidden = { origin: target.origin, secrets, places: target.hidden.places }
    const note = options.note ?? String(bytes).slice(0, 300)
    for (const answer of answers) expect(faultsOf(answer, hidden, options), note).toEqual([])
    return answers
  }

  /** Sends one request, from a page of ours unless said otherwise. The path goes out as it is written. */
  async function send(path: string, attempt: Attempt = {}): Promise<Answer> {
    const { method = 'GET', headers = {}, as, bare = false, body, answered, ...allowed } = attempt
    const bytes = bytesOf(body)
    const isJson = body !== undefined && !Buffer.isBuffer(body) && typeof body !== 'string'
    const all = {
      host: new URL(target.origin).host,
      connection: 'close',
      ...(bare ? {} : { 'x-console': '1', origin: target.origin }),
      ...(as && { cookie: as.cookie }),
      ...(isJson && { 'content-type': 'application/json' }),
      ...(bytes && { 'content-length': String(bytes.length) }),
      ...headers,
    }
    const lines = Object.entries(all).flatMap(([name, value]) =>
      value === undefined ? [] : `${name}: ${value}\r\n`,
    )
    const start = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1')
    const note = `${method} ${path.slice(0, 200)} ${JSON.stringify(headers).slice(0, 300)}`
    const whole = bytes ? Buffer.concat([start, bytes]) : start
    const answers = await raw(whole, { ...allowed, head: method === 'HEAD', note })
    const [answer] = answers
    expect(answers.length, `${note}: one answer`).toBe(1)
    if (answer === undefined) throw new Error(`${note}: no answer`)
    const told = bytes === undefined ? note : `${note} ${String(bytes).slice(0, 200)}`
    if (answered !== undefined) expect([answered].flat(), told).toContain(answer.status)
    return answer
  }

  /** A call of the API: its status and envelope. */
  async function call(path: string, attempt: Attempt = {}): Promise<Envelope & { status: number }> {
    const method = attempt.method ?? (attempt.body === undefined ? 'GET' : 'POST')
    const answer = await send(`/api${path}`, { ...attempt, method })
    return { status: answer.status, ...envelopeOf(answer) }
  }

  async function signIn(account: string, password = target.password): Promise<Held> {
    const { answer } = await trySignIn(account, password)
    expect(envelopeOf(answer), `${account} signs in`).toMatchObject({ code: 0 })
    return held(account, answer)
  }

  /** Draws a captcha, answers it and says the password, which may be wrong. */
  async function trySignIn(
    username: string,
    password: string,
    more: { code?: string; key?: string } & Attempt = {},
  ) {
    const { code = target.captchaAnswer, key = captchaKey(), ...attempt } = more
    if (more.key === undefined)
      await send(`/api/authorization/captcha?key=${key}`, { headers: attempt.headers })
    const body = { username, code, key, secret: hash(password) }
    const answer = await send('/api/session/sign-in', { ...attempt, method: 'POST', body, session: true })
    return { answer, key }
  }

  async function held(account: string, answer: Answer): Promise<Held> {
    const cookies = headersOf(answer, 'set-cookie').map((line) => line.split(';')[0] ?? '')
    const cookie = cookies.filter((pair) => !pair.endsWith('=')).join('; ')
    const seal = /access_token=([^;]+)/.exec(cookie)?.[1] ?? ''
    const session = await unsealData<{ token: string }>(seal, { password: passwordsOf(target.sessionSecret) })
    secrets.push(session.token)
    return { account, cookie, seal, token: session.token }
  }

  /** Enters a system by its code, in the organization of that code. */
  async function enter(as: Held, orgCode: string, systemCode: string): Promise<Held> {
    const organizations = (await call('/sys/org/page/listUserOrg', { as })).data as {
      orgId: string
      orgCode: string
    }[]
    const orgId = organizations.find((one) => one.orgCode === orgCode)?.orgId
    const systems = (await call(`/sys/user/app/list?orgId=${orgId}`, { as })).data as {
      id: string
      code: string
    }[]
    const systemId = systems.find((one) => one.code === systemCode)?.id
    const body = { orgId, systemId }
    const answer = await send('/api/session/enter', { method: 'POST', as, body, session: true })
    expect(envelopeOf(answer)).toMatchObject({ code: 0 })
    return held(as.account, answer)
  }

  /** A fresh session of that person: in EAST's system `uia`, where they need one. */
  async function begin(account: string, password?: string): Promise<Held> {
    const as = await signIn(account, password)
    return account === 'admin' || account === 'orphan'
      ? as
      : enter(as, 'EAST', account === 'field' ? 'ems' : 'uia')
  }

  return {
    target,
    raw,
    send,
    call,
    signIn,
    trySignIn,
    enter,
    begin,
    /** A session that lasts as long as the attacker, for attempts that must not end it. */
    standing(account: string): Promise<Held> {
      const known = standing.get(account) ?? begin(account)
      standing.set(account, known)
      return known
    },
    async isSignedIn(as: Held): Promise<boolean> {
      return (await call('/auth/info', { as })).code === 0
    },
    /** A cookie that this very console made, as far as it can tell. */
    async seal(
      session: unknown,
      options: { secret?: string; ttl?: number; id?: string } = {},
    ): Promise<string> {
      const { secret = target.sessionSecret, ttl = 8 * 3600, id } = options
      const password = id === undefined ? passwordsOf(secret) : { [id]: secret }
      return sealData(session, { password, ttl })
    },
    async unseal(seal: string): Promise<Record<string, unknown>> {
      return unsealData(seal, { password: passwordsOf(target.sessionSecret) })
    },
  }
}

function bytesOf(body: unknown): Buffer | undefined {
  if (body === undefined) return undefined
  if (Buffer.isBuffer(body)) return body
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
}

export function envelopeOf(answer: Answer): Envelope {
  try {
    return JSON.parse(answer.body.toString('utf8'))
  } catch {
    return { code: Number.NaN, msg: '', data: null }
  }
}

/** The console names a secret by an id that depends on it alone (lib/server/session/session.ts). */
function passwordsOf(secret: string): Record<string, string> {
  const id = createHash('sha256').update(secret).digest().readUInt32BE(0)
  return { [id]: secret }
}

let drawn = 0
export function captchaKey(): string {
  drawn += 1
  return `${Date.now()}${process.pid}${drawn}`.slice(0, 30)
}

export function unique(prefix: string): string {
  drawn += 1
  return `${prefix}${process.pid}x${Date.now().toString(36)}${drawn}`
}
