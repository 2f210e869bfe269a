import { signOut } from '#contracts/session'
import { endSession } from '#platform/kernel/auth/tokens'
import type { Route } from '#platform/kernel/http/call'
import { handle } from '#platform/kernel/http/handle'
import { captchaRoutes } from './captcha.ts'
import { contextRoutes } from './context.ts'
import { mainMenuRoutes } from './menu.ts'
import { signInRoutes } from './sign-in.ts'

export const sessionRoutes: readonly Route[] = [
  ...captchaRoutes,
  ...signInRoutes,
  ...contextRoutes,
  ...mainMenuRoutes,
  handle(signOut, async ({ db, tokenHash, now, person, changed }) => {
    await endSession(db, tokenHash, now)
    changed({ subject: { id: person.id, name: person.account } })
  }),
]
