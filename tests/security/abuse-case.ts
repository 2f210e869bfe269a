import type { Attacker, Held } from './attacker'

/** One way in that somebody could try, and what comes of it. `With` is what the try needs. */
export interface AbuseCase<With = Attacker> {
  /** A letter for the group and a number, such as `A01`. */
  id: string
  /** Requirements (docs/requirements.md) that it shows. */
  requirements?: readonly string[]
  /** What is tried. */
  tried: string
  /** What comes of it. */
  expected: string
  /** The requirements of OWASP ASVS 5.0.0 that it tries, such as `8.3.1`. */
  asvs: readonly string[]
  try: (means: With) => Promise<void>
}

/** The try of somebody who is signed in. */
export const signedIn =
  (account: string, how: (attacker: Attacker & { as: Held }) => Promise<void>) =>
  async (attacker: Attacker) =>
    how({ ...attacker, as: await attacker.standing(account) })

/** `GUARD-2 A01 guarded pages … → the login page (ASVS v5.0.0-8.3.1)` */
export function titleOf({ id, requirements = [], tried, expected, asvs }: AbuseCase<never>): string {
  const references = asvs.map((reference) => `v5.0.0-${reference}`).join(', ')
  return `${[...requirements, id].join(' ')} ${tried} → ${expected} (ASVS ${references})`
}
