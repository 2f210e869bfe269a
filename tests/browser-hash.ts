import { createHash } from 'node:crypto'

/** What the browser makes of a password. */
export function browserHash(password: string): string {
  return createHash('sha256').update(password).digest('hex')
}
