import { demoPassword, expect, hash, organizationIds, type Page, tell, test, unique } from './fixtures'
import {
  accountTable,
  allowPaste,
  listPath,
  lists,
  nothingFound,
  openList,
  row,
  rows,
  rowsOf,
  searchBar,
  searchButton,
  searchField,
  toasts,
} from './lists'
import { addAccount, openAccounts, roleIds } from './people'
import { addDepartment, addOrganization } from './records'

// Sorting and filters beyond the specification's own, as the embedded platform offers them.
test.use({ as: 'admin' })

const head = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })
const names = (page: Page) => accountTable(page).locator('[data-row-link]').allInnerTexts()

test('DAY-1 a head sorts the list, by keys too, in its address; a third press gives the order back', async ({
  page,
}) => {
  const prefix = await openAccounts(page, 12, '&size=20&page=1')
  const sorted = (way: string) => expect(head(page, '账号')).toHaveAttribute('aria-sort', way)
  await head(page, '账号').getByRole('link').click()
  await sorted('ascending')
  await expect(page).toHaveURL(`${listPath}?account=${prefix}&size=20&sort=account`)
  await expect
    .poll(() => names(page))
    .toEqual(Array.from({ length: 12 }, (_, at) => `${prefix}${String(at + 1).padStart(2, '0')}`))
  await page.keyboard.press('Enter')
  await sorted('descending')
  expect((await names(page))[0]).toBe(`${prefix}12`)
  await searchField(page, '账号').fill(`${prefix}0`)
  await page.keyboard.press('Enter')
  await expect(page, 'a search keeps it').toHaveURL(`${listPath}?account=${prefix}0&size=20&sort=-account`)
  await page.reload()
  await sorted('descending')
  await rows(page).first().getByRole('link').focus()
  await page.keyboard.press('ArrowUp')
  await expect(head(page, '账号').getByRole('link')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(head(page, '姓名').getByRole('link')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${listPath}?account=${prefix}0&size=20`)
  await expect(head(page, '账号')).not.toHaveAttribute('aria-sort')
  await page.goBack()
  await sorted('descending')
  await page.goto(lists.entryLog.path)
  await expect(rowsOf(page, lists.entryLog).first()).toBeVisible()
  await expect(
    page.getByRole('columnheader').getByRole('link'),
    'where the platform sorts by nothing',
  ).toHaveCount(0)
})

test.describe('filters', () => {
  const more = (page: Page) => searchBar(page).getByRole('group', { name: '更多筛选' })
  const open = (page: Page) =>
    expect(async () => {
      const isOpen = await more(page).isVisible()
      if (!isOpen)
        await searchBar(page)
          .getByRole('button', { name: /^更多筛选/ })
          .click()
      await expect(more(page).getByLabel('锁定状态')).toBeVisible({ timeout: 1000 })
    }).toPass()
  /** A choice holds its options in its label. */
  const choose = (page: Page, label: string, option: string) =>
    more(page)
      .getByLabel(new RegExp(`^${label}`))
      .selectOption(option)

  test('DAY-1 people are found by their names, in one line of search at 1440 px', async ({
    page,
    context,
  }) => {
    const { account } = await addAccount(context, { name: `欧阳${Date.now()}` })
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(listPath)
    const { height = 0 } = (await page.getByTestId('search-bar').boundingBox()) ?? {}
    expect(height).toBeLessThan(40)
    await open(page)
    await page.setViewportSize({ width: 390, height: 900 })
    await expect
      .poll(async () => (await more(page).boundingBox())?.x, 'it stays in sight')
      .toBeGreaterThanOrEqual(8)
    expect(
      await more(page).evaluate((box) => innerWidth - box.getBoundingClientRect().right),
    ).toBeGreaterThanOrEqual(8)
    await more(page).getByLabel('姓名').fill('欧阳')
    await page.keyboard.press('Enter')
    await expect(row(page, account)).toBeVisible()
    await expect(searchBar(page).getByRole('button', { name: '更多筛选 欧阳', exact: true })).toBeVisible()
  })

  test('DAY-1 organization, department, role, lock and last sign-in narrow the list, in its address; the chip says by what', async ({
    page,
    context,
  }) => {
    const prefix = unique('where')
    const { EAST = '' } = await organizationIds(context)
    const [name = '', role = ''] = Object.entries(await roleIds(context, EAST))[0] ?? []
    await addAccount(context, { account: `${prefix}1`, roles: [name] })
    await addAccount(context, { account: `${prefix}2`, places: ['WEST'] })
    await openList(page, prefix)
    await open(page)
    await choose(page, '组织', EAST)
    await choose(page, '角色', role)
    await choose(page, '锁定状态', '0')
    await more(page).getByLabel('最后登录时间止').fill('2020-01-01T08:00')
    await more(page).getByRole('button', { name: '查询' }).click()
    await expect(page).toHaveURL(/orgId=[\w-]+&roleId=[\w-]+&locked=0&lastLoginTo=2020-01-01T08%3A00$/)
    await expect(nothingFound(page)).toBeVisible()
    await open(page)
    await more(page).getByLabel('最后登录时间止').fill('')
    await page.keyboard.press('Enter')
    await expect(rows(page)).toHaveCount(1)
    await expect(row(page, `${prefix}1`)).toBeVisible()
    await expect(searchBar(page), 'names, not ids').toContainText(`、${name}、未锁定`)
    await page.reload()
    await expect(searchBar(page)).toContainText(`、${name}、未锁定`)
    await searchField(page, '账号').fill(`${prefix}1`)
    await page.keyboard.press('Enter')
    await expect(page, 'what is folded away is searched with').toHaveURL(/account=\w+1&orgId=[\w-]+&roleId=/)
    await page.getByRole('button', { name: '清除更多筛选' }).click()
    await expect(page).toHaveURL(`${listPath}?account=${prefix}1`)
  })

  test('LIST-1 OLOG-1 DAY-1 a time of which a part is typed is told at its field, which opens; whole, it is searched with', async ({
    page,
  }) => {
    for (const [path, chip, label] of [
      [listPath, '更多筛选', '最后登录时间起'],
      [lists.operation.path, '创建时间', '开始时间'],
    ] as const) {
      await page.goto(path)
      const fields = searchBar(page).getByRole('group', { name: chip })
      const field = fields.getByLabel(label)
      await expect(async () => {
        if (!(await fields.isVisible()))
          await searchBar(page).getByRole('button', { name: chip }).first().click()
        await expect(field).toBeVisible({ timeout: 1000 })
      }).toPass()
      await field.click({ position: { x: 4, y: 8 } })
      await page.keyboard.type('1126')
      await searchButton(page).click()
      await expect(fields.getByRole('alert'), path).toHaveText('请输入完整且有效的日期和时间')
      await expect(field).toBeFocused()
      await expect(page).toHaveURL(path)
      await field.fill('2020-01-01T08:00')
      await expect(fields.getByRole('alert')).toHaveCount(0)
      await searchButton(page).click()
      await expect(page).toHaveURL(/=2020-01-01T08%3A00$/)
    }
  })

  test('DAY-1 an organization that is no choice stands by its name in the filter, and by a word where nobody tells it', async ({
    page,
    context,
  }) => {
    const place = await addOrganization(context)
    const { id } = await addDepartment(context, place.id)
    const account = unique('closed')
    const form = { account, name: account, phone: '13800138000', password: hash(demoPassword) }
    const userOrgList = [{ orgId: place.id, deptId: id }]
    await tell(context, '/sys/user/page/add', { ...form, userOrgList, usersRoleList: [] })
    await tell(context, `/sys/org/page/list/updateOrgEnabled?id=${place.id}&enabled=0`, {
      id: place.id,
      enabled: 0,
    })
    const name = (label: string) =>
      more(page)
        .getByLabel(new RegExp(`^${label}`))
        .locator('option:checked')
    await page.goto(`${listPath}?orgId=${place.id}&deptId=${id}`)
    await expect(row(page, account)).toBeVisible()
    await open(page)
    await expect(name('组织')).toHaveText(place.name)
    await expect(name('部门')).not.toHaveText(id)
    await page.goto(`${listPath}?orgId=${crypto.randomUUID()}`)
    await open(page)
    await expect(name('组织')).toHaveText('其他组织')
    await expect(searchBar(page)).toContainText('其他组织')
  })

  test('DAY-1 a range that ends before it begins is told at its field, which opens', async ({ page }) => {
    await page.goto(`${listPath}?lastLoginFrom=2026-01-02T00:00&lastLoginTo=2026-01-01T00:00`)
    await expect(more(page).getByRole('alert')).toBeVisible()
  })
})

test('DAY-9 when somebody was last here is said by how long ago, exactly at the focus; ids and codes are copied by a press', async ({
  page,
  context,
  visitor,
}) => {
  const made = await addAccount(context, { password: demoPassword })
  await visitor(made.account)
  await allowPaste(context)
  await page.goto(`${listPath}?account=${made.account}&open=${made.id}`)
  const sheet = page.getByRole('dialog', { name: made.name })
  const ago = sheet.getByRole('button', { name: /^\d+ ?秒钟?前$|^现在$|^\d+ ?分钟前$/ }).first()
  const exact = sheet.getByRole('tooltip').filter({ visible: true })
  await expect(async () => {
    // Before the sheet's script is there nobody hears of the focus.
    await ago.blur()
    await ago.focus()
    await expect(exact).toHaveText(/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d$/, { timeout: 1_000 })
  }).toPass()
  await expect(ago).toHaveAccessibleDescription(/^\d{4}\//)
  for (const [label, text] of [
    ['账号', made.account],
    ['编号', made.id],
  ] as const) {
    await sheet.getByRole('button', { name: `复制${label}` }).click()
    // What the copy before it said may still stand there.
    await expect(sheet.getByRole('status').filter({ hasText: '已复制' })).not.toHaveCount(0)
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text)
  }
  await page.evaluate(() => {
    // As a browser does whose policy forbids it.
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    document.execCommand = () => false
  })
  await sheet.getByRole('button', { name: '复制手机号' }).click()
  await expect(toasts(page)).toContainText('浏览器不允许复制')
})

test('LIST-7 what an address says that is nothing of the list is told above its rows, until the next search', async ({
  page,
}) => {
  await page.goto(`${listPath}?enabled=9&page=abc&account=admin`)
  const note = page.getByText('已忽略地址中的无效条件：enabled=9、page=abc')
  await expect(note).toBeVisible()
  await expect(searchField(page, '账号')).toHaveValue('admin')
  await searchButton(page).click()
  await expect(note).toHaveCount(0)
  await expect(page).toHaveURL(`${listPath}?account=admin`)
})
