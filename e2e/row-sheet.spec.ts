import { type Caller, expect, type Locator, type Page, test } from './fixtures'
import {
  account,
  accountTable,
  listPath,
  lists,
  nameLink,
  openList,
  openListAt,
  row,
  rowOf,
  rows,
  rowsOf,
  searchButton,
  searchField,
} from './lists'
import { addAccount, openAccounts } from './people'

const sheet = (page: Page) => page.getByRole('dialog')

test.use({ as: 'admin' })

test('LIST-7 A11Y-3 a pressed row opens beside the list, and the address keeps it', async ({ page }) => {
  const prefix = await openAccounts(page, 3)
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
  const view = page.getByRole('group', { name: '视图' })
  await page.getByRole('button', { name: '视图' }).click()
  await expect(view).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(view, 'what lies on top closes alone').toBeHidden()
  await page.reload()
  await expect(sheet(page)).toContainText(`${prefix}02`)
  const next = sheet(page).getByRole('button', { name: '下一条' })
  // The server's answer shows the sheet before its script is there.
  await expect(async () => {
    // A press that was slow to show is the last one that there is.
    if (await next.isEnabled()) await next.click({ timeout: 1000 })
    await expect(sheet(page)).toContainText(`${prefix}01`, { timeout: 1000 })
  }).toPass()
  await expect(next).toBeDisabled()
  await expect(next).toBeFocused()
  await sheet(page).getByRole('button', { name: '关闭' }).click()
  await expect(sheet(page)).toBeHidden()
  await expect(page).not.toHaveURL(/open=/)

  const cell = row(page, `${prefix}03`).getByRole('cell').nth(2)
  const { x, y, height } = (await cell.boundingBox()) ?? { x: 0, y: 0, height: 0 }
  await page.mouse.move(x + 17, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + 60, y + height / 2, { steps: 4 })
  await page.mouse.up()
  expect(await page.evaluate(() => String(getSelection())), 'to be copied').toMatch(/^\d+$/)
  await expect(page).not.toHaveURL(/open=/)
  await cell.click({ position: { x: 30, y: height / 2 } })
  await expect(sheet(page), 'by a press on what is selected, too').toBeVisible()
  await page.goBack()
  await expect(sheet(page)).toBeHidden()

  await nameLink(page, `${prefix}03`).click()
  await expect(sheet(page)).toBeVisible()
  await page.goBack()
  await expect(sheet(page)).toBeHidden()
  await expect(rows(page)).toHaveCount(3)
  await page.goForward()
  await expect(sheet(page)).toContainText(`${prefix}03`)
})

test('A11Y-3 A11Y-4 beside a sheet a dialog gives the focus back, and below one that covers the list the keys walk on', async ({
  page,
}) => {
  const prefix = await openAccounts(page, 3)
  await page.setViewportSize({ width: 1440, height: 900 })
  await nameLink(page, `${prefix}03`).press('Enter')
  await expect(sheet(page)).toContainText(`${prefix}03`)
  const edit = row(page, `${prefix}02`).getByRole('button', { name: '编辑' })
  await edit.press('Enter')
  await expect(page.getByRole('dialog', { name: '编辑' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(edit).toBeFocused()
  const own = sheet(page).getByRole('button', { name: '编辑' })
  await own.press('Enter')
  await expect(page.getByRole('dialog', { name: '编辑账号' }).getByLabel('姓名')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(own, 'also to what stands in the sheet').toBeFocused()
  await sheet(page).getByRole('button', { name: '关闭' }).click()
  await expect(sheet(page)).toBeHidden()
  await page.setViewportSize({ width: 390, height: 800 })
  await nameLink(page, `${prefix}03`).press('Enter')
  for (const number of ['03', '02', '01']) {
    await expect(sheet(page)).toContainText(`${prefix}${number}`)
    await page.keyboard.press('j')
  }
  await expect(sheet(page), 'the last one').toContainText(`${prefix}01`)
  await sheet(page).getByRole('switch').press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).press('Enter')
  const history = sheet(page).getByRole('region', { name: '变更记录' })
  await expect(history, 'a switch in it is told in it').toContainText('启停')
  await page.goBack()
  await expect(sheet(page)).toBeHidden()
  const switched = row(page, `${prefix}01`).getByRole('switch')
  await expect(switched, 'and by the list').not.toBeChecked()
  await nameLink(page, `${prefix}01`).press('Enter')
  await expect(sheet(page), 'which opens it again').toContainText(`${prefix}01`)
})

test('LIST-7 a sheet that something else opened closes to its list, not to the sheet before it', async ({
  page,
}) => {
  const prefix = await openAccounts(page, 2)
  const [one, other] = [`${prefix}01`, `${prefix}02`]
  const palette = page.getByRole('dialog', { name: '搜索' })
  const find = async (name: string) => {
    await page.getByRole('banner').getByRole('button', { name: '搜索' }).click()
    await palette.getByRole('combobox').fill(name)
    await palette.getByRole('option').filter({ hasText: name }).click()
    await expect(sheet(page)).toContainText(name)
  }
  const close = async (search: string) => {
    await sheet(page).getByRole('button', { name: '关闭' }).click()
    await expect(sheet(page)).toBeHidden()
    await expect(page).toHaveURL(`${listPath}?account=${search}`)
  }
  await nameLink(page, one).click()
  await expect(sheet(page)).toContainText(one)
  await find(other)
  await close(other)

  await nameLink(page, other).click()
  await expect(sheet(page)).toContainText(other)
  // Whose sheet it is follows no longer what is searched.
  await searchField(page, '账号').fill(prefix)
  await searchButton(page).click()
  await expect(sheet(page)).toBeHidden()
  await find(one)
  await close(one)

  await nameLink(page, one).click()
  await close(one)
})

test('A11Y-3 the keyboard opens a row, walks on and comes back to it @long', async ({ page }) => {
  const prefix = await openAccounts(page, 3)
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
  // Where it lies over the list, nothing under it has the focus.
  await page.setViewportSize({ width: 1024, height: 800 })
  await page.keyboard.press('Enter')
  await expect(sheet(page)).toBeVisible()
  await nameLink(page, `${prefix}03`).focus()
  await expect(sheet(page)).toBeVisible()
  await rowOf(page, account, `${prefix}03`).getByRole('button', { name: '编辑' }).focus()
  await expect(sheet(page)).toBeHidden()
})

test('ACC-6 EDGE-4 the sheets tell of memberships, roles and changes @long', async ({
  page,
  context,
  admin,
}) => {
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

test('A11Y-3 A11Y-4 on a phone the sheet is the page', async ({ page, context }) => {
  const made = await addAccount(context)
  await page.setViewportSize({ width: 390, height: 800 })
  await openList(page, made.account)
  // As in Safari, which gives what is pressed no focus.
  await nameLink(page, made.account).evaluate((link) =>
    link.addEventListener('mousedown', (event) => event.preventDefault()),
  )
  await nameLink(page, made.account).click()
  await expect.poll(async () => (await sheet(page).boundingBox())?.width).toBe(390)
  await expect(sheet(page).getByRole('heading', { level: 2 })).toBeFocused()
  await expect(nameLink(page, made.account), 'nobody comes to what it covers').toBeHidden()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  await sheet(page).getByRole('button', { name: '关闭' }).click()
  await expect(nameLink(page, made.account)).toBeFocused()
  expect(page.url()).toContain(listPath)
  await expect(rowOf(page, account, made.account)).toBeVisible()
})

for (const width of [390, 320]) {
  test.describe(`on a phone of ${width} px, in English`, () => {
    test.use({ language: 'en', viewport: { width, height: 800 } })

    test(`A11Y-4 what copies stands beside its text, the menu beside a button, and a field is not cut (${width} px)`, async ({
      page,
    }) => {
      await page.goto(`${listPath}?account=operator`)
      await page.getByRole('link', { name: 'operator', exact: true }).click()
      const id = sheet(page).locator('dd', { has: page.locator('code') })
      const middle = async (one: Locator) => {
        const { y = 0, height = 0 } = (await one.boundingBox()) ?? {}
        return y + height / 2
      }
      const text = await id.locator('code').boundingBox()
      const copies = await middle(id.getByRole('button'))
      expect(copies, 'beside the text, whatever lines it takes').toBeGreaterThan(text?.y ?? 0)
      expect(copies).toBeLessThan((text?.y ?? 0) + (text?.height ?? 0))
      const menu = await middle(sheet(page).getByRole('button', { name: /^More for/ }))
      const lines = await Promise.all(
        ['Edit', 'Roles', 'Reset password', 'Sessions'].map((name) =>
          middle(sheet(page).getByRole('button', { name })),
        ),
      )
      expect(lines.filter((line) => Math.abs(line - menu) < 4).length).toBeGreaterThan(0)

      await sheet(page).getByRole('button', { name: 'What can this person do?' }).click()
      const field = page.getByRole('textbox', { name: 'Name, phone or account' })
      const room = await field.evaluate((input: HTMLInputElement) => {
        const { font, paddingLeft, paddingRight } = getComputedStyle(input)
        const canvas = document.createElement('canvas').getContext('2d')
        if (canvas === null) throw new Error('no canvas')
        canvas.font = font
        const blank = Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight)
        return input.clientWidth - blank - canvas.measureText(input.placeholder).width
      })
      expect(room, 'beside the placeholder').toBeGreaterThanOrEqual(0)
    })
  })
}
