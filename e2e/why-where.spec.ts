import { enter, expect, organizationIds, signIn, test } from './fixtures'
import { rowMenu } from './lists'
import { openMenus } from './menus'
import { addWorker } from './people'
import { addOrganization, codesOf } from './records'
import { askRightsOf, whyAction, whyDialog, whyHolders, whyPlace } from './why-dialog'

test.describe('as a super administrator', () => {
  test.use({ as: 'admin' })

  test('WHY-1 a page has who sees it, one of the console who can open it', async ({ page, context }) => {
    const { id, name } = await addOrganization(context)
    const worker = await addWorker(context, id, ['ems.stations.search'])
    await openMenus(page, '电站列表')
    const ask = async (entry: string) => {
      await rowMenu(page, entry).click()
      await page.getByRole('menuitem', { name: '谁有权限，为什么？' }).click()
    }
    await ask('电站列表')
    await whyPlace(page).selectOption(name)
    await expect(whyHolders(page)).toContainText(worker.account)
    await page.keyboard.press('Escape')
    await openMenus(page, '角色管理')
    await ask('角色管理')
    await expect(whyAction(page)).toHaveValue(codesOf('role', 'search').join())
  })

  test('WHY-1 while the organizations are read, and where they cannot be, nothing is said of rights @long', async ({
    page,
    context,
    expected,
  }) => {
    expected.push(/500/)
    const { EAST = '' } = await organizationIds(context)
    const worker = await addWorker(context, EAST, codesOf('role', 'search'))
    const call = '**/api/sys/user/page/listOrg*'
    let answer = () => {}
    const waits = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(call, async (route) => {
      await waits
      await route.fulfill({ status: 500, json: { code: 500, msg: '', data: null } })
    })
    await askRightsOf(page, worker.account)
    const dialog = whyDialog(page)
    const where = whyPlace(page)
    await expect(where.locator('option:checked')).toHaveText('加载中')
    answer()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await expect(where.locator('option:checked')).toHaveText('相关组织')
    await page.unroute(call)
    await dialog.getByRole('button', { name: '重试' }).click()
    await expect(where.locator('option:checked')).toHaveText('华东储能')
  })
})

test('WHY-1 GUARD-13 who has the right to a page in another system is told so, and led there and to the page', async ({
  page,
  context,
  admin,
  expected,
}) => {
  expected.push(/403/)
  const { EAST = '' } = await organizationIds(admin)
  const worker = await addWorker(admin, EAST, [...codesOf('account', 'search'), 'ems.stations.search'])
  await signIn(context, worker.account)
  await enter(context, 'EAST', 'ems')
  expect((await page.goto('/account/index?enabled=1'))?.status()).toBe(403)
  await expect(page.getByRole('main')).toContainText('您在另一个系统中拥有此权限，请进入该系统。')
  await page.getByRole('link', { name: '切换组织' }).click()
  await page.getByRole('list', { name: '系统' }).getByRole('button', { name: '统一管理平台' }).click()
  await expect(page).toHaveURL('/account/index?enabled=1')
  await expect(page.getByRole('table')).toBeVisible()
})
