import { json, test } from './fake-platform'
import { expect, signIn } from './fixtures'

const ok = (data: unknown) => json({ code: 0, msg: '', data })
const systems = Array.from({ length: 13 }, (_, at) => ({
  id: `${at}`,
  code: `code${at}`,
  name: `系统 ${at}`,
}))

test('CHOOSE-2 CHOOSE-4 of many systems one is found by its name or code, and Enter enters it', async ({
  page,
  platform,
  expected,
}) => {
  expected.push(/status of 404/)
  const answer = (tiles: unknown) => platform.answers.set('/sys/user/app/list', ok(tiles))
  platform.answers.set('/auth/info', ok({ id: '1', username: 'li', superIdentification: false }))
  platform.answers.set('/sys/org/page/listUserOrg', ok([{ orgId: '1', orgName: '东区' }]))
  await signIn(page.context(), 'admin')
  const field = page.getByRole('searchbox', { name: '查找系统' })
  const tiles = page.getByRole('list', { name: '系统' }).getByRole('button')

  answer(systems.slice(0, 12))
  await page.goto('/selectSystem?nf=t')
  await expect(tiles).toHaveCount(12)
  await expect(field).toBeHidden()

  answer(systems)
  await page.reload()
  await expect(tiles).toHaveCount(13)
  await field.fill('系统 1')
  await expect(tiles).toHaveText(['系统 1', '系统 10', '系统 11', '系统 12'])
  await expect(page.getByText('4 项匹配')).toBeAttached()
  const marked = page.locator('[data-selected]')
  await expect(marked, 'what Enter enters has the mark').toHaveText('系统 1')
  await field.fill('nothing')
  await expect(page.getByText('没有匹配的系统')).toBeVisible()
  await field.press('Enter')
  await field.fill('')
  await expect(marked).toHaveCount(0)
  const [first, second] = [await tiles.nth(0).boundingBox(), await tiles.nth(1).boundingBox()]
  await field.fill(' CODE12')
  await expect(tiles).toHaveText(['系统 12'])
  expect((await tiles.boundingBox())?.width, 'it stays in its column').toBe(first?.width)
  expect(second?.y).toBe(first?.y)
  const entered = page.waitForRequest((request) => request.url().endsWith('/session/enter'))
  await field.press('Enter')
  expect((await entered).postDataJSON()).toMatchObject({ systemId: '12' })
})
