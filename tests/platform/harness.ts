import { randomBytes } from 'node:crypto'
import type { CompiledQuery, Selectable } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import * as z from 'zod/mini'
import { addressOf, type Endpoint } from '#contracts/endpoint'
import { Gate } from '#contracts/gate'
import { type AppConfig, createApp } from '#platform/app'
import { setPasswordCost } from '#platform/kernel/auth/password'
import { beginSession } from '#platform/kernel/auth/tokens'
import { openDatabase } from '#platform/kernel/db/open'
import type { Database, Schema } from '#platform/kernel/db/schema'
import { jsonLog } from '#platform/kernel/log'
import { auditKeys, databaseUrl, testStart } from './databases.ts'
import { type Tables, tablesOf } from './tables.ts'

export { browserHash } from '../browser-hash.ts'

export const client = { id: 'tests', secret: 'tests-secret' }
export const basic = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`

export const admin = { as: 'admin' }
export const chinese = { ...admin, locale: 'zh-cn' as const }
export const operator = { as: 'operator', org: 'EAST' }

export interface Answer<Data = unknown> {
  status: number
  code: number
  msg: string
  data: Data
  headers: Headers
}

export interface Context {
  /** An account's name: the call carries a session of it. */
  as?: string
  /** Codes of the organization and application of the business header. */
  org?: string
  system?: string
  locale?: 'en-US' | 'zh-cn'
  headers?: Record<string, string>
  /** The peer's address. */
  peer?: string
}

interface Input {
  params?: unknown
  query?: unknown
  body?: unknown
}

export interface Platform extends Tables {
  db: Database
  /** What the work asks the database. */
  queriesOf(work: () => Promise<unknown>): Promise<CompiledQuery[]>
  /** How many statements that is. */
  statementsOf(work: () => Promise<unknown>): Promise<number>
  /** Of its database. */
  address(): string
  log: string[]
  now: () => Date
  /** Moves the clock; people sign in anew, whoever holds on to a token keeps it. */
  forward(milliseconds: number): void
  /** Any request; `input` is sent as it is. */
  send(
    method: string,
    path: string,
    context?: Context & { body?: BodyInit; type?: string; signal?: AbortSignal },
  ): Promise<Response>
  /** A call of the contract with any input, right or wrong. A success is checked against the contract's schema. */
  call<E extends Endpoint>(endpoint: E, context: Context, input?: Input): Promise<Answer<z.output<E['data']>>>
  /** The data of a call that succeeds; throws with the message of one that does not. */
  ok<E extends Endpoint>(endpoint: E, context: Context, input?: Input): Promise<z.output<E['data']>>
  /** The code of the answer. */
  code(endpoint: Endpoint, context: Context, input?: Input): Promise<number>
  token(account: string): Promise<string>
  orgId(code: string): Promise<string>
  systemId(code: string): Promise<string>
  /** An entry of the menu, if there is one. */
  node(code: string): Promise<Selectable<Schema['menu_node']> | undefined>
  nodeId(code: string): Promise<string>
  deptId(orgCode: string, code?: string): Promise<string>
  roleId(orgCode: string, name: string): Promise<string>
  accountId(account: string): Promise<string>
}

/** What is tested is seldom how many calls are answered at once. */
const roomy = new Gate({ most: 10_000, least: 10_000, patience: 60_000, late: 40 })

// What is tested is seldom how slow a hash is.
setPasswordCost(8)

/**
 * A platform with demo data and a database of its own for the file it is called in.
 * @param through leads to the database another way
 */
export function testPlatform(
  { gate = roomy, ...config }: Partial<AppConfig> & { gate?: Gate } = {},
  through: (url: string) => Promise<string> = async (url) => url,
): Platform {
  const name = `atrium_test_${randomBytes(6).toString('hex')}`
  let db: Database | undefined
  let app: ReturnType<typeof createApp> | undefined
  let time = testStart.getTime()
  const statements = new Set<CompiledQuery[]>()
  const log: string[] = []
  const clock = () => new Date(time)
  const tokens = new Map<string, string>()

  beforeAll(async () => {
    await onServer(`create database ${name} template ${inject('testTemplate')}`)
    const written = jsonLog('debug', { write: (line) => log.push(line) })
    const url = await through(databaseUrl(inject('testServer'), name))
    db = openDatabase(url, written, {
      connections: 8,
      onStatement: ({ query }) => {
        for (const told of statements) told.push(query)
      },
    })
    app = createApp({
      db,
      clock,
      log: written,
      gate,
      config: {
        clientId: client.id,
        clientSecret: client.secret,
        auditKeys,
        trustedProxies: [],
        captchaFixed: undefined,
        ...config,
      },
    })
  })
  afterAll(async () => {
    await db?.destroy()
    await onServer(`drop database if exists ${name} with (force)`)
  })

  const platform: Platform = {
    get db() {
      if (db === undefined) throw new Error('the platform is there inside tests only')
      return db
    },
    ...tablesOf(() => platform.db),
    statementsOf: async (work) => (await platform.queriesOf(work)).length,
    async queriesOf(work) {
      const told: CompiledQuery[] = []
      statements.add(told)
      await work()
      statements.delete(told)
      return told
    },
    address: () => databaseUrl(inject('testServer'), name),
    log,
    now: clock,
    forward: (milliseconds) => {
      time += milliseconds
      tokens.clear()
    },
    async send(method, path, context = {}) {
      const headers = new Headers({ locale: context.locale ?? 'en-US' })
      if (context.as !== undefined) headers.set('authorization', `Bearer ${await platform.token(context.as)}`)
      if (context.org !== undefined || context.system !== undefined) {
        headers.set('business', encodeURIComponent(JSON.stringify(await business(context))))
      }
      if (context.type !== undefined) headers.set('content-type', context.type)
      for (const [key, value] of Object.entries(context.headers ?? {})) headers.set(key, value)
      if (app === undefined) throw new Error('the platform is there inside tests only')
      const peer = { incoming: { socket: { remoteAddress: context.peer ?? '127.0.0.1' } } }
      const { body = null, signal = null } = context
      const init = { method, headers, body, signal, duplex: 'half' } as const
      return app.request(path, init, peer)
    },
    async call(endpoint, context, input = {}) {
      const { body, type } = encoded(endpoint, input.body)
      const response = await platform.send(endpoint.method, addressOf(endpoint, input), {
        ...context,
        ...(body === undefined ? {} : { body, type }),
      })
      const text = await response.text()
      const answer = text === '' ? {} : JSON.parse(text)
      if (answer.code === endpoint.success) answer.data = z.parse(endpoint.data, answer.data ?? undefined)
      return { ...answer, status: response.status, headers: response.headers }
    },
    async ok(endpoint, context, input) {
      const { code, msg, data } = await platform.call(endpoint, context, input)
      if (code !== endpoint.success)
        throw new Error(`${endpoint.path}: ${code} ${msg} ${JSON.stringify(data)}`)
      return data
    },
    code: async (endpoint, context, input) => (await platform.call(endpoint, context, input)).code,
    async token(account) {
      const known = tokens.get(account)
      if (known !== undefined) return known
      const visitor = { address: '127.0.0.1', agent: 'tests', now: clock() }
      const token = await beginSession(platform.db, await platform.accountId(account), visitor)
      tokens.set(account, token)
      return token
    },
    orgId: async (code) => (await platform.row('organization', { code })).id,
    systemId: async (code) => (await platform.row('menu_node', { code, type: 0 })).id,
    node: (code) => platform.find('menu_node', { code }),
    nodeId: async (code) => (await platform.row('menu_node', { code })).id,
    deptId: async (orgCode, code = 'OPS') =>
      (await platform.row('department', { org_id: await platform.orgId(orgCode), code })).id,
    roleId: async (orgCode, name) =>
      (await platform.row('role', { org_id: await platform.orgId(orgCode), name })).id,
    accountId: async (account) => (await platform.row('account', { account })).id,
  }
  const business = async ({ org, system }: Context) => ({
    ...(org === undefined ? {} : { orgId: await platform.orgId(org), orgCode: org }),
    ...(system === undefined ? {} : { systemId: await platform.systemId(system) }),
  })
  return platform
}

/** The fields that a refusal with code 400 names. */
export function refusedFields(answer: Answer): string[] {
  return z.parse(z.array(z.object({ field: z.string() })), answer.data).map((fault) => fault.field)
}

/** What is answered where one field is refused. */
export const badField = (field: string, message: string) => ({
  ...{ status: 400, code: 400, data: [{ field, message }] },
})

function encoded(endpoint: Endpoint, body: unknown): { body?: BodyInit; type: string } {
  if (endpoint.encoding === 'form') {
    const pairs = Object.entries(z.parse(z.record(z.string(), z.string()), body ?? {}))
    return { body: new URLSearchParams(pairs).toString(), type: 'application/x-www-form-urlencoded' }
  }
  if (endpoint.encoding === 'json')
    return { body: JSON.stringify(body ?? {}), type: 'application/json; charset=utf-8' }
  return { type: '' }
}

/** Statements to the server of the databases, one after the other. */
export async function onServer(...statements: string[]): Promise<void> {
  const server = new pg.Client({ connectionString: inject('testServer') })
  await server.connect()
  for (const statement of statements) await server.query(statement)
  await server.end()
}
