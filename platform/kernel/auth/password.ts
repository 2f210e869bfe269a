import { createHash, randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'

const cost = { N: 2 ** 15, r: 8, p: 3 }

/** For the passwords hashed from now on; stored ones keep theirs. */
export function setPasswordCost(exponent: number): void {
  cost.N = 2 ** exponent
}

const saltBytes = 16
const hashBytes = 32

/** What browsers send of a password: its SHA-256 in hex. */
export function passwordHash(password: string): string {
  return createHash('sha256').update(password).digest('hex')
}

/** Whether a stored hash took less work than one takes now: it is made anew when the password is at hand. */
export function isCheap(stored: string): boolean {
  const [, N] = stored.split('$')
  return Number(N) < cost.N
}

/** Hashes what the browser sends. The parameters are part of the result. */
export async function hashPassword(secret: string, whose: Whose = 'person'): Promise<string> {
  const salt = randomBytes(saltBytes)
  const hash = await derive(whose, secret, salt, hashBytes, cost)
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64'), hash.toString('base64')].join('$')
}

/** That of a call which gives a password. */
export function hashedPassword({ body }: { body: { password: string } }): Promise<string> {
  return hashPassword(body.password)
}

/** Without a stored hash (no such account) the same work is done, so that time tells nothing. */
export async function verifyPassword(
  secret: string,
  stored: string | undefined,
  whose: Whose = 'person',
): Promise<boolean> {
  const [, N, r, p, salt = '', hash = ''] = (stored ?? noAccount()).split('$')
  const expected = Buffer.from(hash, 'base64')
  const options = { N: Number(N), r: Number(r), p: Number(p) }
  const given = await derive(whose, secret, Buffer.from(salt, 'base64'), expected.length, options)
  return timingSafeEqual(given, expected) && stored !== undefined
}

export type Fits = (stored: string) => Promise<boolean>

/**
 * Looks at a password before the row that holds it is locked. What it gives says what came of it, and looks again only where
 * something else is stored by then.
 */
export async function lookAhead(secret: string, stored: string | undefined): Promise<Fits> {
  const isRight = await verifyPassword(secret, stored)
  return async (by) => (by === stored ? isRight : verifyPassword(secret, by))
}

const unknownSalt = randomBytes(saltBytes).toString('base64')
const unknownHash = randomBytes(hashBytes).toString('base64')

function noAccount(): string {
  return ['scrypt', cost.N, cost.r, cost.p, unknownSalt, unknownHash].join('$')
}

/** Half of the processor at most: whoever floods the sign-in with passwords leaves the rest to people at work. */
const mostAtOnce = Math.max(1, Math.floor(availableParallelism() / 2))
let underWay = 0
/** A line each for who is signed in and who wants to be, in turns: neither a flood nor an import keeps the others waiting. */
type Whose = 'person' | 'stranger'
const waiting: Record<Whose, (() => void)[]> = { person: [], stranger: [] }
let last: Whose = 'stranger'

async function derive(whose: Whose, ...given: Parameters<typeof deriveNow>): Promise<Buffer> {
  if (underWay >= mostAtOnce) await new Promise<void>((begin) => waiting[whose].push(begin))
  else underWay += 1
  try {
    return await deriveNow(...given)
  } finally {
    const other = last === 'person' ? 'stranger' : 'person'
    last = waiting[other].length > 0 ? other : last
    const next = waiting[last].shift()
    if (next === undefined) underWay -= 1
    else next()
  }
}

function deriveNow(
  secret: string,
  salt: Buffer,
  length: number,
  { N, r, p }: { N: number; r: number; p: number },
): Promise<Buffer> {
  // Node's default limit is just below what this cost takes.
  const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r }
  return new Promise((resolve, reject) => {
    scrypt(secret, salt, length, options, (error, hash) => (error === null ? resolve(hash) : reject(error)))
  })
}
