import type { BrowserContext } from 'playwright/test'
import { ask, type Caller, call, expect, giveUp, organizationIds, type Page, test } from './fixtures'
import { openList, row, toasts } from './lists'
import { exceptFirst } from './long-tests'
import { addPerson } from './people'
import { ask as askRaw } from './raw-http'

test.use({ as: 'admin' })

test('WHY-3 A11Y-4 a super administrator sees the console as somebody else, changes nothing, and is themselves again by one press', async ({
  page,
  context,
  expected,
}) => {
  expected.push(/403/)
  const person = await addPerson(context, { EAST: 'manager' })
  await openList(page, person.account)
  await row(page, person.account).getByRole('link', { name: person.account }).click()
  await page.getByRole('button', { name: `以${person.name}的身份查看华东储能` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click()
  const frame = page.getByRole('region', { name: '以他人身份查看' })
  await expect(frame).toContainText(`您正以${person.name}的身份查看华东储能。`)

  await page.goto(`/account/index?account=${person.account}`)
  await page.setViewportSize({ width: 1024, height: 800 })
  await row(page, person.account).getByRole('link', { name: person.account }).click()
  const sheet = page.getByRole('dialog')
  // A press goes to what lies on top: below the frame and the title bar is the head of a row's sheet.
  await sheet.getByRole('button', { name: '关闭' }).click()
  await expect(sheet).toBeHidden()
  await page.setViewportSize({ width: 390, height: 300 })
  const isCut = await frame
    .locator('p')
    .evaluate((said) => said.scrollWidth > said.clientWidth || said.scrollHeight > said.clientHeight)
  expect(isCut, 'as whom, and where').toBe(false)
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await page.getByRole('search').getByRole('textbox').first().focus()
  const bar = await page.getByRole('banner').boundingBox()
  const field = await page.locator(':focus').boundingBox()
  expect(field?.y, 'below both').toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0))
  await page.setViewportSize({ width: 1440, height: 900 })
  await row(page, person.account).getByRole('button', { name: /^编辑/ }).click()
  const dialog = page.getByRole('dialog').filter({ has: page.locator('form') })
  await dialog.getByLabel('姓名').fill('另一人')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toContainText('您正以他人身份查看，不能作任何更改')
  await dialog.getByRole('button', { name: '取消' }).click()
  await giveUp(page)

  await frame.getByRole('button', { name: '退出查看' }).click()
  await expect(page).toHaveURL(/\/account\/index(\?.*)?$/)
  await expect(page.getByTestId('display-label')).toHaveText('超级管理员')
  await expect(frame).toBeHidden()
  const path = `/sys/log/page/list?userName=${encodeURIComponent(`admin → ${person.account}`)}`
  const steps = await ask<{ content: { menuName: string; opType: string; status: number }[] }>(context, path)
  expect(steps.content.map(({ menuName, opType, status }) => `${menuName} ${opType} ${status}`)).toEqual(
    expect.arrayContaining(['account read 1', 'account update 3', 'session logout 1']),
  )
})

const ends = {
  'a call meets that': async ({ page, other }: Ended) => {
    await call(other, 'POST', '/session/leave-view', {})
    await page.getByRole('button', { name: '新增', exact: true }).click()
  },
  'a page meets that': async ({ page, other }: Ended) => {
    await call(other, 'POST', '/session/leave-view', {})
    await page.reload()
  },
  'it is left in another tab': async ({ context }: Ended) => {
    const tab = await context.newPage()
    await tab.goto('/home')
    await tab.getByRole('button', { name: '退出查看' }).click()
    await expect(tab.getByTestId('display-label')).toHaveText('超级管理员')
    await expect(toasts(tab)).not.toContainText('查看已结束')
  },
}
interface Ended {
  page: Page
  context: BrowserContext
  /** Somebody with the same cookies, whom the browser does not hear of. */
  other: Caller
}
for (const [how, end] of Object.entries(ends)) {
  test(
    `WHY-3 a view that ends on the server is told where one stands, and one is oneself again: ${how}`,
    exceptFirst(end, Object.values(ends)),
    async ({ page, context, visitor, expected, playwright, baseURL }) => {
      expected.push(/401/)
      // The view begins from a session of the test's own.
      const own = await visitor('admin')
      const person = await addPerson(own, { EAST: 'manager' })
      const orgId = (await organizationIds(own)).EAST
      await call(own, 'POST', '/session/view', { userId: person.id, orgId })
      const storageState = await own.request.storageState()
      await context.clearCookies({ name: 'access_token' })
      await context.addCookies(storageState.cookies)
      const request = await playwright.request.newContext({ baseURL, storageState })
      await page.goto('/role/index?roleName=a')
      const frame = page.getByRole('region', { name: '以他人身份查看' })
      await expect(frame).toContainText(person.name)
      await end({ page, context, other: { request } })
      await expect(page.getByTestId('display-label')).toHaveText('超级管理员')
      await expect(toasts(page)).toContainText(`以${person.name}的身份查看已结束，您已恢复为自己的身份`)
      await expect(page).toHaveURL(/\/role\/index\?roleName=a$/)
      await expect(frame).toBeHidden()
      await page.reload()
      await expect(page.getByTestId('display-label')).toHaveText('超级管理员')
      await expect(toasts(page), 'told once').not.toContainText('查看已结束')
      await request.dispose()
    },
  )
}

test('WHY-3 in a view systems take no write, and signing out ends both sessions', async ({
  page,
  context,
  visitor,
  baseURL,
}) => {
  const own = await visitor('admin')
  const person = await addPerson(context, { EAST: 'field' })
  const orgId = (await organizationIds(context)).EAST
  const begun = await call(own, 'POST', '/session/view', { userId: person.id, orgId })
  expect(begun).toMatchObject({ code: 0, data: { place: { userId: person.id } } })
  expect(JSON.stringify(begun), 'no token').not.toMatch(/token/i)
  expect((await call(own, 'GET', '/auth/info')).data).toMatchObject({ viewedBy: 'admin' })
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const headers = { 'x-console': '1', origin: baseURL ?? '' }
    const answer = await own.request.fetch(`${baseURL}/api/ems/anything`, { method, data: {}, headers })
    expect(answer.status(), method).toBe(403)
    expect(await answer.json(), method).toMatchObject({ msg: expect.stringContaining('以他人身份查看') })
  }
  const cookies = (await own.request.storageState()).cookies
  const upgrade = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'sec-websocket-version': '13',
    origin: baseURL ?? '',
    cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
  }
  const socket = await askRaw(`${baseURL}/api/ems/socket`, { headers: upgrade })
  expect(socket.status, 'nor a WebSocket').toBe(403)
  await context.clearCookies({ name: 'access_token' })
  await context.addCookies(cookies)
  await page.goto('/home?areaPortalLogout=true')
  await expect(page).toHaveURL(/\/login/)
  // Neither the view nor what it began from is any use.
  for (const _ of ['view', 'own']) expect((await call(own, 'GET', '/auth/info')).code).toBe(102002)
})
