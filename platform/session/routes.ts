import { signOut } from '#contracts/session'
import type { Routes } from '#platform/http/call'
import { handle } from '#platform/http/handle'
import { captchaRoutes } from './captcha.ts'
import { contextRoutes } from './context.ts'
import { menuRoutes } from './menu.ts'
import { signInRoutes } from './sign-in.ts'
import { endSession } from './tokens.ts'

export function sessionRoutes(routes: Routes): void {
  captchaRoutes(routes)
  signInRoutes(routes)
  contextRoutes(routes)
  menuRoutes(routes)
  handle(routes, signOut, async ({ db, tokenHash, now, person, changed }) => {
    await endSession(db, tokenHash, now)
    changed({ subject: { id: person.id, name: person.account } })
  })
}
