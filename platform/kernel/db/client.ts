import pg from 'pg'
import { type Host, parseAddress } from './hosts.ts'
import { readied } from './ready.ts'

/** Milliseconds until a server that does not answer is taken for one that is away. */
const usualPatience = 2_000
/** A write, of a server that takes none: it was the primary, and another one is now. */
const readOnly = '25006'

/** A client that gives up the connection over which a statement has had no answer for `longest` milliseconds. */
class Client extends pg.Client {
  readonly #longest: number | undefined
  constructor(config: pg.ClientConfig, longest: number | undefined) {
    super(config)
    this.#longest = longest
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
 * The driver's client for an address of one host or several; of several, it connects to the one that is the primary at that
 * moment. A connection to a server that is no primary any more ends.
 * @param longest milliseconds after which a statement without an answer has lost its connection; without it, it is waited for
 */
export function clientFor(address: string, patience = usualPatience, longest?: number): typeof pg.Client {
  const { first, hosts } = parseAddress(address)
  return class extends Client {
    constructor(config?: string | pg.ClientConfig) {
      const given = typeof config === 'string' ? {} : config
      super({ ...given, connectionString: first, connectionTimeoutMillis: patience }, longest)
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
      if (hosts.length > 0) Object.assign(this, await findPrimary(first, hosts, patience))
    }
  }
}

/** Asks all of them at once: one that is away takes the longest to say nothing. Where none is it, each is told with its reason. */
async function findPrimary(address: string, hosts: readonly Host[], patience: number): Promise<Host> {
  const asked = hosts.map((host) => requirePrimary(address, host, patience))
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

async function requirePrimary(address: string, host: Host, patience: number): Promise<Host> {
  const client: pg.Client = new Client(
    { connectionString: address, connectionTimeoutMillis: patience },
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
