/** What PostgreSQL says of a failed statement, or the system of a failed connection, without `any`. */
interface Failure {
  code?: unknown
  constraint?: unknown
  message?: unknown
  syscall?: unknown
}

function failureOf(error: unknown): Failure {
  return typeof error === 'object' && error !== null ? error : {}
}

/** A unique constraint was hit; which one, when it is named. */
export function isDuplicate(error: unknown, constraint?: string): boolean {
  const failure = failureOf(error)
  return failure.code === '23505' && (constraint === undefined || failure.constraint === constraint)
}

/** A row that this one refers to, or that refers to it, came or went meanwhile. */
export function isBrokenReference(error: unknown): boolean {
  return failureOf(error).code === '23503'
}

/** A deadlock or a serialization failure: the same transaction may succeed when it is run again. */
export function isWorthRepeating(error: unknown): boolean {
  const { code } = failureOf(error)
  return code === '40P01' || code === '40001'
}

/** Somebody else holds a lock, and it was not waited for any longer. */
export function isLockTaken(error: unknown): boolean {
  return failureOf(error).code === '55P03'
}

/** What the records are kept on takes no more of them: it is full, or can be read only. The statement has changed nothing. */
export function isStorageRefused(error: unknown): 'full' | 'readOnly' | undefined {
  const { code, message } = failureOf(error)
  // So is called, too, what runs out of shared memory, as a container has little of.
  if (code === '53100') return /shared memory/.test(String(message)) ? undefined : 'full'
  // So ends a connection that is begun then: by PostgreSQL's own cache, which it makes anew after changes of the schema, and no code.
  if (message === 'could not write init file') return 'full'
  // PostgreSQL has one code for this and for rights that are missing.
  const isFile = code === '42501' && typeof message === 'string' && message.startsWith('could not')
  // A read-only transaction, as on a standby; a file that may not be written; a disk that fails.
  return code === '25006' || code === '58030' || isFile ? 'readOnly' : undefined
}

/** The server cannot be used: it was not reached, is silent, or refuses us. Not one that merely takes no writes. */
export function isConnectionFailure(error: unknown): boolean {
  const { code } = failureOf(error)
  // A file that the address names may be missing, besides.
  return code !== '25006' && (isConnectionLost(error) || (typeof code === 'string' && /^E[A-Z]+$/.test(code)))
}

/** The server is there, and has no connection left for us. */
export function isCrowded(error: unknown): boolean {
  return failureOf(error).code === '53300'
}

/** Its certificate has expired, or is not one that is trusted here. */
export function isUntrusted(error: unknown): boolean {
  const { code } = failureOf(error)
  return typeof code === 'string' && /CERT|SELF_SIGNED|ERR_TLS/.test(code)
}

/** COMMIT was sent and its answer never came: the transaction is in the database, or it is not. */
export class CommitLost extends Error {
  constructor(cause: unknown) {
    super('the connection was lost during COMMIT', { cause })
    this.name = 'CommitLost'
  }
}

/**
 * The connection broke, or there was none to be had: a statement outside of a transaction may have been carried out, a
 * transaction whose COMMIT was not sent was not.
 */
export function isConnectionLost(error: unknown): boolean {
  const { code, syscall, message } = failureOf(error)
  if (syscall === 'connect' || isUntrusted(error)) return true
  if (typeof code === 'string') return lostCodes.test(code)
  return typeof message === 'string' && lostWords.test(message)
}

/** Of PostgreSQL: no primary any more, given up after a while, shut down, crashed, starting up, cut off for idling, full, name or password or database refused, connection failures; of the system, the same. */
const lostCodes =
  /^(25006|57014|57P0[1235]|25P0[34]|53300|28000|28P01|3D000|08\w{3}|ECONN\w+|EPIPE|ETIMEDOUT|EHOST\w+|ENET\w+|ENOTFOUND|EAI_AGAIN)$/
/** The driver's own failures have no code. */
const lostWords =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout expired|timeout exceeded when trying to connect|The server does not support SSL|There was an error establishing an SSL|SASL: )/
