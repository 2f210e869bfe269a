import pg from 'pg'
import { type Host, parseAddress } from './hosts.ts'
import { readied } from './ready.ts'

/** Milliseconds until a server that does not answer is taken for one that is away. */
const usualPatience = 2_000
/** A write, of a server that takes none: it was the primary, and another one is now. */
const readOnly = '25006'

/**
 * The driver's client for an address of one host or several; of several, it connects to the one that is the primary at that
 * moment. A connection to a server that is no primary any more ends.
 */
export function clientFor(address: string, patience = usualPatience): typeof pg.Client {
  const { first, hosts } = parseAddress(address)
  return class Client extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      const given = typeof config === 'string' ? {} : config
      super({ ...given, connectionString: first, connectionTimeoutMillis: patience })
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

    override query(...given: unknown[]): never {
      return Reflect.apply(super.query, this, readied(given)) as never
    }

    async #lead(): Promise<void> {
      if (hosts.length > 0) Object.assign(this, await findPrimary(first, hosts, patience))
    }
  }
}

/** Asks all of them at once: one that is away takes the longest to say nothing. */
async function findPrimary(address: string, hosts: readonly Host[], patience: number): Promise<Host> {
  const asked = hosts.map((host) => requirePrimary(address, host, patience))
  try {
    return await Promise.any(asked)
  } catch (error) {
    const [cause] = error instanceof AggregateError ? error.errors : [error]
    throw cause
  }
}

async function requirePrimary(address: string, host: Host, patience: number): Promise<Host> {
  const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: patience })
  Object.assign(client, host)
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ replica: boolean }>('select pg_is_in_recovery() as replica')
    if (rows[0]?.replica === false) return host
    throw Object.assign(new Error(`${host.host}:${host.port} is no primary`), { code: readOnly })
  } finally {
    client.end().catch(() => {})
  }
}
