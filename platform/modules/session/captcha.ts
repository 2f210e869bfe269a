import { randomInt } from 'node:crypto'
import { codes } from '#contracts/envelope'
import { captcha, captchaSound, spokenLink } from '#contracts/session'
import { after, minute } from '#platform/kernel/clock'
import { retryLost } from '#platform/kernel/db/retry'
import type { Database } from '#platform/kernel/db/schema'
import type { Route } from '#platform/kernel/http/call'
import { handleClient } from '#platform/kernel/http/handle'
import { Refusal } from '#platform/kernel/refusal'
import { drawDigits } from './captcha-image.ts'
import { speakDigits } from './captcha-sound.ts'

const digits = 4
const lifetime = 2 * minute

export const captchaRoutes: readonly Route[] = [
  handleClient(captcha, async ({ query, services, now }) => {
    const answer = services.captchaFixed ?? String(randomInt(10 ** digits)).padStart(digits, '0')
    const fresh = { answer, expires_at: after(now, lifetime) }
    await retryLost(() =>
      services.db
        .insertInto('captcha')
        .values({ key: query.key, ...fresh })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(fresh))
        .execute(),
    )
    return new Response(drawDigits(answer), {
      headers: { 'content-type': 'image/png', 'cache-control': 'no-store', link: spokenLink },
    })
  }),

  handleClient(captchaSound, async ({ query, services, now, locale }) => {
    const { db } = services
    const drawn = await db
      .selectFrom('captcha')
      .where('key', '=', query.key)
      .where('expires_at', '>', now)
      .select('answer')
      .executeTakeFirst()
    if (drawn === undefined) throw new Refusal(codes.signInRefused, 'captchaWrong')
    return new Response(await speakDigits(drawn.answer, locale), {
      headers: { 'content-type': 'audio/wav', 'cache-control': 'no-store' },
    })
  }),
]

/** Uses a captcha up, whether the answer is right or wrong; of two tries at once only one finds it. */
export async function takeCaptcha(db: Database, key: string, answer: string, now: Date): Promise<boolean> {
  const taken = await db.deleteFrom('captcha').where('key', '=', key).returningAll().executeTakeFirst()
  return taken !== undefined && taken.expires_at > now && taken.answer === answer.trim()
}
