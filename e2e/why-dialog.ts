import type { Locator, Page } from './fixtures'
import { lists, openListAt, rowOf } from './lists'

export const whyDialog = (page: Page): Locator => page.getByRole('dialog', { name: '谁有权限，为什么？' })
export const whyAction = (page: Page): Locator => whyDialog(page).getByRole('combobox', { name: '什么操作' })
export const whyPlace = (page: Page): Locator => whyDialog(page).getByRole('combobox', { name: '在哪个组织' })
export const whyHolders = (page: Page): Locator =>
  whyDialog(page).getByRole('region', { name: /^拥有此权限的人/ })

export async function askRightsOf(page: Page, account: string): Promise<void> {
  await openListAt(page, lists.account, account)
  await rowOf(page, lists.account, account).getByRole('link').click()
  await page.getByRole('button', { name: '此人有哪些权限？' }).click()
}
