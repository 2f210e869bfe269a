import * as z from 'zod/mini'
import { type LoginForm, loginForm } from '#contracts/session'
import { passwordHash } from '#lib/password-hash'
import { CallError, readEnvelope, send } from '#lib/request'

const person = z.object({
  superIdentification: z.boolean(),
  /** Where a super administrator begins. */
  to: z.optional(z.string()),
  /** Before anything else is answered. */
  mustChangePassword: z.optional(z.boolean()),
})
export type Person = z.infer<typeof person>

/** Of the contract, which is itself no part of the page: where a captcha is seen, and heard. */
export interface CaptchaPaths {
  picture: string
  sound: string
}

export type LoginField = keyof LoginForm
/** The first fault of each field, as a key of the `validation` messages. */
export type LoginFaults = { [Name in LoginField]?: { message: string } }

export function loginFaults(values: LoginForm): LoginFaults {
  const faults: LoginFaults = {}
  for (const { path, message } of loginForm.safeParse(values).error?.issues ?? []) {
    faults[path[0] as LoginField] ??= { message }
  }
  return faults
}

/**
 * Signs in through the console's own server, which keeps the token. Only the password's hash leaves the browser.
 * @throws CallError with the platform's message
 */
export async function signIn(values: LoginForm, key: string, from?: string): Promise<Person> {
  const { username, code, password } = values
  const response = await send('/session/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    // A captcha that never loaded has no key; the platform then says that it is wrong.
    body: JSON.stringify({
      username,
      code,
      secret: passwordHash(password),
      key: key || String(Date.now()),
      from,
    }),
  })
  const envelope = await readEnvelope(response)
  if (envelope.code !== 0)
    throw new CallError(envelope.code === 504 ? 'timeout' : 'refused', envelope.code, envelope.msg)
  const parsed = person.safeParse(envelope.data)
  if (!parsed.success) throw new CallError('system')
  return parsed.data
}
