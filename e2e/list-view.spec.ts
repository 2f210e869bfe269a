import type { BrowserContext } from 'playwright/test'
import { openOneAccount, test as without } from './fake-platform'
import { type Caller, call, expect, type Page, test } from './fixtures'
import { density, listPath, pageSize, rows, searchBar, searchField } from './lists'
import { networkIdle } from './network-idle'
import { beginPerson } from './people'

// Each test is a person of its own: what is set up here is there wherever they sign in.
const view = (page: Page) => page.getByRole('group', { name: '视图', exact: true })
const heads = async (page: Page) =>
  (await page.getByRole('columnheader').allInnerTexts()).filter((text) => text !== '')
const open = (page: Page) =>
  expect(async () => {
    if (!(await view(page).isVisible())) await page.getByRole('button', { name: '视图', exact: true }).click()
    await expect(view(page).getByRole('region', { name: '列' })).toBeVisible({ timeout: 1000 })
  }).toPass()
const isKept = (page: Page) => page.waitForResponse((answer) => answer.url().endsWith('/preferences/update'))

async function openAnew(page: Page, context: BrowserContext, admin: Caller, path = listPath): Promise<void> {
  await beginPerson(context, admin, { EAST: 'manager' })
  await page.goto(path)
}

async function openView(page: Page, context: BrowserContext, admin: Caller): Promise<void> {
  await openAnew(page, context, admin)
  await open(page)
}

test('EDGE-13 columns show, stand and are as wide as a person says, by keyboard, on the next machine too', async ({
  page,
  context,
  browser,
  admin,
}) => {
  await openAnew(page, context, admin)
  expect(await heads(page)).toEqual(['账号', '姓名', '手机号', '状态', '操作'])
  await open(page)
  await view(page).getByRole('checkbox', { name: '最后登录' }).press('Space')
  await view(page).getByRole('checkbox', { name: '手机号' }).press('Space')
  await view(page).getByRole('button', { name: '将状态前移' }).press('Enter')
  await expect(view(page).getByRole('button', { name: '将状态前移' })).toBeFocused()
  const kept = isKept(page)
  await view(page)
    .getByRole('spinbutton', { name: /姓名的宽度/ })
    .pressSequentially('240')
  await kept
  const wanted = ['账号', '姓名', '状态', '最后登录', '操作']
  await expect.poll(() => heads(page)).toEqual(wanted)
  const other = await browser.newContext()
  await other.addCookies(await context.cookies())
  const machine = await other.newPage()
  await machine.goto(listPath)
  expect(await heads(machine), 'in the first frame').toEqual(wanted)
  expect((await machine.getByRole('columnheader', { name: '姓名' }).boundingBox())?.width).toBe(240)
  await open(machine)
  const keptThere = isKept(machine)
  await view(machine).getByRole('checkbox', { name: '最后登录' }).press('Space')
  await keptThere
  const keptHere = isKept(page)
  await view(page).getByRole('checkbox', { name: '手机号' }).press('Space')
  await keptHere
  await machine.reload()
  expect(await heads(machine), 'each changed one thing').toEqual(['账号', '姓名', '手机号', '状态', '操作'])
  await other.close()
  await view(page).getByRole('button', { name: '恢复默认' }).click()
  await expect.poll(() => heads(page)).toEqual(['账号', '姓名', '手机号', '状态', '操作'])
})

test('EDGE-13 a width beyond what is allowed becomes the nearest that is', async ({
  page,
  context,
  admin,
}) => {
  await openView(page, context, admin)
  const width = view(page).getByRole('spinbutton', { name: /姓名的宽度/ })
  const { min: least, max: most } = await width.evaluate(({ min, max }: HTMLInputElement) => ({ min, max }))
  for (const [typed, taken] of [
    ['5', least],
    ['-5', least],
    ['99999', most],
    ['240', '240'],
  ] as const) {
    await width.fill('')
    await width.pressSequentially(typed)
    await page.keyboard.press('Tab')
    await expect(width, typed).toHaveValue(taken)
  }
})

test('EDGE-13 the rows stand as close as a person said, at the next sign-in too', async ({
  page,
  context,
  admin,
}) => {
  await openAnew(page, context, admin)
  const height = () =>
    rows(page)
      .first()
      .evaluate((element) => element.getBoundingClientRect().height)
  const shownAs = (name: string) => density(page).getByRole('radio', { name })
  await expect(shownAs('标准')).toBeChecked()
  expect(await height()).toBe(36)
  for (const [name, pixels] of [
    ['宽松', 44],
    ['紧凑', 30],
  ] as const) {
    const kept = isKept(page)
    await density(page).getByTitle(name).click()
    await expect.poll(height).toBe(pixels)
    await kept
    await page.reload()
    await expect(shownAs(name)).toBeChecked()
    expect(await height()).toBe(pixels)
  }
  await context.clearCookies({ name: 'density' })
  await page.reload()
  await expect.poll(height).toBe(30)
})

test('EDGE-13 what is set up just before the page is left is kept @long', async ({
  page,
  context,
  admin,
}) => {
  await openView(page, context, admin)
  await networkIdle(page)
  // Nothing that is still to come would be there in time.
  await page.route('**/*.js', (script) => script.abort())
  await view(page).getByRole('checkbox', { name: '手机号' }).uncheck()
  await expect.poll(() => heads(page)).toEqual(['账号', '姓名', '状态', '操作'])
  await page.goto('/healthz')
  await page.unroute('**/*.js')
  const kept = async () => JSON.stringify((await call(context, 'GET', '/sys/user/preferences')).data)
  await expect.poll(kept).toContain('phone')
  await page.goto(listPath)
  await open(page)
  // Under way, and broken off with the page.
  await page.route('**/preferences/update', () => {}, { times: 1 })
  const sent = page.waitForRequest('**/preferences/update')
  await view(page).getByRole('checkbox', { name: '姓名' }).uncheck()
  await sent
  await page.goto('/healthz')
  await expect.poll(kept).toContain('name')
})

test('EDGE-13 DAY-1 a search is saved under a name, and is a link; so many rows a page, and an order, without a head @long', async ({
  page,
  context,
  admin,
}) => {
  await openAnew(page, context, admin, `${listPath}?account=a&page=2`)
  await open(page)
  await view(page).getByRole('textbox', { name: '为此查询命名' }).fill('  ')
  await page.keyboard.press('Enter')
  await expect(view(page).getByRole('alert')).toHaveText('请输入名称，且不能包含不可见字符')
  await view(page).getByRole('textbox', { name: '为此查询命名' }).fill('甲')
  await page.keyboard.press('Enter')
  const saved = view(page).getByRole('link', { name: '甲' })
  await expect(saved).toHaveAttribute('href', `${listPath}?account=a`)
  await expect(saved, 'what was pressed is gone').toBeFocused()
  const save = async (search: string, name: string) => {
    await page.goto(`${listPath}?${search}&enabled=1`)
    await open(page)
    await view(page).getByRole('textbox', { name: '为此查询命名' }).fill(name)
    await page.keyboard.press('Enter')
  }
  await save('account=b', '乙')
  await expect(view(page).getByRole('link', { name: '乙' })).toBeFocused()
  await save('account=a', '甲')
  await expect(view(page).getByRole('alert'), 'the one of that name stays').toContainText('已有同名查询')
  await expect(saved).toHaveAttribute('href', `${listPath}?account=a`)
  await view(page).getByRole('button', { name: '移除甲' }).press('Enter')
  await expect(saved).toHaveCount(0)
  await view(page).getByRole('textbox', { name: '为此查询命名' }).fill('甲')
  await page.keyboard.press('Enter')
  await expect(saved).toBeFocused()
  await view(page).getByRole('button', { name: '移除乙' }).press('Enter')
  await expect(saved).toBeFocused()
  await expect(saved).toHaveAttribute('href', `${listPath}?account=a&enabled=1`)
  await view(page).getByRole('combobox', { name: '排序' }).selectOption('姓名，降序')
  await expect(page).toHaveURL(`${listPath}?account=a&enabled=1&sort=-name`)
  const kept = isKept(page)
  await view(page).getByRole('combobox', { name: '每页条数' }).selectOption('20')
  await kept
  await page.goto(listPath)
  await expect(pageSize(page)).toHaveValue('20')
  await pageSize(page).selectOption('10')
  await expect(page, 'the address says what is not usual here').toHaveURL(`${listPath}?size=10`)
  await open(page)
  await saved.click()
  await expect(searchField(page, '账号')).toHaveValue('a')
  await expect(view(page)).toBeHidden()
  await open(page)
  await view(page).getByRole('button', { name: '移除甲' }).press('Enter')
  await expect(saved).toHaveCount(0)
  await expect(view(page).locator(':focus')).toHaveCount(1)
})

test('EDGE-13 so many rows a page hold as soon as they are chosen, chosen back and set back, whatever is kept by then @long', async ({
  page,
  context,
  admin,
}) => {
  await openAnew(page, context, admin)
  const rowsShown = view(page).getByRole('combobox', { name: '每页条数' })
  const choose = async (size: '10' | '20') => {
    const kept = isKept(page)
    await open(page)
    await rowsShown.selectOption(size)
    await expect(rowsShown, 'as the list came').toHaveValue(size)
    await kept
  }
  await choose('20')
  await choose('10')
  await choose('20')
  await page.goto(listPath)
  await expect(pageSize(page)).toHaveValue('20')
  await open(page)
  const kept = isKept(page)
  await view(page).getByRole('button', { name: '恢复默认' }).click()
  await expect(rowsShown).toHaveValue('10')
  await kept
  await page.goto(listPath)
  await expect(pageSize(page)).toHaveValue('10')
})

without(
  'EDGE-13 where the platform keeps nothing, this browser does',
  async ({ page, platform, expected }) => {
    expected.push(/status of 404/)
    await openOneAccount(page, platform, '?account=l')
    await open(page)
    await expect(view(page).getByRole('checkbox', { name: '手机号' })).toBeVisible()
    for (const name of ['组织', '部门', '最后登录']) {
      await expect(
        view(page).getByRole('checkbox', { name }),
        'the platform tells nothing of it',
      ).toHaveCount(0)
    }
    const before = await heads(page)
    await expect(view(page).getByRole('combobox', { name: '排序' })).toHaveCount(0)
    const asked = isKept(page)
    await view(page).getByRole('checkbox', { name: '手机号' }).press('Space')
    await asked
    await view(page).getByRole('textbox', { name: '为此查询命名' }).fill('甲')
    await page.keyboard.press('Enter')
    await expect(view(page).getByRole('link', { name: '甲' })).toBeVisible()
    await page.reload()
    expect(await heads(page)).toEqual(before.filter((head) => head !== '手机号'))
    await open(page)
    await expect(view(page).getByRole('link', { name: '甲' })).toBeVisible()
    await expect(view(page)).toContainText('仅保存在此浏览器中，退出登录后清除')
    await expect(searchBar(page)).toBeVisible()
  },
)
