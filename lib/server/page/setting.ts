import 'server-only'
import { cookies } from 'next/headers'
import { defaultSetting, type SystemSetting } from '#contracts/session'
import { cookieName, openSession } from '#lib/server/session/session'

/** What the system that the person works in looks like (specification sections 3 and 9); the default outside any. */
export async function readSetting(): Promise<SystemSetting> {
  const session = await openSession((await cookies()).get(cookieName())?.value)
  return session?.context?.setting ?? defaultSetting
}
