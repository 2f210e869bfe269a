import type { BrowserContext } from 'playwright/test'
import { ask, begin, call, enter, expect, organizationIds, type Page, signIn, test } from './fixtures'
import { tile, toasts, userMenu } from './lists'
import { networkIdle } from './network-idle'
import { addPerson, changeRole } from './people'
import { placeSwitch } from './shell-looks'

const console_ = '统一管理平台'
const energy = '能源管理系统'
const report = '报表中心'
const organization = (page: Page) => page.getByRole('combobox', { name: '组织' })
const cookiesOf = async (context: BrowserContext): Promise<Record<string, string>> =>
  Object.fromEntries((await context.cookies()).map(({ name, value }) => [name, value]))
const storageOf = (page: Page): Promise<Record<string, string>> => page.evaluate(() => ({ ...localStorage }))
const isIn = async (page: Page, system: string) => {
  await expect(page).toHaveURL('/home')
  await expect(page.getByTestId('system-title')).toHaveText(system)
}

/** Nothing more is under way: whoever would enter by themselves has done so. */
async function expectStaying(page: Page): Promise<void> {
  await expect(tile(page).first()).toBeVisible()
  await networkIdle(page)
  await expect(page).toHaveURL(/\/selectSystem/)
}

test.describe('somebody of two organizations', () => {
  test.beforeEach(async ({ page, context }) => {
    await signIn(context, 'operator')
    await page.goto('/selectSystem')
  })

  test('CHOOSE-1 CHOOSE-2 LOGIN-6 a click enters the chosen system', async ({ page, requested }) => {
    await expect(organization(page).locator('option')).toHaveText(['华东储能', '西部储能'])
    await expect(organization(page).locator('option:checked')).toHaveText('华东储能')
    await expect(tile(page)).toHaveText([console_, energy])
    for (const picture of await tile(page).locator('img').all()) {
      await expect(picture).toHaveAttribute('src', /^\/api\/sys\/image\//)
      await expect(picture).toHaveJSProperty('naturalWidth', 192)
    }
    await expect(tile(page).locator('img')).toHaveCount(2)
    await organization(page).selectOption('西部储能')
    await expect(tile(page)).toHaveText([console_])
    await tile(page, console_).dblclick()
    await isIn(page, console_)
    await expect(page.getByTestId('display-label')).toHaveText('西部储能')
    expect(requested.filter((url) => url.endsWith('/session/enter'))).toHaveLength(1)
  })

  test('CHOOSE-2 CHOOSE-4 keys enter; the remembered one has the focus', async ({ page }) => {
    await tile(page, energy).focus()
    await page.keyboard.press('Space')
    await isIn(page, energy)
    await page.goto('/selectSystem?nf=t')
    await expect(tile(page, energy), 'the one that was worked in').toBeFocused()
    await expect(tile(page, energy)).toHaveAttribute('data-selected', 'true')
    await expect(tile(page, console_)).not.toHaveAttribute('data-selected')
    await page.keyboard.press('Enter')
    await isIn(page, energy)
    for (const code of ['gone', '"><img src=x>', '']) {
      await page.goto('/selectSystem?nf=t')
      await page.evaluate((value) => localStorage.setItem('systemCode', value), code)
      await page.reload()
      await expectStaying(page)
      await expect(page.locator('[data-selected]'), code).toHaveCount(0)
    }
  })

  test('CHOOSE-6 entering stores the context, sets the theme', async ({ page, context }) => {
    const orgId = (await organizationIds(context)).EAST
    const systems = await ask<{ id: string; code: string }[]>(context, `/sys/user/app/list?orgId=${orgId}`)
    const systemId = systems.find(({ code }) => code === 'uia')?.id
    await tile(page, console_).click()
    await isIn(page, console_)
    expect(await cookiesOf(context)).toMatchObject({ systemId, orgId, orgCode: 'EAST' })
    const stored = await storageOf(page)
    expect(JSON.parse(stored.business ?? '')).toEqual({ orgId, orgCode: 'EAST', systemId })
    expect(JSON.parse(stored.setting ?? '')).toMatchObject({ themeCode: '01', layout: 'mix', fontSize: 12 })
    expect(stored.systemCode).toBe('uia')
    await expect(page.locator('html')).toHaveAttribute('data-theme', '01')
    await expect(page.getByTestId('display-label')).toHaveText('华东储能')
  })

  test('SHELL-8 CHOOSE-6 each system has its own theme and context', async ({ page, context }) => {
    const look = () =>
      page.evaluate(() => {
        const style = getComputedStyle(document.documentElement)
        return [style.getPropertyValue('--accent'), style.getPropertyValue('--theme-picture')]
      })
    await enter(context, 'EAST', 'uia')
    const { systemId } = await cookiesOf(context)
    await page.goto('/home')
    const plain = await look()
    expect(plain[0]?.trim()).not.toBe('')
    await page.goto('/selectSystem?nf=t')
    // The count of alarms is answered before the session ends below.
    const counted = page.waitForResponse(/getAlarmCount/)
    await tile(page, energy).click()
    await isIn(page, energy)
    await counted
    expect((await cookiesOf(context)).systemId).not.toBe(systemId)
    await expect(page.locator('html')).toHaveAttribute('data-theme', '10')
    const themed = await look()
    for (const at of [0, 1]) expect(themed[at]).not.toBe(plain[at])
    await expect(page.getByTestId('theme-picture')).toHaveCSS('background-image', /theme-10/)
    // From the server, not by a script after the fact.
    expect(await (await page.request.get('/home')).text()).toMatch(/<html[^>]+data-theme="10"/)
    await page.goto('/home?areaPortalLogout=true')
    await expect(page).toHaveURL('/login')
    await expect(page.locator('html')).toHaveAttribute('data-theme', '01')
  })
})

test('CHOOSE-3 a single system is entered by itself, not with nf=t', async ({ page, context }) => {
  await signIn(context, 'auditor')
  for (const path of ['/selectSystem', '/selectSystem?nf=f']) {
    await page.goto(path)
    await isIn(page, console_)
  }
  await page.goto('/selectSystem?nf=t')
  await expectStaying(page)
  await tile(page, console_).click()
  await isIn(page, console_)
})

test('CHOOSE-3 two of either are not entered by themselves', async ({ page, context, admin }) => {
  const person = await addPerson(admin, { EAST: 'viewer', WEST: 'viewer' })
  for (const [account, count] of [
    ['field', 2],
    [person.account, 1],
  ] as const) {
    await signIn(context, account)
    await page.goto('/selectSystem')
    await expectStaying(page)
    await expect(tile(page)).toHaveCount(count)
  }
})

test('CHOOSE-5 without an organization a warning shows for 5 seconds @long', async ({ page, context }) => {
  const words = '账号至少需要属于一个组织，请联系管理员'
  // On the page's own clock: a busy machine looks late.
  await page.addInitScript((text) => {
    const turns: number[] = []
    Object.assign(window, { turns })
    const look = () => {
      const isShown = document.querySelector('[aria-label="通知"]')?.textContent?.includes(text) ?? false
      if (isShown === (turns.length % 2 === 0)) turns.push(performance.now())
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
  }, words)
  await signIn(context, 'orphan')
  await page.goto('/selectSystem')
  const warning = toasts(page).getByText(words)
  await expect(warning).toBeVisible()
  await expect(warning).toHaveCount(0)
  const [shown = 0, gone = 0] = await page.evaluate(() => (window as unknown as { turns: number[] }).turns)
  expect(gone - shown).toBeGreaterThan(4500)
  expect(gone - shown).toBeLessThan(7000)
  // The reason stays on the page, and the way out is there.
  await expect(page.getByRole('main').getByText(words)).toBeVisible()
  await expect(userMenu(page)).toBeVisible()
  for (const path of ['/home', '/account/index', '/user/index']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/selectSystem/)
  }
})

test('CHOOSE-6 a system of openMode 2 opens in a new window', async ({ page, context, requested }) => {
  await signIn(context, 'field')
  await page.goto('/selectSystem')
  await expect(tile(page, report).getByRole('img', { name: '在新窗口打开' })).toBeVisible()
  const asked = context.waitForEvent('request', (request) => request.url() === 'https://example.com/report')
  const [opened] = await Promise.all([context.waitForEvent('page'), tile(page, report).click()])
  expect((await (await asked).allHeaders()).referer).toBeUndefined()
  // While the window goes to its address, it has no answer.
  await expect.poll(() => opened.evaluate(() => window.opener).catch(() => 'going')).toBeNull()
  await expectStaying(page)
  const orgId = (await organizationIds(context)).EAST
  const { systemId, ...cookies } = await cookiesOf(context)
  const stored = await storageOf(page)
  expect(cookies).toMatchObject({ orgId, orgCode: 'EAST' })
  expect(JSON.parse(stored.business ?? '')).toEqual({ orgId, orgCode: 'EAST', systemId })
  expect(stored.systemCode).toBe('report')
  await expect(page.locator('html')).toHaveAttribute('data-theme', '11')
  // The chooser goes on working, and the session is where the window is.
  await tile(page, report).focus()
  const again = context.waitForEvent('page')
  await page.keyboard.press('Enter')
  await (await again).close()
  await opened.close()
  await page.goto('/home')
  await expect(page.getByTestId('system-title')).toHaveText(report)
  // The address that the person chose is the only one outside.
  requested.splice(0, requested.length, ...requested.filter((url) => !url.startsWith('https://example.com/')))
})

test('CHOOSE-6 EDGE-1 a system that opens beside a page of another one is told there at once', async ({
  page,
  context,
  requested,
}) => {
  await signIn(context, 'field')
  await enter(context, 'EAST', 'ems')
  await page.goto('/home')
  await placeSwitch(page).click()
  const opened = context.waitForEvent('page')
  await page.getByRole('menuitemradio', { name: report }).click()
  await (await opened).close()
  const note = page.getByRole('main').getByRole('status').filter({ hasText: report })
  await expect(page.locator('html')).toHaveAttribute('data-theme', '10')
  await note.getByRole('button', { name: /^回到/ }).click()
  await expect(note).toBeHidden()
  await page.reload()
  await expect(page.getByTestId('system-title')).toHaveText(energy)
  requested.splice(0, requested.length, ...requested.filter((url) => !url.startsWith('https://example.com/')))
})

test('CHOOSE-6 another’s system cannot be entered', async ({ page, context, admin, expected }) => {
  expected.push(/status of 403/)
  await begin(context, 'operator')
  const { systemId, orgId } = await cookiesOf(context)
  await context.clearCookies({ name: /^(access_token|systemId|orgId|orgCode)$/ })
  const person = await addPerson(admin, { EAST: 'field' })
  await signIn(context, person.account)
  await page.goto('/selectSystem')
  await expect(tile(page, report)).toBeVisible()
  expect((await call(context, 'POST', '/session/enter', { orgId, systemId })).status).toBe(403)
  await changeRole(admin, person, 'EAST', 'viewer')
  const opened = context.waitForEvent('page')
  await tile(page, report).click()
  const beside = await opened
  await expect.poll(() => beside.isClosed()).toBe(true)
  await expect(toasts(page)).toContainText('您无权访问该系统')
  expect(await cookiesOf(context)).not.toHaveProperty('systemId')
})
