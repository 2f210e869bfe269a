/** What PostgreSQL says of a failed statement, without `any`. */
interface Failure {
  code?: unknown
  constraint?: unknown
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

/** The server was not reached, or it knows neither this name nor password nor database. */
export function isConnectionFailure(error: unknown): boolean {
  const { code } = failureOf(error)
  return typeof code === 'string' && /^(E[A-Z]+|28...|3D000|08...)$/.test(code)
}
