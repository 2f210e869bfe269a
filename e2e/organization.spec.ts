import { ask, begin, enter, expect, signIn, test, unique } from './fixtures'
import {
  confirmButton,
  lists,
  noteOf,
  nothingFound,
  openAdd,
  openEdit,
  openListAt,
  pressRemove,
  question,
  removeShown,
  rowOf,
  saveButton,
  switchOf,
  switchShown,
  textOf,
  toasts,
} from './lists'
import { addWorker } from './people'
import { addOrganization, codesOf, found } from './records'

const list = lists.organization
const everyRight = codesOf('organization', 'search', 'detail', 'add', 'update', 'delete', 'updateEnable')

test('ORG-2 ORG-3 VALID-1 the code is fixed once saved', async ({ page, context, admin }) => {
  await begin(context, 'admin')
  const made = await addOrganization(admin)
  await openListAt(page, list, made.name)
  const code = textOf(page.getByRole('dialog'), '组织编码')
  await openEdit(page, made.name)
  await expect(code).toHaveValue(made.code)
  await expect(code).toBeDisabled()
  await expect(await noteOf(code)).toHaveText('编码保存后不可修改')
  await page.keyboard.press('Escape')

  await openAdd(page)
  await code.pressSequentially('A-b_1. 2华é/#')
  await expect(code).toHaveValue('Ab12')
  await code.evaluate((field: HTMLInputElement) => field.setSelectionRange(2, 2))
  await page.keyboard.type('-X.')
  await expect(code).toHaveValue('AbX12')
  expect(await code.evaluate((field: HTMLInputElement) => field.selectionStart)).toBe(3)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Input.imeSetComposition', { text: "xi'an", selectionStart: 5, selectionEnd: 5 })
  await expect(code, 'a composition is left alone').toHaveValue("AbXxi'an12")
  await devtools.send('Input.insertText', { text: '西安' })
  await expect(code).toHaveValue('AbX12')
})

test('ORG-3 PERM-5 LIST-9 one’s own place stays @long', async ({ page, context, admin, expected }) => {
  expected.push(/status of 409/)
  const place = await addOrganization(admin)
  const worker = await addWorker(admin, place.id, everyRight)
  await signIn(context, worker.account)
  await enter(context, place.code, 'uia')
  const name = unique('own')
  await openListAt(page, list, name)
  const dialog = await openAdd(page)
  await textOf(dialog, '组织名称').fill(name)
  await textOf(dialog, '组织编码').fill(name.slice(-20))
  await saveButton(dialog).click()
  await expect(rowOf(page, list, name)).toBeVisible()
  await removeShown(page, name)
  await expect(nothingFound(page)).toBeVisible()
  expect(await found(admin, list, name)).toEqual([])

  await openListAt(page, list, place.name)
  await switchShown(page, place.name)
  await expect(toasts(page).getByRole('alert')).toContainText('您正在该组织中工作')
  await expect(question(page)).toBeHidden()
  await expect(switchOf(page, place.name)).toBeChecked()
  await pressRemove(page, place.name)
  await confirmButton(page).click()
  await expect(question(page)).toBeHidden()
  expect(await ask(admin, `/sys/org/page/detail/${place.id}`)).toMatchObject({ enabled: true })
})
