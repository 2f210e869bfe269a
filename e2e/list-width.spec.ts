import { begin, expect, hash, type Locator, tell, test, unique } from './fixtures'
import { treeOf } from './kinds'
import { listPath, lists, openAdd, openListAt } from './lists'
import { again } from './long-tests'
import { addAccount } from './people'
import { addSystem } from './records'

/** What a list holds that is read figure by figure, by the place of its column. */
const figures = [
  ['account', { phone: 2, status: 3 }],
  ['allocation', { port: 4 }],
  ['online', { host: 1, time: 2 }],
  ['entryLog', { ip: 1, time: 3 }],
  ['operation', { ip: 6, status: 7, time: 8 }],
  // The longest of what a row can have come to.
  ['operation', { ip: 6, status: 7, time: 8 }, '?status=3'],
] as const

/** How many of the rows' cells are cut, or not there. */
const cutIn = (rows: Locator, place: number) =>
  rows.evaluateAll(
    (all, at) =>
      all.filter((row) => {
        const cell = row.querySelectorAll('td')[at]
        return cell === undefined || cell.scrollWidth > cell.clientWidth
      }).length,
    place,
  )
/** Whether nothing lies over what an element says, to its last letter. */
const isInSight = (element: Locator) =>
  element.evaluate((one) => {
    const words = document.createRange()
    words.selectNodeContents(one)
    const { right, top, height } = words.getBoundingClientRect()
    return one.contains(document.elementFromPoint(right - 1, top + height / 2))
  })
/** How much of the line at a cell's edge is seen. */
const edgeOf = (cell: Locator) => cell.evaluate((one) => getComputedStyle(one, '::after').opacity)

for (const language of ['zh-cn', 'en'] as const) {
  test.describe(language, again(language), () => {
    test.use({ language, as: 'admin' })

    test(`LIST-5 OLOG-1 phones, addresses, ports and times are never cut from 1024 px on (${language}) @long`, async ({
      page,
    }) => {
      for (const [key, columns, search = ''] of figures) {
        await page.goto(lists[key].path + search)
        const rows = page.getByRole('main').locator('tbody').getByRole('row')
        await expect(rows.first(), key).toBeVisible()
        for (const width of [1024, 1440]) {
          await page.setViewportSize({ width, height: 800 })
          for (const [name, place] of Object.entries(columns)) {
            expect(await cutIn(rows, place), `${key}: ${name} at ${width} px`).toBe(0)
          }
        }
      }
    })

    test(`LIST-5 LIST-7 beside an open sheet the names of the rows are whole as long as another column has room (${language})`, async ({
      page,
      admin,
    }) => {
      // Of figures, which are as wide as most letters.
      const { account, id } = await addAccount(admin, { account: String(Date.now()) })
      await page.goto(`${lists.account.path}?account=${account}&open=${id}`)
      await expect(page.getByRole('dialog')).toBeVisible()
      const name = page.getByRole('main').locator('tbody').getByRole('link', { name: account })
      const [cut, room] = await name.evaluate((link) => [
        link.scrollWidth - link.clientWidth,
        (link.closest('tr')?.children[3]?.clientWidth ?? 0) - 100,
      ])
      expect(cut).toBe(0)
      expect(room, 'else nothing is tried').toBeGreaterThan(0)
    })

    test(`OLOG-1 at 1024 px the log shows who did what and when, and scrolls to the rest (${language})`, async ({
      page,
      admin,
    }) => {
      await page.setViewportSize({ width: 1024, height: 800 })
      // Entries of the usual length: longer names and types take room of their own.
      const before = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 16)
      await page.goto(
        `${lists.operation.path}?menuName=organization&opType=update&endTime=${encodeURIComponent(before)}`,
      )
      const short = page.locator('td:nth-child(6)', { hasText: /^[a-z]{3,8}$/ })
      const cells = page.getByRole('main').locator('tbody tr', { has: short }).first().locator('td')
      const [tenant, operator, ip, status, time] = [0, 5, 6, 7, 8].map((at) => cells.nth(at))
      if (!tenant || !operator || !ip || !status || !time) throw new Error('the log has nine columns')
      await expect(time).toBeInViewport({ ratio: 1 })
      expect(await isInSight(operator)).toBe(true)
      expect(await isInSight(status), 'under the time, or beyond').toBe(false)
      expect([await edgeOf(tenant), await edgeOf(time)], 'others lie under the time').toEqual(['0', '1'])
      await page
        .getByRole('main')
        .getByRole('region')
        .evaluate((box) => box.scrollTo({ left: 9999 }))
      for (const cell of [ip, status, time]) {
        await expect(cell).toBeInViewport({ ratio: 1 })
        expect(await isInSight(cell)).toBe(true)
      }
      await expect.poll(async () => [await edgeOf(tenant), await edgeOf(time)]).toEqual(['1', '0'])

      // What is long is cut before who did it is.
      const { id } = await addSystem(admin, { code: unique('log'), enable: true })
      await tell(admin, `/sys/resourcesConfig/updateOrgEnabled?id=${id}&enabled=0`, { id, enabled: 0 })
      await page.goto(`${lists.operation.path}?menuName=allocation&userName=admin&opType=enable`)
      const who = page.getByRole('main').locator('tbody tr').first().locator('td').nth(5)
      await expect(who).toHaveText('admin')
      expect(await isInSight(who), 'beside the longest of what was done').toBe(true)

      const { id: person } = await addAccount(admin)
      await tell(admin, '/sys/user/page/resetPassword', { id: person, password: hash(unique('a1')) })
      await page.setViewportSize({ width: 1440, height: 800 })
      await page.goto(`${lists.operation.path}?userName=admin`)
      const types = page.getByRole('main').locator('tbody tr')
      await expect(types.first().locator('td').nth(3)).toHaveText(/重置密码|Reset password/)
      expect(await cutIn(types, 3), 'types of which the longest is among them').toBe(0)
    })
  })
}

test('LIST-5 ACC-1 long names give room: the state of each row is in sight at 1024 px', async ({
  page,
  context,
  admin,
}) => {
  await begin(context, 'admin')
  const { account } = await addAccount(admin, {
    account: unique('wide').padEnd(50, 'w'),
    name: '阿卜杜勒拉赫曼'.repeat(7),
  })
  await page.setViewportSize({ width: 1024, height: 800 })
  await openListAt(page, lists.account, account.slice(0, 30))
  const only = page.getByRole('main').locator('tbody').getByRole('row')
  for (const text of ['13800138000', '启用']) expect(await isInSight(only.getByText(text)), text).toBe(true)
})

test('APP-2 WHY-1 a name in the tree of resources is whole, however much is said beside it, and that is told whole, too', async ({
  page,
  context,
}) => {
  await begin(context, 'operator')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(lists.apply.path)
  await openAdd(page)
  const row = treeOf(page.getByRole('dialog'))
    .getByRole('treeitem', { name: /无组织使用/ })
    .first()
  const texts = row.locator('span', { hasText: /./ })
  await expect(texts).toHaveText([/^能源管理系统$/, /无组织使用/])
  // To the fraction of a pixel, from which on the last characters are dots.
  const cut = await texts.evaluateAll((all) =>
    all.map((one) => {
      const text = document.createRange()
      text.selectNodeContents(one.firstChild ?? one)
      return text.getBoundingClientRect().width > one.getBoundingClientRect().width
    }),
  )
  expect(cut).toEqual([false, true])
  // What is cut is told whole, by keyboard as by a press, until one goes on.
  const tree = treeOf(page.getByRole('dialog'))
  const off = await row.getAttribute('id')
  await tree.focus()
  await expect(async () => {
    await page.keyboard.press('ArrowDown')
    expect(await tree.getAttribute('aria-activedescendant')).toBe(off)
  }).toPass()
  await page.keyboard.press('Enter')
  const note = page.getByTestId('reason')
  await expect(note).toBeVisible()
  await expect(note).toHaveText((await row.getAttribute('title')) ?? '')
  await page.keyboard.press('ArrowDown')
  await expect(note).toBeHidden()
})

test('LIST-4 OLOG-1 on paper a list says all that it says, whole, and offers nothing', async ({
  page,
  context,
}) => {
  await begin(context, 'operator')
  for (const { path } of [lists.account, lists.operation]) {
    await page.goto(path)
    const heads = await page.getByRole('columnheader').allTextContents()
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: 1047, height: 718 })
    const table = page.getByRole('table')
    const pressed = page
      .locator('#content')
      .locator('button, select, input')
      .and(page.locator(':not([role=switch])'))
    await expect(pressed.filter({ visible: true })).toHaveCount(0)
    const told = heads.map((head) => head.trim()).filter((head) => !['操作', '详情'].includes(head))
    await expect(page.getByRole('columnheader').filter({ visible: true })).toHaveText(told)
    const cells = table.locator('tbody tr').first().getByRole('cell').filter({ visible: true })
    await expect(cells).toHaveCount(told.length)
    const cut = await cells.evaluateAll((all) =>
      all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
    )
    expect(cut).toEqual([])
    expect(await table.evaluate(({ scrollWidth }) => scrollWidth <= innerWidth)).toBe(true)
    await page.emulateMedia({ media: 'screen' })
    await page.setViewportSize({ width: 1440, height: 900 })
  }
})

for (const [language, heads, least] of [
  ['zh-cn', ['账号', '姓名', '手机号', '状态', '操作'], [100, 100, 100, 100, 100]],
  ['en', ['Account', 'Name', 'Phone', 'Status', 'Operations'], [112, 100, 100, 96, 160]],
] as const) {
  test.describe(language, () => {
    test.use({ language, as: 'admin' })
    test(`LIST-5 ACC-1 columns have a least width by their label (${language})`, async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 800 })
      await page.goto(listPath)
      const cells = page.getByRole('columnheader')
      await expect(cells).toHaveText([...heads])
      const widths = await cells.evaluateAll((all) => all.map((cell) => cell.clientWidth))
      for (const [index, width] of widths.entries()) expect(width).toBeGreaterThanOrEqual(least[index] ?? 0)
    })
  })
}
