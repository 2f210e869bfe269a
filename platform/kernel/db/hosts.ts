/** One server of a PostgreSQL address. */
export interface Host {
  host: string
  port: number
}

/** What an address says: `postgres://name:password@h1,h2:5433/db?target_session_attrs=read-write`. */
export interface DatabaseAddress {
  /** The same with its first host alone, as the driver knows it. */
  first: string
  /** Whether the password is bound to the TLS connection, where the server can; where it is required, to no other server. */
  binding: 'prefer' | 'require' | undefined
  hosts: readonly Host[]
  /** As people know it: without name and password. */
  name: string
}

/** The last @ ends name and password, as address parsers have it; one further on would be of a password that ends too early. */
const form = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)([^?#@]*)(\?[^#]*)?$/
const standardPort = 5432
/** Of libpq's, whose connections lead to the primary; the others would lead to one that takes no writes. */
const attributes = ['any', 'read-write', 'primary']

/** What the driver reads of an address. */
const readNames = [
  ...['user', 'password', 'host', 'port', 'options', 'application_name', 'fallback_application_name'],
  ...['ssl', 'sslmode', 'sslcert', 'sslkey', 'sslrootcert', 'sslnegotiation', 'uselibpqcompat'],
  ...['client_encoding', 'statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'],
  ...['query_timeout', 'channel_binding', 'target_session_attrs'],
]
/** libpq's bounds of a connection, for which there are our own. */
const boundNames = [
  ...['connect_timeout', 'tcp_user_timeout', 'gssencmode'],
  ...['keepalives', 'keepalives_idle', 'keepalives_interval', 'keepalives_count'],
]
const known = new Set([...readNames, ...boundNames])

const oneOf = (...values: string[]) => ({
  holds: (value: string) => values.includes(value),
  needs: `one of ${values.join(', ')}`,
})
const milliseconds = { holds: (value: string) => /^\d{1,9}$/.test(value), needs: 'a number of milliseconds' }
/** What the driver takes for another value in silence, or fails at. */
const values: Readonly<Record<string, { holds: (value: string) => boolean; needs: string }>> = {
  target_session_attrs: oneOf(...attributes),
  sslmode: oneOf('disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'),
  ssl: oneOf('true', 'false', '1', '0', 'no-verify'),
  channel_binding: oneOf('disable', 'prefer', 'require'),
  port: {
    holds: (value) => /^\d{1,5}$/.test(value) && Number(value) > 0 && Number(value) < 65_536,
    needs: 'a number from 1 to 65535',
  },
  statement_timeout: milliseconds,
  lock_timeout: milliseconds,
  idle_in_transaction_session_timeout: milliseconds,
  query_timeout: milliseconds,
}

/**
 * Reads an address as libpq does, where several hosts are separated by commas. Throws an Error that says what is wrong,
 * without the address: it holds a password.
 */
export function parseAddress(address: string): DatabaseAddress {
  const [whole, authority = '', hosts = '', path = '', query = ''] = form.exec(encoded(address)) ?? []
  const names = hosts.split(',')
  if (whole === undefined || (names.length > 1 && names.includes(''))) throw new Error(help)
  const wanted = new URLSearchParams(query)
  const first = authority + names[0] + path
  // The folder of a socket stands behind, where libpq takes it, too.
  const folder = hosts === '' ? wanted.get('host') : null
  if (!URL.canParse(folder === null ? first : first.replace('@/', '@localhost/'))) throw new Error(help)
  const unread = [...wanted].find(([parameter]) => !known.has(parameter))
  // Of a password with a ? in it, the rest would stand there.
  if (unread !== undefined) throw new Error(/^\w+$/.test(unread[0]) ? unreadHelp(...unread) : help)
  for (const [parameter, { holds, needs }] of Object.entries(values)) {
    const value = wanted.get(parameter)
    if (value !== null && !holds(value)) throw new Error(`has ?${parameter}=${value}, which must be ${needs}`)
  }
  const binding = wanted.get('channel_binding')
  const rest = asDriver(wanted)
  return {
    first: first + (rest.size > 0 ? `?${rest}` : ''),
    binding: binding === 'prefer' || binding === 'require' ? binding : undefined,
    hosts: names.length > 1 ? names.map(hostOf) : [],
    name: decodeURIComponent((folder ?? hosts) + path),
  }
}

/** With what nobody needs to encode: the driver would encode what is encoded once more. */
const encoded = (address: string) =>
  address
    .trim()
    .replace(/%(?![\da-f]{2})/gi, '%25')
    .replaceAll(' ', '%20')

/** The same parameters in the driver's words. */
function asDriver(wanted: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(wanted)
  rest.delete('target_session_attrs')
  rest.delete('channel_binding')
  if (wanted.get('ssl') === 'false') rest.set('ssl', '0')
  if (wanted.get('sslrootcert') === 'system') {
    rest.delete('sslrootcert')
    rest.set('sslmode', 'verify-full')
  }
  // The driver takes them for that anyway, with a warning, until it takes them for less.
  const weaker = ['prefer', 'require', 'verify-ca'].includes(wanted.get('sslmode') ?? '')
  if (weaker && wanted.get('uselibpqcompat') !== 'true') rest.set('sslmode', 'verify-full')
  return rest
}

const help =
  'must be an address such as postgres://name:password@host:5432/database, or with several hosts separated by commas; characters such as @, / and # in a password are written as %40, %2F and %23'

const unreadHelp = (parameter: string, value: string) =>
  `has ?${parameter}=, which nothing here reads: ${
    parameter === 'schema'
      ? `a schema of its own is ?options=-c%20search_path%3D${encodeURIComponent(value)}`
      : 'leave it out'
  }`

function hostOf(name: string): Host {
  const url = URL.canParse(`postgres://${name}`) ? new URL(`postgres://${name}`) : undefined
  if (url === undefined || url.hostname === '') throw new Error(help)
  return {
    host: decodeURIComponent(url.hostname).replace(/^\[|\]$/g, ''),
    port: Number(url.port || standardPort),
  }
}
