import { expect, tell, test, unique } from './fixtures'
import {
  addButton,
  confirmButton,
  editButton,
  lists,
  noteOf,
  openEdit,
  openListAt,
  rowOf,
  saveButton,
  switchOf,
  textOf,
} from './lists'
import { addSystem, foundOne, type System } from './records'

const list = lists.allocation
test.use({ as: 'admin' })

test('SYS-2 SYS-3 the keyboard alone adds a system', async ({ page, admin }) => {
  const name = unique('s')
  await openListAt(page, list, name)
  await addButton(page).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: '新增系统' })
  await expect(textOf(dialog, '系统全称')).toBeFocused()
  for (const text of [name, '1.0', undefined, name, '4103', '127.0.0.1']) {
    if (text === undefined) await page.keyboard.press('ArrowDown')
    else await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await expect(await noteOf(textOf(dialog, '系统编码'))).toContainText(`/${name}/`)
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByLabel('停用')).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(addButton(page)).toBeFocused()
  await expect(rowOf(page, list, name)).toBeVisible()
  const stored = await foundOne<System>(admin, list, name)
  expect(stored).toMatchObject({
    version: '1.0',
    type: 0,
    port: 4103,
    hostName: '127.0.0.1',
    enable: false,
  })
})

test('SYS-2 MICRO-7 what could not be loaded is refused at its field when it is saved', async ({
  page,
  admin,
  expected,
}) => {
  expected.push(/status of 409/)
  const ports = JSON.parse(process.env.MICRO_SYSTEMS ?? '{}') as Record<string, number>
  const name = unique('s')
  await openListAt(page, list, name)
  await addButton(page).click()
  const dialog = page.getByRole('dialog', { name: '新增系统' })
  const [code, port, host] = ['系统编码', '端口', '本地 IP'].map((label) => textOf(dialog, label))
  if (code === undefined || port === undefined || host === undefined) throw new Error('no fields')
  await textOf(dialog, '系统全称').fill(name)
  await textOf(dialog, '版本号').fill('1.0')
  await dialog.getByRole('combobox', { name: '类型' }).selectOption({ index: 1 })
  await code.fill('account')
  await port.fill('9')
  await host.fill('127.0.0.1')
  for (const [field, value, refusal] of [
    [code, name, '该编码是控制台自身的路径'],
    [port, String(ports.away), '运维人员尚未允许该地址'],
    [port, String(ports.plain), '该地址和端口没有响应'],
  ] as const) {
    await saveButton(dialog).click()
    await expect(dialog.getByText(refusal)).toBeVisible()
    await field.fill(value)
  }
  await saveButton(dialog).click()
  await expect(dialog).toBeHidden()
  expect(await foundOne<System>(admin, list, name)).toMatchObject({ code: name, enable: true })
})

test('SYS-3 LIST-9 the switch asks in both readings of section 7', async ({ page, admin }) => {
  const { id, name } = await addSystem(admin)
  await openListAt(page, list, name)
  const asked = page.waitForRequest(/\/sys\/resourcesConfig\/updateOrgEnabled/)
  await switchOf(page, name).click()
  await confirmButton(page).click()
  const request = await asked
  expect(Object.fromEntries(new URL(request.url()).searchParams)).toEqual({ id, enabled: '0' })
  expect(request.postDataJSON()).toEqual({ id, enable: 0 })
  await expect(switchOf(page, name)).not.toBeChecked()
})

test('SYS-3 EDGE-2 what others changed meanwhile is said', async ({ page, admin, expected }) => {
  expected.push(/status of 409/)
  const made = await addSystem(admin)
  await openListAt(page, list, made.name)
  const dialog = await openEdit(page, made.name)
  await textOf(dialog, '版本号').fill('9.9')
  const { recordVersion: _, ...rest } = made
  await tell(admin, '/sys/resourcesConfig/page/update', { ...rest, version: '5.0', hostName: '10.1.1.1' })
  await saveButton(dialog).click()
  const conflict = dialog.getByRole('alert').filter({ hasText: '此记录在您打开期间已被' })
  await expect(conflict).toContainText('本地 IP')
  await expect(textOf(dialog, '本地 IP')).toHaveValue('10.1.1.1')
  await dialog.getByRole('group', { name: '版本号' }).getByRole('radio', { name: '您的： 9.9' }).check()
  await saveButton(dialog).click()
  await expect(dialog).toBeHidden()
  const stored = await foundOne<System>(admin, list, made.name)
  expect(stored).toMatchObject({ version: '9.9', hostName: '10.1.1.1' })
  await expect(editButton(page, made.name)).toBeFocused()
})
