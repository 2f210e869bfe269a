/** One server of a PostgreSQL address. */
export interface Host {
  host: string
  port: number
}

/** What an address says: `postgres://name:password@h1,h2:5433/db?target_session_attrs=read-write`. */
export interface DatabaseAddress {
  /** The same with its first host alone, as the driver knows it. */
  first: string
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
  ...['query_timeout', 'enableChannelBinding'],
]
/** libpq's bounds of a connection, for which there are our own. */
const boundNames = [
  ...['connect_timeout', 'tcp_user_timeout', 'gssencmode'],
  ...['keepalives', 'keepalives_idle', 'keepalives_interval', 'keepalives_count'],
]
const known = new Set([...readNames, ...boundNames])

/**
 * Reads an address as libpq does, where several hosts are separated by commas. Throws an Error that says what is wrong,
 * without the address: it holds a password.
 */
export function parseAddress(address: string): DatabaseAddress {
  const [whole, authority = '', hosts = '', path = '', query = ''] = form.exec(address) ?? []
  const names = hosts.split(',')
  if (whole === undefined || (names.length > 1 && names.includes(''))) throw new Error(help)
  const first = authority + names[0] + path
  if (!URL.canParse(first)) throw new Error(help)
  const wanted = new URLSearchParams(query)
  const attribute = wanted.get('target_session_attrs')
  if (attribute !== null && !attributes.includes(attribute)) {
    throw new Error(`target_session_attrs must be one of ${attributes.join(', ')}`)
  }
  wanted.delete('target_session_attrs')
  const unread = [...wanted].find(([parameter]) => !known.has(parameter))
  // Of a password with a ? in it, the rest would stand there.
  if (unread !== undefined) throw new Error(/^\w+$/.test(unread[0]) ? unreadHelp(...unread) : help)
  const rest = wanted.size > 0 ? `?${wanted}` : ''
  return {
    first: first + rest,
    hosts: names.length > 1 ? names.map(hostOf) : [],
    name: decodeURIComponent(hosts + path),
  }
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
