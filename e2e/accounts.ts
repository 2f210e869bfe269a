import { expect, type Locator, type Page } from './fixtures'
import { pressRoles } from './lists'

export const rolesDialog = (page: Page) => page.getByRole('dialog', { name: '编辑角色' })
export const organization = (dialog: Locator, index = 0) =>
  dialog.getByRole('combobox', { name: '组织', exact: true }).nth(index)

export async function openRoles(page: Page, name: string): Promise<Locator> {
  await pressRoles(page, name)
  await expect(rolesDialog(page).getByRole('group', { name: '角色' })).toBeVisible()
  return rolesDialog(page)
}
