import { type Caller, expect, type Page, test } from './fixtures'
import {
  account,
  accountTable,
  listPath,
  lists,
  openList,
  openListAt,
  row,
  rowOf,
  rows,
  rowsOf,
} from './lists'
import { addAccount, addAccounts } from './people'

const sheet = (page: Page) => page.getByRole('dialog')
const nameLink = (page: Page, name: string) => row(page, name).getByRole('link', { name })

test.use({ as: 'admin' })

test('LIST-7 A11Y-3 a pressed row opens beside the list, and the address keeps it', async ({
  page,
  context,
}) => {
  const prefix = await addAccounts(context, 3)
  await openList(page, prefix)
  await page.setViewportSize({ width: 1440, height: 900 })
  // Anywhere on it, not on what has a press for itself.
  await row(page, `${prefix}02`).getByRole('cell').nth(2).click()
  await expect(sheet(page)).toContainText(`${prefix}02`)
  await expect(page).toHaveURL(/[?&]open=/)
  await expect(row(page, `${prefix}02`)).toHaveAttribute('aria-current', 'true')
  await expect(rows(page), 'the list stands as it is').toHaveCount(3)
  const [list, beside] = [await accountTable(page).boundingBox(), await sheet(page).boundingBox()]
  expect((list?.x ?? 0) + (list?.width ?? 0), 'nothing of the list is covered').toBeLessThanOrEqual(
    Math.ceil(beside?.x ?? 0) + 1,
  )
  await page.reload()
  await expect(sheet(page)).toContainText(`${prefix}02`)
  const next = sheet(page).getByRole('button', { name: '下一条' })
  // The server's answer shows the sheet before its script is there.
  await expect(async () => {
    await next.click({ timeout: 1000 })
    await expect(sheet(page)).toContainText(`${prefix}01`, { timeout: 1000 })
  }).toPass()
  await expect(next).toBeDisabled()
  await sheet(page).getByRole('button', { name: '关闭' }).click()
  await expect(sheet(page)).toBeHidden()
  await expect(page).not.toHaveURL(/open=/)

  await nameLink(page, `${prefix}03`).click()
  await expect(sheet(page)).toBeVisible()
  await page.goBack()
  await expect(sheet(page)).toBeHidden()
  await expect(rows(page)).toHaveCount(3)
  await page.goForward()
  await expect(sheet(page)).toContainText(`${prefix}03`)
})

test('A11Y-3 the keyboard opens a row, walks on and comes back to it', async ({ page, context }) => {
  const prefix = await addAccounts(context, 3)
  await openList(page, prefix)
  await nameLink(page, `${prefix}03`).focus()
  await page.keyboard.press('Enter')
  await expect(sheet(page).getByRole('heading', { level: 2 })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(sheet(page)).toBeHidden()
  await expect(nameLink(page, `${prefix}03`)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(sheet(page)).toContainText(`${prefix}03`)
  await nameLink(page, `${prefix}03`).focus()
  await page.keyboard.press('ArrowDown')
  await expect(sheet(page), 'an open sheet follows').toContainText(`${prefix}02`)
  await expect(nameLink(page, `${prefix}02`)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(sheet(page)).toBeHidden()
})

test('ACC-6 EDGE-4 the sheets tell of memberships, roles and changes', async ({ page, context, admin }) => {
  const made = await addAccount(context, { places: ['EAST', 'WEST'], roles: ['只读查看'] })
  await openList(page, made.account)
  await nameLink(page, made.account).click()
  const places = sheet(page).getByRole('region', { name: '组织与部门' })
  await expect(places.getByRole('term')).toHaveText(['华东储能', '西部储能'])
  await expect(sheet(page).getByRole('region', { name: '角色' }).getByRole('listitem')).toHaveText('只读查看')
  await openLog(page, admin, made.account)
  await expect(sheet(page).getByRole('region', { name: '操作对象' })).toContainText(made.account)
  await sheet(page).getByRole('link', { name: made.account }).click()
  await expect(page).toHaveURL(`${account.path}?account=${made.account}`)
  await expect(row(page, made.account)).toBeVisible()
})

/** The sheet of the row that tells how an account was added. */
async function openLog(page: Page, _: Caller, subject: string): Promise<void> {
  await openListAt(page, lists.operation, 'admin', '&menuName=account&opType=add')
  for (const one of await rowsOf(page, lists.operation).all()) {
    await one.getByRole('cell').nth(2).click()
    await expect(one).toHaveAttribute('aria-current', 'true')
    if ((await sheet(page).innerText()).includes(subject)) return
  }
  throw new Error(`${subject} is not on the first page of the log`)
}

test('A11Y-4 on a phone the sheet is the page', async ({ page, context }) => {
  const made = await addAccount(context)
  await page.setViewportSize({ width: 390, height: 800 })
  await openList(page, made.account)
  await nameLink(page, made.account).click()
  await expect.poll(async () => (await sheet(page).boundingBox())?.width).toBe(390)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  await sheet(page).getByRole('button', { name: '关闭' }).click()
  await expect(nameLink(page, made.account)).toBeFocused()
  expect(page.url()).toContain(listPath)
  await expect(rowOf(page, account, made.account)).toBeVisible()
})
