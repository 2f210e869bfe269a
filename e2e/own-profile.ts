import type { Locator } from 'playwright/test'
import { enter, type Page, signIn } from './fixtures'
import type { Person } from './people'

const row = (page: Page, label: string): Locator =>
  page
    .getByRole('main')
    .locator('dl > div')
    .filter({ has: page.getByRole('term').filter({ hasText: new RegExp(`^${label}$`) }) })
export const value = (page: Page, label: string): Locator => row(page, label).getByRole('definition')
export const pencil = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })
export const panel = (page: Page, name: string): Locator => page.getByRole('form', { name })
export const button = (within: Locator, name: string): Locator =>
  within.getByRole('button', { name, exact: true })
export const fieldOf = (form: Locator, name: string): Locator =>
  form.getByRole('textbox', { name, exact: true })

/** What each save sent, in order. */
export function sentBy(page: Page): unknown[] {
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/sys/user/updateUserInfo')) sent.push(request.postDataJSON())
  })
  return sent
}

export async function open(page: Page, person: Person): Promise<void> {
  await signIn(page.context(), person.account)
  await enter(page.context(), 'EAST', 'uia')
  await page.goto('/user/index')
}
