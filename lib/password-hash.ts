import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** SHA-256 of a password in lower-case hex. A library, because `crypto.subtle` is missing on plain HTTP (decisions). */
export function passwordHash(password: string): string {
  return bytesToHex(sha256(utf8ToBytes(password)))
}
