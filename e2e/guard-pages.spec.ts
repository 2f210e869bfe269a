import { consolePages } from '../lib/console-pages'
import { begin, enter, expect, isSignedIn, type Page, scriptsDone, signIn, test } from './fixtures'
import { adminPaths, documentRefused, enterHere, from, storageOf } from './guards'
import { pageSize, searchBar } from './lists'
import { again } from './long-tests'
import { networkIdle } from './network-idle'
import { addPerson } from './people'

const heading = (page: Page) => page.getByRole('main').getByRole('heading')

test('GUARD-3 GUARD-4 with a session /login and the chooser lead to /', async ({ page, context }) => {
  await begin(context, 'operator')
  for (const path of ['/login', '/login?from=//evil.example&reason=ended&ended=guessed']) {
    await page.goto(path)
    await expect(page).toHaveURL('/home')
  }
  expect(await isSignedIn(context)).toBe(true)
  await begin(context, 'admin')
  for (const path of ['/selectSystem', '/selectSystem?nf=t', '/toggleSystem']) {
    await page.goto(path)
    await expect(page).toHaveURL('/home')
  }
})

test('GUARD-7 without a system every page leads to the chooser', async ({ page, context }) => {
  await signIn(context, 'operator')
  for (const path of [...adminPaths, '/user/index']) {
    const answer = await context.request.get(path, { maxRedirects: 0 })
    expect(answer.headers().location, path).toBe(`/selectSystem?${from(path)}`)
  }
  for (const path of ['/', '/home']) {
    await page.goto(path)
    await expect(page).toHaveURL('/selectSystem')
  }
  await page.goto('/user')
  await expect(page).toHaveURL(`/selectSystem?${from('/user/index')}`)
  await scriptsDone(page)
  await enterHere(page)
  await expect(page).toHaveURL('/user/index')
})

const titles = {
  'zh-cn': {
    '/home': '首页',
    '/user/index': '个人中心',
    '/no/where': '页面不存在',
    '/selectSystem?nf=t': '选择系统',
    '/login': '登录',
  },
  en: {
    '/home': 'Home',
    '/user/index': 'Personal centre',
    '/no/where': 'Not found',
    '/selectSystem?nf=t': 'Select a system',
    '/login': 'Sign in',
  },
}
for (const language of ['zh-cn', 'en'] as const) {
  test.describe(language, again(language), () => {
    test.use({ language, as: 'operator' })
    test(`GUARD-8 the title is the route’s, in ${language}`, async ({ page, context, expected }) => {
      expected.push(documentRefused)
      const { '/login': login, '/no/where': notFound, ...others } = titles[language]
      const pages = consolePages.map(({ path, name }) => [path, name[language]] as const)
      for (const [path, title] of [...Object.entries(others), ...pages]) {
        const html = await (await context.request.get(path)).text()
        expect(html.match(/<title>.*?<\/title>/g), path).toEqual([`<title>${title} - Atrium</title>`])
      }
      await page.goto('/no/where')
      await expect(page).toHaveTitle(`${notFound} - Atrium`)
      await page.goto('/home')
      await expect(page).toHaveTitle(`${others['/home']} - Atrium`)
      const menu = page.getByTestId('side-menu')
      await menu.getByRole('link', { name: consolePages[0]?.name[language] }).click()
      await expect(page, 'it follows the menu').toHaveTitle(`${consolePages[0]?.name[language]} - Atrium`)
      await context.clearCookies({ name: 'access_token' })
      await page.goto('/login')
      await expect(page).toHaveTitle(`${login} - Atrium`)
    })
  })
}

test('GUARD-10 / leads to /home, /user to /user/index; home is empty', async ({ page, context }) => {
  await begin(context, 'operator')
  await page.goto('/user')
  await expect(page).toHaveURL('/user/index')
  await page.goto('/')
  await expect(page).toHaveURL('/home')
  await expect(page.getByTestId('side-menu')).toBeVisible()
  await expect(heading(page)).toHaveText('首页')
  expect((await page.getByRole('main').innerText()).trim().length).toBeLessThanOrEqual('首页'.length)
})

test('GUARD-11 an unknown path is the 404 page with a picture', async ({ page, context, expected }) => {
  expected.push(documentRefused)
  await begin(context, 'operator')
  for (const path of ['/nowhere', '/account', '/account/index/x', '/user/other', '/a/b/c/d', '/%E4%B8%AD']) {
    const response = await page.goto(`${path}?systemCode=ems`)
    expect(response?.status(), path).toBe(404)
    await expect(page.getByRole('heading', { name: '页面不存在' })).toBeVisible()
    const picture = page.getByRole('main').locator('svg')
    await expect(picture).toBeVisible()
    expect((await picture.boundingBox())?.width).toBeGreaterThan(100)
    await expect.poll(async () => (await storageOf(page)).systemCode).toBe('ems')
    await page.evaluate(() => localStorage.clear())
  }
  await context.clearCookies({ name: /^(access_token|systemId|orgId|orgCode)$/ })
  await signIn(context, 'operator')
  expect((await page.goto('/nowhere?systemCode=ems'))?.status()).toBe(404)
  await expect(page).toHaveURL('/nowhere?systemCode=ems')
  await expect(page).toHaveTitle('页面不存在 - Atrium')
  await expect.poll(async () => (await storageOf(page)).systemCode).toBe('ems')
  await page.goto('/selectSystem')
  await expect(page.getByRole('button', { name: '能源管理系统' })).toBeFocused()
})

test('GUARD-12 /toggleSystem opens the chooser and enters nothing by itself', async ({ page, context }) => {
  await begin(context, 'auditor')
  await page.goto('/toggleSystem')
  await expect(page).toHaveURL('/selectSystem?nf=t')
  await expect(page.getByRole('button', { name: '统一管理平台' })).toBeVisible()
  await networkIdle(page)
  await expect(page).toHaveURL('/selectSystem?nf=t')
})

test('GUARD-13 WHY-1 admin routes exist, for those with a right; the others are told what it takes and whom to ask', async ({
  page,
  context,
  admin,
  expected,
}) => {
  expected.push(documentRefused)
  for (const path of adminPaths) {
    const response = await admin.request.get(path, { maxRedirects: 0 })
    expect(response.status(), path).toBe(200)
    expect(await response.text(), path).toContain('<h1')
  }
  await begin(context, 'operator')
  for (const path of adminPaths) {
    const response = await context.request.get(path, { maxRedirects: 0 })
    expect(response.status(), path).toBe(200)
    expect(await response.text(), path).toContain('<h1')
  }
  await begin(context, 'auditor')
  expect((await page.goto('/assets/index'))?.status()).toBe(403)
  await expect(page.getByRole('heading', { name: '您无权访问此页面' })).toBeVisible()
  // WHY-1: what it takes, what is missing, and whom to ask.
  await expect(page.getByRole('main')).toContainText('需要在华东储能中拥有权限“资源管理 / ')
  await expect(page.getByRole('main')).toContainText('您在该组织的角色均未授予此权限。')
  await expect(page.getByRole('main')).toContainText(/可联系：.*\(operator\)/)
  await expect(page.getByTestId('side-menu')).toBeVisible()
  await expect(page.getByRole('link', { name: '资源管理' })).toHaveCount(0)

  const person = await addPerson(admin, { EAST: 'engineer' })
  await context.clearCookies({ name: 'access_token' })
  await signIn(context, person.account)
  await enter(context, 'EAST', 'ems')
  for (const path of adminPaths) {
    const response = await context.request.get(path)
    expect(response.status(), path).toBe(403)
    const html = await response.text()
    expect(html, path).toContain('您无权访问此页面')
    expect(html, path).not.toMatch(/zhangwei|<table/)
  }
})

test('GUARD-14 reload and deep link open the list in the same state @long', async ({ page, context }) => {
  await begin(context, 'admin')
  const state = async (tab: Page) => {
    await expect(tab.getByRole('table')).toBeVisible()
    return {
      rows: await tab.locator('tbody tr').allInnerTexts(),
      searched: await searchBar(tab).locator('input[name=account]').inputValue(),
      page: await tab.getByRole('main').locator('[aria-current=page]').innerText(),
      size: await pageSize(tab).inputValue(),
    }
  }
  // Twelve people of the demo, whom no other test adds to.
  for (const [query, expected] of [
    ['account=ang&page=2', { searched: 'ang', page: '2', size: '10', count: 2 }],
    ['account=ang&size=20', { searched: 'ang', page: '1', size: '20', count: 12 }],
    ['account=night_shift', { searched: 'night_shift', page: '1', size: '10', count: 2 }],
  ] as const) {
    await page.goto(`/account/index?${query}`)
    const { rows, ...before } = await state(page)
    expect({ ...before, count: rows.length }).toEqual(expected)
    await page.reload()
    expect(await state(page)).toEqual({ rows, ...before })
    const pasted = await context.newPage()
    await pasted.goto(page.url())
    expect(await state(pasted)).toEqual({ rows, ...before })
  }
})
