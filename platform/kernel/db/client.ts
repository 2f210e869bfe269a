import { type NetConnectOpts, Socket } from 'node:net'
import pg from 'pg'
import { lookup } from '#platform/kernel/lookup'
import { type DatabaseAddress, type Host, parseAddress } from './hosts.ts'
import { readied } from './ready.ts'
import { noBinding } from './unusable.ts'

/** Milliseconds until a server that does not answer is taken for one that is away. */
export const usualPatience = 2_000
/** A write, of a server that takes none: it was the primary, and another one is now. */
const readOnly = '25006'

type Binding = DatabaseAddress['binding']

/** Of several hosts each is asked for by each new connection: a name that hangs would keep the others from being found. */
class NamedSocket extends Socket {
  override connect(port: unknown, host?: unknown): this {
    const named = typeof host === 'string' ? { port: Number(port), host, lookup } : { path: String(port) }
    return super.connect(named satisfies NetConnectOpts)
  }
}

/** A client that gives up the connection over which a statement has had no answer for `longest` milliseconds. */
class Client extends pg.Client {
  readonly #longest: number | undefined
  constructor(config: pg.ClientConfig, binding: Binding, longest: number | undefined) {
    const own = { fallback_application_name: 'atrium', stream: () => new NamedSocket() }
    super({ ...own, enableChannelBinding: binding !== undefined, ...config })
    this.#longest = longest
    if (binding === 'require') refuseUnbound(this)
  }

  override query(...given: unknown[]): never {
    const answer: Promise<unknown> = Reflect.apply(super.query, this, readied(given))
    if (this.#longest !== undefined) {
      const late = setTimeout(() => this.end().catch(() => {}), this.#longest)
      const end = () => clearTimeout(late)
      answer.then(end, end)
    }
    return answer as never
  }
}

/**
 * Ends a connection before a password goes over it, or a statement, to a server that binds neither to it: whoever ends TLS in
 * between could pass both on.
 */
function refuseUnbound({ connection }: pg.Client): void {
  let isBound = false
  const refuse = () => {
    connection.emit('error', new Error(noBinding))
    connection.stream.destroy()
  }
  connection.on('authenticationSASL', ({ mechanisms }: { mechanisms: string[] }) => {
    if (!mechanisms.includes('SCRAM-SHA-256-PLUS')) refuse()
  })
  for (const weaker of ['authenticationCleartextPassword', 'authenticationMD5Password'])
    connection.on(weaker, refuse)
  connection.on('authenticationSASLFinal', () => {
    isBound = true
  })
  connection.on('authenticationOk', () => {
    if (!isBound) refuse()
  })
}

/**
 * The driver's client for an address of one host or several; of several, it connects to the one that is the primary at that
 * moment. A connection to a server that is no primary any more ends.
 * @param longest milliseconds after which a statement without an answer has lost its connection; without it, it is waited for
 */
export function clientFor(address: string, patience = usualPatience, longest?: number): typeof pg.Client {
  const { first, hosts, binding } = parseAddress(address)
  return class extends Client {
    constructor(config?: string | pg.ClientConfig) {
      const given = typeof config === 'string' ? {} : config
      super({ ...given, connectionString: first, connectionTimeoutMillis: patience }, binding, longest)
      this.connection.on('errorMessage', ({ code }: { code?: string }) => {
        if (code === readOnly) this.end().catch(() => {})
      })
    }

    override connect(): Promise<pg.Client>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
      if (callback === undefined) return this.#lead().then(() => super.connect())
      this.#lead().then(() => super.connect(callback), callback)
      return undefined
    }

    async #lead(): Promise<void> {
      if (hosts.length > 0) Object.assign(this, await findPrimary(first, hosts, binding, patience))
    }
  }
}

/** Asks all of them at once: one that is away takes the longest to say nothing. Where none is it, each is told with its reason. */
async function findPrimary(
  address: string,
  hosts: readonly Host[],
  binding: Binding,
  patience: number,
): Promise<Host> {
  const asked = hosts.map((host) => requirePrimary(address, host, binding, patience))
  try {
    return await Promise.any(asked)
  } catch (error) {
    const causes: (Error & { code?: string })[] = error instanceof AggregateError ? error.errors : [error]
    const told = causes.map(({ message, code }, at) => {
      const { host, port } = hosts[at] ?? {}
      return `${message || code} (${host}:${port})`
    })
    const telling = causes.find(({ code }) => code !== undefined && code !== readOnly) ?? causes[0]
    throw Object.assign(telling ?? new Error(), { message: told.join('; ') })
  }
}

async function requirePrimary(
  address: string,
  host: Host,
  binding: Binding,
  patience: number,
): Promise<Host> {
  const client: pg.Client = new Client(
    { connectionString: address, connectionTimeoutMillis: patience },
    binding,
    patience,
  )
  Object.assign(client, host)
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ replica: boolean }>('select pg_is_in_recovery() as replica')
    if (rows[0]?.replica === false) return host
    throw Object.assign(new Error('is no primary'), { code: readOnly })
  } finally {
    client.end().catch(() => {})
  }
}
