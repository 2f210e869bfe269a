import { json, test } from './fake-platform'
import { expect, signIn } from './fixtures'
import { lists, rowsOf, searchChoice } from './lists'

test('OLOG-1 where a platform logs words of its own, those of the shown rows are offered as filters, too', async ({
  page,
  context,
  platform,
}) => {
  const row = { orgName: '总部', username: 'li', status: 1, createTime: '2026-11-20T08:00:00Z' }
  const logged = [
    { ...row, id: '1', menuName: '设备台账', opType: '导入' },
    { ...row, id: '2', menuName: 'account', opType: 'add' },
  ]
  const log = (content: object[]) =>
    json({ code: 0, msg: '', data: { content, meta: { page: 1, limit: 10, count: content.length } } })
  platform.answers.set('/sys/resourcesConfig/page/listConfig', json({ code: 0, msg: '', data: [] }))
  platform.answers.set(lists.operation.call, log(logged))
  await signIn(context, 'admin')
  await page.goto(lists.operation.path)
  await expect(rowsOf(page, lists.operation)).toHaveCount(2)
  const words = (label: string) => searchChoice(page, label).locator('option')
  await expect(words('系统模块').filter({ hasText: /^设备台账$/ })).toHaveCount(1)
  await expect(words('操作类型').filter({ hasText: /^导入$/ })).toHaveCount(1)
  await expect(words('系统模块').filter({ hasText: /^账号管理$/ })).toHaveCount(1)
  platform.answers.set(lists.operation.call, log(logged.slice(0, 1)))
  await searchChoice(page, '操作类型').selectOption('导入')
  await page.getByRole('button', { name: '查询' }).last().click()
  await expect(rowsOf(page, lists.operation)).toHaveCount(1)
  await expect(searchChoice(page, '操作类型')).toHaveValue('导入')
})
