import { addAccount, detail, listPath } from './accounts'
import { begin, call, expect, test } from './fixtures'

test('EDGE-2 the second of two people is told what changed, keeps what they typed, and decides', async ({
  page,
  context,
  expected,
}) => {
  // The browser notes the refusal, which this test provokes.
  expected.push(/status of 409/)
  await begin(context, 'operator')
  const made = await addAccount(context, { name: '张三' })
  await page.goto(`${listPath}?account=${made.account}`)
  await page.getByRole('button', { name: '编辑张三' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('姓名').fill('张三丰')

  const { userOrgList } = await detail(context, made.id)
  const places = userOrgList.map(({ orgId, deptId }) => ({ orgId, deptId }))
  const { account, id } = made
  const other = { id, account, name: '张无忌', phone: '13900139000', userOrgList: places }
  expect((await call(context, 'POST', '/sys/user/page/update', other)).code).toBe(0)

  await dialog.getByRole('button', { name: '保存' }).click()
  const alert = dialog.getByRole('alert')
  await expect(alert).toContainText('此记录在您打开期间已被他人修改')
  await expect(alert).toContainText('张三 → 张无忌')
  await expect(alert).toContainText('手机号')
  await expect(dialog.getByLabel('姓名')).toHaveValue('张三丰')
  expect((await detail(context, id)).name).toBe('张无忌')

  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toBeHidden()
  expect((await detail(context, id)).name).toBe('张三丰')
})

test('EDGE-2 whoever cancels leaves what the other saved', async ({ page, context, expected }) => {
  expected.push(/status of 409/)
  await begin(context, 'operator')
  const made = await addAccount(context, { name: '李四' })
  await page.goto(`${listPath}?account=${made.account}`)
  await page.getByRole('button', { name: '编辑李四' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('姓名').fill('李四光')
  const { userOrgList } = await detail(context, made.id)
  const places = userOrgList.map(({ orgId, deptId }) => ({ orgId, deptId }))
  const other = { ...made, name: '李时珍', userOrgList: places }
  expect((await call(context, 'POST', '/sys/user/page/update', other)).code).toBe(0)
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog.getByRole('alert')).toContainText('李四 → 李时珍')
  await dialog.getByRole('button', { name: '取消' }).click()
  await page.reload()
  await expect(page.getByRole('cell', { name: '李时珍', exact: true })).toBeVisible()
})
