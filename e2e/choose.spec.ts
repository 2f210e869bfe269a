import type { BrowserContext } from 'playwright/test'
import { call, enter, expect, type Page, signIn } from './fixtures'
import { addPerson, test } from './people'

const console_ = '统一管理平台'
const energy = '能源管理系统'
const report = '报表中心'
const tile = (page: Page, name: string) =>
  page.getByRole('list', { name: '系统' }).getByRole('button', { name })
const tiles = (page: Page) => page.getByRole('list', { name: '系统' }).getByRole('button')
const organization = (page: Page) => page.getByRole('combobox', { name: '组织' })

async function organizationsOf(context: BrowserContext): Promise<{ orgId: string; orgCode: string }[]> {
  return (await call(context, 'GET', '/sys/org/page/listUserOrg')).data as {
    orgId: string
    orgCode: string
  }[]
}

/** Nothing more is under way: whoever would enter by themselves has done so. */
async function expectStaying(page: Page): Promise<void> {
  await expect(tiles(page).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page).toHaveURL(/\/selectSystem/)
}

test('CHOOSE-1 the dropdown lists the person’s organizations and stands at the first', async ({
  page,
  context,
}) => {
  await signIn(context, 'operator')
  await page.goto('/selectSystem')
  expect(await organization(page).locator('option').allInnerTexts()).toEqual(['华东储能', '西部储能'])
  await expect(organization(page).locator('option:checked')).toHaveText('华东储能')
})

test('CHOOSE-2 the tiles are the chosen organization’s systems, with name and default picture', async ({
  page,
  context,
}) => {
  await signIn(context, 'operator')
  await page.goto('/selectSystem')
  await expect(tiles(page)).toHaveText([console_, energy])
  for (const picture of await tiles(page).locator('img').all()) {
    await expect(picture).toHaveAttribute('src', '/images/system.svg')
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
  }
  await organization(page).selectOption('西部储能')
  await expect(tiles(page)).toHaveText([console_])
  await organization(page).selectOption('华东储能')
  await expect(tiles(page)).toHaveText([console_, energy])
})

test('CHOOSE-2 a click on a tile enters, in the organization that is chosen', async ({ page, context }) => {
  await signIn(context, 'operator')
  await page.goto('/selectSystem')
  await organization(page).selectOption('西部储能')
  await expect(tiles(page)).toHaveCount(1)
  await tile(page, console_).click()
  await expect(page).toHaveURL('/home')
  await expect(page.getByTestId('display-label')).toHaveText('西部储能')
})

for (const key of ['Enter', 'Space']) {
  test(`CHOOSE-2 ${key} on a tile enters`, async ({ page, context }) => {
    await signIn(context, 'operator')
    await page.goto('/selectSystem')
    await tile(page, energy).focus()
    await page.keyboard.press(key)
    await expect(page).toHaveURL('/home')
    await expect(page.getByTestId('system-title')).toHaveText(energy)
  })
}

test('CHOOSE-2 impatient clicks enter once', async ({ page, context, requested }) => {
  await signIn(context, 'operator')
  await page.goto('/selectSystem')
  await tile(page, console_).dblclick()
  await expect(page).toHaveURL('/home')
  expect(requested.filter((url) => url.endsWith('/session/enter'))).toHaveLength(1)
})

test('CHOOSE-3 one organization with one system is entered by itself', async ({ page, context }) => {
  await signIn(context, 'auditor')
  await page.goto('/selectSystem')
  await expect(page).toHaveURL('/home')
  await expect(page.getByTestId('system-title')).toHaveText(console_)
})

test('CHOOSE-3 with nf=t nothing is entered by itself', async ({ page, context }) => {
  await signIn(context, 'auditor')
  await page.goto('/selectSystem?nf=t')
  await expectStaying(page)
  await tile(page, console_).click()
  await expect(page).toHaveURL('/home')
})

test('CHOOSE-3 another nf does not hinder', async ({ page, context }) => {
  await signIn(context, 'auditor')
  await page.goto('/selectSystem?nf=f')
  await expect(page).toHaveURL('/home')
})

test('CHOOSE-3 one organization with two systems is not entered by itself', async ({ page, context }) => {
  await signIn(context, 'field')
  await page.goto('/selectSystem')
  await expectStaying(page)
  await expect(tiles(page)).toHaveCount(2)
})

test('CHOOSE-3 two organizations with one system each are not entered by themselves', async ({
  page,
  context,
  admin,
}) => {
  const person = await addPerson(admin, { EAST: 'viewer', WEST: 'viewer' })
  await signIn(context, person.account)
  await page.goto('/selectSystem')
  await expectStaying(page)
  await expect(tiles(page)).toHaveCount(1)
})

test('CHOOSE-4 the remembered system’s tile is marked and has the focus, so that Enter enters it', async ({
  page,
  context,
}) => {
  await signIn(context, 'operator')
  await page.goto('/selectSystem')
  await page.evaluate(() => localStorage.setItem('systemCode', 'ems'))
  await page.reload()
  await expect(tile(page, energy)).toBeFocused()
  await expect(tile(page, energy)).toHaveAttribute('data-selected', 'true')
  await expect(tile(page, console_)).not.toHaveAttribute('data-selected')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/home')
  await expect(page.getByTestId('system-title')).toHaveText(energy)
})

test('CHOOSE-4 the system that was worked in is preselected on coming back', async ({ page, context }) => {
  await signIn(context, 'operator')
  await page.goto('/selectSystem')
  await tile(page, energy).click()
  await expect(page).toHaveURL('/home')
  await page.goto('/selectSystem?nf=t')
  await expect(tile(page, energy)).toBeFocused()
})

test('CHOOSE-4 a remembered code that no tile has, or a hostile one, marks nothing', async ({
  page,
  context,
}) => {
  await signIn(context, 'operator')
  for (const code of ['gone', '"><img src=x>', '']) {
    await page.goto('/selectSystem')
    await page.evaluate((value) => localStorage.setItem('systemCode', value), code)
    await page.reload()
    await expectStaying(page)
    await expect(page.locator('[data-selected]')).toHaveCount(0)
  }
})

test('CHOOSE-5 without an organization a warning shows for 5 seconds', async ({ page, context }) => {
  await signIn(context, 'orphan')
  await page.goto('/selectSystem')
  const warning = page
    .getByRole('region', { name: '通知' })
    .getByText('账号至少需要属于一个组织，请联系管理员')
  await expect(warning).toBeVisible()
  const seen = Date.now()
  await expect(warning).toHaveCount(0)
  const shown = Date.now() - seen
  expect(shown).toBeGreaterThan(4000)
  expect(shown).toBeLessThan(6500)
  // The reason stays on the page, and the way out is there.
  await expect(page.getByRole('main').getByText('账号至少需要属于一个组织，请联系管理员')).toBeVisible()
  await expect(page.getByRole('button', { name: /的账户菜单$/ })).toBeVisible()
})

test('CHOOSE-5 without an organization no console page opens', async ({ page, context }) => {
  await signIn(context, 'orphan')
  for (const path of ['/home', '/account/index', '/user/index']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/selectSystem/)
  }
})

test('CHOOSE-6 entering stores the context in cookies and storage, sets the theme and goes home', async ({
  page,
  context,
}) => {
  await signIn(context, 'operator')
  await page.goto('/selectSystem')
  const { orgId } = (await organizationsOf(context)).find(({ orgCode }) => orgCode === 'EAST') ?? {}
  const systems = await call(context, 'GET', `/sys/user/app/list?orgId=${orgId}`)
  const systemId = (systems.data as { id: string; code: string }[]).find(({ code }) => code === 'uia')?.id
  await tile(page, console_).click()
  await expect(page).toHaveURL('/home')
  const cookies = Object.fromEntries((await context.cookies()).map(({ name, value }) => [name, value]))
  expect(cookies).toMatchObject({ systemId, orgId, orgCode: 'EAST' })
  const stored = await page.evaluate(() => ({ ...localStorage }))
  expect(JSON.parse(stored.business ?? '')).toEqual({ orgId, orgCode: 'EAST', systemId })
  expect(JSON.parse(stored.setting ?? '')).toMatchObject({ themeCode: '01', layout: 'mix', fontSize: 12 })
  expect(stored.systemCode).toBe('uia')
  await expect(page.locator('html')).toHaveAttribute('data-theme', '01')
  const accent = await page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--accent'),
  )
  expect(accent.trim()).not.toBe('')
  // The session has it as well: the server names system and organization.
  await expect(page.getByTestId('system-title')).toHaveText(console_)
  await expect(page.getByTestId('display-label')).toHaveText('华东储能')
})

test('CHOOSE-6 another system replaces the first one’s context', async ({ page, context }) => {
  await signIn(context, 'operator')
  await enter(context, 'EAST', 'uia')
  const before = (await context.cookies()).find(({ name }) => name === 'systemId')?.value
  await page.goto('/selectSystem?nf=t')
  await tile(page, energy).click()
  await expect(page).toHaveURL('/home')
  await expect(page.getByTestId('system-title')).toHaveText(energy)
  expect((await context.cookies()).find(({ name }) => name === 'systemId')?.value).not.toBe(before)
})

test('CHOOSE-6 a system of openMode 2 opens its address in a new window, and this one stays', async ({
  page,
  context,
  requested,
}) => {
  await signIn(context, 'field')
  await page.goto('/selectSystem')
  await expect(tile(page, report).getByRole('img', { name: '在新窗口打开' })).toBeVisible()
  const asked = context.waitForEvent('request', (request) => request.url() === 'https://example.com/report')
  const [opened] = await Promise.all([context.waitForEvent('page'), tile(page, report).click()])
  const headers = await (await asked).allHeaders()
  expect(headers.referer).toBeUndefined()
  expect(await opened.evaluate(() => window.opener)).toBeNull()
  await expectStaying(page)
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('systemId')
  expect(requested.filter((url) => url.endsWith('/session/enter'))).toEqual([])
  await opened.close()
  // The address that the person chose is the only one outside.
  requested.splice(0, requested.length, ...requested.filter((url) => !url.startsWith('https://example.com/')))
})

test('CHOOSE-6 a system that is not the person’s cannot be entered', async ({
  page,
  context,
  admin,
  expected,
}) => {
  expected.push(/status of 403/)
  await signIn(context, 'operator')
  await enter(context, 'EAST', 'uia')
  const uia = (await context.cookies()).find(({ name }) => name === 'systemId')?.value
  const east = (await context.cookies()).find(({ name }) => name === 'orgId')?.value
  const person = await addPerson(admin, { EAST: 'engineer', WEST: 'engineer' })
  await signIn(context, person.account)
  await page.goto('/selectSystem')
  const answer = await page.evaluate(
    async (body) => {
      const response = await fetch('/api/session/enter', {
        method: 'POST',
        headers: { 'x-console': '1', 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return response.status
    },
    { orgId: east, systemId: uia },
  )
  expect(answer).toBe(403)
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('systemId')
})

test('SHELL-8 CHOOSE-6 each system has its own theme, right in the first frame, and the default comes back', async ({
  page,
  context,
}) => {
  const look = () =>
    page.evaluate(() => {
      const style = getComputedStyle(document.documentElement)
      return [style.getPropertyValue('--accent'), style.getPropertyValue('--theme-picture')]
    })
  await signIn(context, 'operator')
  await enter(context, 'EAST', 'uia')
  await page.goto('/home')
  const plain = await look()
  await page.goto('/selectSystem?nf=t')
  // The count of alarms is answered before the session ends below.
  const counted = page.waitForResponse(/getAlarmCount/)
  await tile(page, energy).click()
  await expect(page).toHaveURL('/home')
  await counted
  await expect(page.locator('html')).toHaveAttribute('data-theme', '10')
  const themed = await look()
  expect(themed[0]).not.toBe(plain[0])
  expect(themed[1]).not.toBe(plain[1])
  await expect(page.getByTestId('theme-picture')).toHaveCSS('background-image', /theme-10/)
  // From the server, not by a script after the fact.
  expect(await (await page.request.get('/home')).text()).toMatch(/<html[^>]+data-theme="10"/)
  await page.goto('/home?areaPortalLogout=true')
  await expect(page).toHaveURL('/login')
  await expect(page.locator('html')).toHaveAttribute('data-theme', '01')
})
