import { expect, type Page } from './fixtures'

export const fields = ['username', 'password', 'code'] as const
export type Field = (typeof fields)[number]
export const field = (page: Page, name: Field) => page.locator(`input[name=${name}]`)
export const refused = /status of 40\d/

export async function open(page: Page): Promise<void> {
  await page.goto('/login')
  await expect(page.locator('form img')).toBeVisible()
}

export async function fill(page: Page, values: Partial<Record<Field, string>>): Promise<void> {
  for (const name of fields) if (values[name] !== undefined) await field(page, name).fill(values[name])
}
