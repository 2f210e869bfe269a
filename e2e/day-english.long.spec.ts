import { expect, type Page, short, test } from './fixtures'
import { allowPaste, listPath, lists } from './lists'
import { addAccount, addAccounts, beginPerson } from './people'
import { addOrganization } from './records'

// What a day of work is made of, in English and with the keyboard alone. In Chinese each has a test of its own.
test.use({ as: 'admin', language: 'en' })

const head = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })
const body = (page: Page) => page.locator('tbody').getByRole('row')
const linkOf = (page: Page, name: string) => body(page).getByRole('link', { name })
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Please confirm' })
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const view = (page: Page) => page.getByRole('group', { name: 'View', exact: true })

/** Once it has been told what that does to others. */
async function pressConfirm(page: Page): Promise<void> {
  const confirm = question(page).getByRole('button', { name: 'Confirm', exact: true })
  await expect(confirm).toBeEnabled()
  await confirm.press('Enter')
}

test('DAY-1 EDGE-13 a list is narrowed, ordered, set up and saved as a search, in English by keyboard', async ({
  page,
  context,
  admin,
}) => {
  const name = short('Robin')
  // A person of its own: how their list is set up would show in everybody's.
  await beginPerson(context, admin, { EAST: 'manager' })
  await addAccount(context, { name })
  await page.goto(listPath)
  await page.getByRole('button', { name: /^More filters/ }).press('Enter')
  const more = page.getByRole('group', { name: 'More filters' })
  await more.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.keyboard.press('Enter')
  await expect(body(page)).toHaveCount(1)
  await page.keyboard.press('Escape')
  await head(page, 'Account').getByRole('link').press('Enter')
  await expect(head(page, 'Account')).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('button', { name: 'View', exact: true }).press('Enter')
  await view(page).getByRole('checkbox', { name: 'Last sign-in' }).press('Space')
  await expect(head(page, 'Last sign-in')).toBeVisible()
  await view(page).getByRole('textbox', { name: 'Name this search' }).fill(name)
  await page.keyboard.press('Enter')
  const saved = view(page).getByRole('link', { name })
  await expect(saved).toBeFocused()
  await expect(saved).toHaveAttribute('href', new RegExp(`name=${name}`))
  await view(page)
    .getByRole('button', { name: `Remove ${name}` })
    .press('Enter')
  await expect(saved).toHaveCount(0)
  await view(page).getByRole('checkbox', { name: 'Last sign-in' }).press('Space')
  await expect(head(page, 'Last sign-in')).toBeHidden()
})

test('DAY-3 DAY-9 a password is reset and copied, in English by keyboard', async ({ page, context }) => {
  await allowPaste(context)
  const { account } = await addAccount(context, { name: 'Robin' })
  await page.goto(`${listPath}?account=${account}`)
  await body(page).getByRole('button', { name: 'More for Robin' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Reset password of Robin' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Reset password of Robin' })
  await expect(dialog).toContainText('has to change this password')
  await dialog.getByRole('button', { name: 'Generate' }).press('Enter')
  const field = dialog.getByRole('textbox', { name: 'New password' })
  await expect(field).toHaveValue(/^[A-Za-z0-9]{14}$/)
  const password = await field.inputValue()
  await field.press('Enter')
  const given = page.getByRole('dialog', { name: /new password/i })
  await given.getByRole('button', { name: 'Copy: New password' }).press('Enter')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(password)
})

test('DAY-6 DAY-7 consequences are told before the press, and a deletion is undone, in English by keyboard', async ({
  page,
  context,
}) => {
  const { name, code } = await addOrganization(context)
  await addAccount(context, { name: 'Robin', places: [code] })
  await page.goto(`${lists.organization.path}?${lists.organization.search}=${encodeURIComponent(name)}`)
  await body(page).getByRole('switch').press('Space')
  await expect(question(page)).toContainText('1 person loses access')
  await expect(question(page)).toContainText('Robin')
  await page.keyboard.press('Escape')
  const { account } = await addAccount(context, { name: 'Kim' })
  await page.goto(`${listPath}?account=${account}`)
  await body(page).getByRole('button', { name: 'More for Kim' }).press('Enter')
  await page.getByRole('menuitem', { name: /^Delete/ }).press('Enter')
  await pressConfirm(page)
  await expect(body(page).filter({ hasText: account })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Accounts, table' }), 'its row is gone').toBeFocused()
  await toasts(page).getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(toasts(page)).toContainText('Undone')
  await expect(linkOf(page, account)).toBeVisible()
})

test('DAY-8 keys alone walk, choose, edit and help, in English', async ({ page, context }) => {
  const prefix = await addAccounts(context, 2)
  await page.goto(`${listPath}?account=${prefix}`)
  await page.keyboard.press('j')
  await expect(linkOf(page, `${prefix}02`)).toBeFocused()
  await page.keyboard.press('x')
  await expect(page.getByRole('toolbar', { name: 'Selected rows' })).toBeVisible()
  await page.keyboard.press('x')
  await page.keyboard.press('e')
  await expect(page.getByRole('dialog', { name: 'Edit account' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(linkOf(page, `${prefix}02`)).toBeFocused()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toContainText('Next and previous row')
  await page.keyboard.press('Escape')
  await expect(linkOf(page, `${prefix}02`)).toBeFocused()
  await page.keyboard.press('/')
  await expect(page.getByRole('search').getByRole('textbox', { name: 'Account' })).toBeFocused()
})
