import type { Locator } from 'playwright/test'
import { ask, type Caller, expect, type Page } from './fixtures'
import type { MicroSystem } from './own'

export const path = '/assets/index'
export const pane = (page: Page) => page.getByRole('region', { name: '系统', exact: true })
export const systemOf = (page: Page, { name }: MicroSystem) =>
  pane(page).getByRole('listitem').filter({ hasText: name })
export const boxOf = (page: Page, { name }: MicroSystem) =>
  page.getByRole('checkbox', { name: `选择${name}` })
export const dialog = (page: Page) => page.getByRole('dialog')
export const preview = (page: Page) => page.getByRole('dialog', { name: '核对发现结果' })
export const itemOf = (page: Page, { name }: MicroSystem) =>
  dialog(page).getByRole('listitem').filter({ hasText: name }).first()
export const button = (scope: Page | Locator, name: string | RegExp) => scope.getByRole('button', { name })

/** Opens the page, chooses these systems and begins. */
export async function discover(page: Page, systems: readonly MicroSystem[]): Promise<void> {
  await page.goto(path)
  await choose(page, systems)
}
export async function choose(page: Page, systems: readonly MicroSystem[]): Promise<void> {
  await button(page, '选择发现').click()
  for (const system of systems) await boxOf(page, system).check()
  await button(page, `批量发现（${systems.length}）`).click()
}
/** Lets those without a manifest load their pages. */
export async function load(page: Page, count: number): Promise<void> {
  await button(preview(page), `加载 ${count} 个系统的页面`).click()
}
export async function stored(admin: Caller, { code }: MicroSystem) {
  type Row = { name: string; code: string }
  const answer = await ask<{ content: Row[] }>(admin, `/sys/poolResource/page/findAll?code=${code}&limit=100`)
  return answer.content.map((row) => row.name)
}
/** Nothing of a sub-application is left in the page. */
export async function expectNoneLeft(page: Page): Promise<void> {
  await expect(page.locator('iframe')).toHaveCount(0)
  await expect(page.locator('wujie-app')).toHaveCount(0)
}
