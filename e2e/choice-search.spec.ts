import { json, test } from './fake-platform'
import { expect, signIn } from './fixtures'
import { lists, openAdd } from './lists'

const ok = (data: unknown) => json({ code: 0, msg: '', data })
const organizations = Array.from({ length: 312 }, (_, at) => ({
  orgId: `${at}`,
  orgName: `组织 ${String(at).padStart(3, '0')}`,
}))

test('A11Y-5 of more choices than are listed their search says how many there are', async ({
  page,
  platform,
  expected,
}) => {
  expected.push(/status of 404/)
  platform.answers.set('/sys/user/page/listOrg', ok(organizations))
  platform.answers.set('/sys/org/page/listUserOrg', ok(organizations))
  platform.answers.set('/sys/dept/page/list', ok({ content: [], meta: { page: 1, limit: 10, count: 0 } }))
  await signIn(page.context(), 'admin')
  await page.goto(lists.department.path)
  const dialog = await openAdd(page)
  await dialog.getByRole('button', { name: '查找所属组织' }).click()
  const [field, status] = [dialog.getByRole('combobox', { name: '查找所属组织' }), dialog.getByRole('status')]
  const found = dialog.getByRole('listbox', { name: '所属组织' }).getByRole('option')
  await expect(found).toHaveCount(50)
  const note = status.filter({ hasText: '312 项匹配，仅列出前 50 项' })
  await expect(note).toBeInViewport({ ratio: 1 })
  await field.fill('组织 31')
  await expect(found).toHaveText(['组织 310', '组织 311'])
  await expect(status.filter({ hasText: '2 项匹配' })).toBeAttached()
  await expect(note).toHaveCount(0)
  await field.fill('nothing')
  await expect(status.filter({ hasText: '没有匹配项' })).toBeVisible()
})
