import { openOneAccount, test as without } from './fake-platform'
import { expect, type Page, tell, test, unique } from './fixtures'
import { listPath, row } from './lists'
import { addAccount } from './people'

const palette = (page: Page) => page.getByRole('dialog', { name: '搜索' })
const field = (page: Page) => palette(page).getByRole('combobox')
const options = (page: Page) => palette(page).getByRole('option')
const group = (page: Page, name: string) => palette(page).getByRole('group', { name })
const open = (page: Page) =>
  expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(field(page)).toBeFocused({ timeout: 1000 })
  }).toPass()

test.describe('the palette', () => {
  test.use({ as: 'admin' })

  test('EDGE-14 people are found by name, phone and pasted id, by keys alone; who was chosen comes first next time', async ({
    page,
    context,
  }) => {
    const name = `司马${Date.now()}`
    const phone = `139${String(Date.now()).slice(-8)}`
    const made = await addAccount(context, { account: unique('found'), name, phone })
    // Newer ones, among which their search finds it.
    for (let at = 0; at < 10; at += 1) await addAccount(context, { account: `${made.account}x${at}` })
    await page.goto('/home')
    for (const text of [name, phone, made.id]) {
      await open(page)
      await field(page).fill(text)
      await expect(options(page).filter({ hasText: made.account })).toHaveAttribute('aria-selected', 'true')
      await page.keyboard.press('Escape')
      await expect(palette(page)).toBeHidden()
    }
    await open(page)
    await field(page).fill(name)
    await expect(group(page, '人员').getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name }), 'beside its list').toContainText(phone)
    await expect(row(page, made.account), 'on another page of it').toHaveCount(0)
    await page.keyboard.press('Escape')
    await open(page)
    await expect(group(page, '最近').getByRole('option')).toContainText([name])
    await page.keyboard.press('ArrowUp')
    await expect(options(page).last(), 'it goes round').toHaveAttribute('aria-selected', 'true')
    await tell(context, `/sys/user/page/delete/${made.id}`)
    await page.goto(`${listPath}?account=${made.account}&open=${made.id}`)
    await expect(page.getByRole('dialog', { name: '此处没有该记录' })).toContainText('可能已被删除')
  })

  test('EDGE-14 an action opens its form, a page its page; Escape gives the focus back', async ({ page }) => {
    await page.goto(listPath)
    await page.getByRole('button', { name: '重置' }).focus()
    await open(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: '重置' })).toBeFocused()
    await open(page)
    await field(page).fill('新增角色')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: '新增角色' })).toBeVisible()
    await expect(page).toHaveURL('/role/index')
    await page.keyboard.press('Escape')
    await page.getByRole('banner').getByRole('button', { name: '搜索' }).click()
    await field(page).fill('operation')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/operation/index')
  })
})

test.describe('in English', () => {
  test.use({ as: 'auditor', language: 'en' })

  test('EDGE-14 PERM-3 who may add nothing is offered no such thing', async ({ page }) => {
    await page.goto(listPath)
    const dialog = page.getByRole('dialog', { name: 'Search' })
    await expect(async () => {
      await page.keyboard.press('Control+k')
      await expect(dialog).toBeVisible({ timeout: 1000 })
    }).toPass()
    await expect(dialog.getByRole('group', { name: 'Pages' })).toContainText('Accounts')
    await expect(dialog.getByRole('group', { name: 'Actions' })).toHaveCount(0)
    await dialog.getByRole('combobox').fill('operator')
    await expect(dialog.getByRole('group', { name: 'People' }).getByRole('option')).not.toHaveCount(0)
  })
})

without(
  'EDGE-14 DAY-1 VALID-1 a platform without these calls shows nothing of them, and pages and actions are found',
  async ({ page, platform, expected }) => {
    expected.push(/status of 404/)
    await openOneAccount(page, platform, '?sort=name')
    await expect(page.getByRole('columnheader').getByRole('link')).toHaveCount(0)
    await expect(page.locator('[aria-sort]')).toHaveCount(0)
    await expect(page.getByRole('search').getByRole('textbox')).toHaveCount(2)
    await open(page)
    await field(page).fill('账号')
    await expect(options(page)).toHaveText([/^账号管理/, '新增账号'])
    await expect(palette(page).getByRole('status')).toHaveText('2 项匹配')
    await field(page).dispatchEvent('keydown', { key: 'Escape', keyCode: 229 })
    await field(page).fill('李明')
    await expect(palette(page).getByRole('status')).toHaveText('没有匹配项')
  },
)
