import { signInToken } from '#contracts/session'
import { basic, browserHash, type Context, type Platform } from './harness.ts'

export const client: Context = { headers: { authorization: basic } }
/** What browsers send of the demo's password. */
export const demoSecret = browserHash('Atrium2026')
let keys = 1_000_000_000

/** Asks for a captcha and reads its answer where only the platform can. */
export async function drawCaptcha(platform: Platform): Promise<{ key: string; code: string }> {
  keys += 1
  const key = String(keys)
  const picture = await platform.send('GET', `/authorization/captcha?key=${key}`, client)
  if (picture.headers.get('content-type') !== 'image/png') throw new Error('the captcha is no picture')
  return { key, code: (await platform.row('captcha', { key })).answer }
}

/** Signs in as `operator` with a captcha just drawn, but for what is given. */
export async function signIn(
  platform: Platform,
  given: Partial<Record<'username' | 'secret' | 'code' | 'key', string>> = {},
  context = client,
) {
  const drawn = given.key === undefined ? await drawCaptcha(platform) : {}
  const body = { username: 'operator', secret: demoSecret, ...drawn, grant_type: 'password', ...given }
  return platform.call(signInToken, context, { body })
}

/** The client's context, from that address. */
export function from(address: string): Context {
  return { headers: { authorization: basic, 'x-forwarded-for': address } }
}
