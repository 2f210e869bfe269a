import { ask, begin, call, enter, expect, type Page, signIn, tell, test, unique } from './fixtures'
import { answer } from './jammed-platform'
import { test as withTrouble } from './own'
import { beginWorker } from './people'
import { nodeIds } from './records'

const menu = (page: Page) => page.getByTestId('side-menu')
const listing = /resourcesConfig\/page\/listConfig/
const tree = /permission\/mainMenu/
const refusal = answer(null, 403, 'refused')

test('MENU-6 NAV-3 NAV-4 a new entry shows after a reload', async ({ page, context, admin }) => {
  const worker = await beginWorker(context, admin, ['uia.role.search'])
  await page.goto('/home')
  await expect(menu(page).getByRole('link')).toHaveText(['角色管理'])

  const add = async (form: Record<string, unknown>) => {
    const code = unique('uia.made.')
    await tell(admin, '/sys/menuManage/page/list/add', { code, sort: 9, ...form })
    const id = (await nodeIds(admin)).get(code)
    if (id === undefined) throw new Error(`${code} was not stored`)
    return id
  }
  const root = (await nodeIds(admin)).get('uia')
  const folder = await add({ type: 1, name: '新目录', path: '/made', pid: root, icon: 'chart' })
  const own = await add({ type: 2, name: '起始页', path: '/home', pid: folder, component: 'views/home' })
  const linked = { iFrame: true, linkUrl: 'https://example.com/manual' }
  const link = await add({ type: 2, name: '手册', path: '/manual', pid: folder, sort: 10, ...linked })
  const { id, name, resourceIdList } = worker.role
  await tell(admin, '/sys/role/page/update', {
    ...{ id, name, orgId: worker.orgId, description: null },
    resourceIdList: [...resourceIdList, own, link],
  })

  await page.reload()
  const opener = menu(page).getByRole('button', { name: '新目录' })
  await expect(opener).toHaveAttribute('data-branch', 'true')
  await expect(opener).toHaveAttribute('aria-expanded', 'true')
  await expect(menu(page).locator('[aria-current=page]')).toHaveText('起始页')
  const manual = menu(page).getByRole('link', { name: '手册（在新窗口打开）', exact: true })
  await expect(manual).toHaveAttribute('href', linked.linkUrl)
  await expect(manual).toHaveAttribute('target', '_blank')
  await expect(manual).toHaveAttribute('rel', 'noopener noreferrer')

  await tell(admin, `/sys/menuManage/page/list/updateEnabled?id=${folder}&enabled=0`)
  await page.reload()
  await expect(menu(page).getByRole('link')).toHaveText(['角色管理'])
})

withTrouble.describe('with a platform whose answers can be jammed', () => {
  // One stack for both.
  withTrouble.describe.configure({ mode: 'default' })

  withTrouble(
    'NAV-3 a page of a system that is not registered is a link that leaves the shell, with new- where it was discovered',
    async ({ page, context, own, expected }) => {
      // The new address is nobody's here.
      expected.push(/status of 404/)
      await signIn(context, 'field')
      await enter(context, 'EAST', 'report')
      own.trouble(tree, {
        rewrite: (text) => text.replaceAll(/"discoverType":(null|"[^"]*")/g, '"discoverType":"1"'),
      })
      await page.goto('/home')
      const link = menu(page).getByRole('link')
      await expect(link).toHaveAccessibleName('经营报表（在新窗口打开）')
      await expect(link).toHaveText('经营报表')
      await expect(link).toHaveAttribute('href', '/new-report/overview')
      await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
      await expect(link.locator('svg')).toHaveCount(2)
      const opened = context.waitForEvent('page')
      await link.click()
      const other = await opened
      await expect(other).toHaveURL('/new-report/overview')
      expect(await other.evaluate(() => window.opener)).toBeNull()
      await expect(page).toHaveURL('/home')
      own.clear()
      await page.reload()
      await expect(link).toHaveAttribute('href', '/report/overview')
      await page.getByRole('button', { name: '语言' }).click()
      await page.getByRole('menuitemradio', { name: 'English' }).click()
      await expect(link).toHaveAccessibleName('Business reports (opens in a new window)')
    },
  )

  withTrouble(
    'NAV-3 pages of a system that is switched off stay in the menu, say so, and open on a clear state',
    async ({ page, context, own }) => {
      await signIn(context, 'field')
      await enter(context, 'EAST', 'ems')
      own.trouble(listing, {
        rewrite: (text) => {
          const answer = JSON.parse(text) as { data: { code: string }[] }
          const data = answer.data.map((row) => (row.code === 'ems' ? { ...row, enable: false } : row))
          return JSON.stringify({ ...answer, data })
        },
      })
      await page.goto('/home')
      const link = menu(page).getByRole('link', { name: '电站列表（目前已停用）', exact: true })
      await expect(link).not.toHaveAttribute('target')
      await link.click()
      await expect(page).toHaveURL('/ems/stations')
      const heading = page.getByRole('heading', { name: '能源管理系统目前已停用' })
      await expect(heading).toBeVisible()
      expect((await page.reload())?.status()).toBe(200)
      await expect(heading).toBeVisible()
      await expect(page.getByTestId('micro-view')).toHaveCount(0)
      // Neither its files nor its API are to be had.
      expect((await context.request.get('/micro/ems/index.html')).status()).toBe(404)
      own.clear()
      await page.reload()
      await expect(menu(page).getByRole('link', { name: '电站列表', exact: true })).toBeVisible()
      await expect(heading).toHaveCount(0)
    },
  )

  withTrouble(
    'GUARD-6 a refused menu ends the stay in the system and leads to the chooser, a refused listing of systems leaves out their pages; one that cannot be had ends nothing',
    async ({ page, context, own, expected }) => {
      expected.push(/status of 500/)
      for (const path of [listing, tree]) {
        own.clear()
        await begin(context, path === listing ? 'auditor' : 'operator')
        own.trouble(path, { ...refusal, status: 500, body: 'no envelope' })
        await page.goto('/account/index')
        await expect(page.getByRole('alert').filter({ hasText: '平台没有响应' })).toBeVisible()
        await expect(page).toHaveURL('/account/index')
        own.clear()
        await page.getByRole('button', { name: '重试' }).click()
        await expect(page.getByRole('table')).toBeVisible()
        own.trouble(path, refusal)
        await page.goto('/account/index')
        if (path === listing) await expect(page.getByRole('table')).toBeVisible()
      }
      await expect(page).toHaveURL('/selectSystem?nf=t&reason=left')
      await expect(page.getByText('您之前使用的系统已不可用，请重新选择')).toBeVisible()
      const names = (await context.cookies()).map((cookie) => cookie.name)
      expect(names).not.toContain('systemId')
      expect((await call(context, 'GET', '/auth/info')).data).toMatchObject({ systemId: null })
      own.clear()
      await page.goto('/account/index')
      await expect(page).toHaveURL('/selectSystem?from=%2Faccount%2Findex')
      expect(await ask(context, '/sys/org/page/listUserOrg')).toHaveLength(2)
    },
  )
})
