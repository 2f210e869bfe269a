import { patterns } from './patterns.ts'

/** Without those that are taken for one another when they are read out or copied by hand: 0 O o, 1 I l. */
const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789'
const length = 14

/** A password that the rules of a new account take: 14 letters and digits, 81 bits. */
export function randomPassword(): string {
  for (;;) {
    // A byte beyond the last whole round of signs would make the first ones likelier.
    const bytes = crypto.getRandomValues(new Uint8Array(4 * length))
    const fair = [...bytes].filter((byte) => byte < 256 - (256 % signs.length))
    const text = fair.slice(0, length).map((byte) => signs[byte % signs.length])
    const password = text.join('')
    if (password.length === length && patterns.lettersAndDigitsBoth.test(password)) return password
  }
}
