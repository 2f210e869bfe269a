import { accountAddForm } from '../lib/contracts/account'
import { systemForm } from '../lib/contracts/allocation'
import { applicationForm } from '../lib/contracts/apply'
import { departmentForm } from '../lib/contracts/department'
import type { Schema } from '../lib/contracts/endpoint'
import { menuForm } from '../lib/contracts/menu'
import { organizationForm } from '../lib/contracts/organization'
import { roleForm } from '../lib/contracts/role'
import passwords from '../messages/zh-cn/password.json' with { type: 'json' }
import texts from '../messages/zh-cn/validation.json' with { type: 'json' }
import { expect, giveUp, type Locator, test } from './fixtures'
import { noteOf, openAdd, rowMenu, saveButton } from './lists'
import { exceptFirst } from './long-tests'
import { beginWorker } from './people'
import { codesOf } from './records'

/** A form of the console: where it opens, what it is checked by, and what it is filled with to be right. */
interface Form {
  name: string
  ids: string
  path: string
  schema: Schema
  /** What is chosen before it is filled: a type of entry. */
  choose?: string[]
  /** What is true of a value only together with others. */
  with?: Record<string, unknown>
}

const entry = { ids: 'MENU-3', path: '/menu/index', schema: menuForm }
const forms: readonly Form[] = [
  { name: 'account', ids: 'ACC-3 ACC-4 ACC-5', path: '/account/index', schema: accountAddForm },
  { name: 'role', ids: 'ROLE-2 ROLE-3', path: '/role/index', schema: roleForm },
  { name: 'department', ids: 'DEPT-2', path: '/department/index', schema: departmentForm },
  { name: 'organization', ids: 'ORG-2', path: '/organization/index', schema: organizationForm },
  { name: 'system', ids: 'SYS-2', path: '/allocation/index', schema: systemForm },
  { name: 'application', ids: 'APP-2', path: '/apply/index', schema: applicationForm },
  { ...entry, name: 'directory', choose: ['目录'], with: { type: 1 } },
  { ...entry, name: 'menu', choose: ['菜单'], with: { type: 2, iFrame: false } },
  { ...entry, name: 'link', choose: ['菜单', '链接地址'], with: { type: 2, iFrame: true } },
  { ...entry, name: 'button', choose: ['按钮'], with: { type: 3 } },
  { ...entry, name: 'component', choose: ['组件'], with: { type: 4 } },
]

/** Values of all kinds: each field takes some of them and refuses others, as its contract says. */
const samples = [
  ...['a', 'A.1', '1..2', 'ems-2', 'a_b', '张三 (1)', '3.1.b', '/ems/a', 'https://example.com/a', 'views/a'],
  ...['13800138000', '50000000', '600000', '0912345678', '12800138000', '512345', '0812345678', '091234567'],
  ...['1', '9999', '10000', '65535', '65536', '4a', '10.0.0.1', 'C:\\ems/a:1', '10.0.0.1?', 'station'],
  ...['.a', 'a b', 'é', 'a,b', 'a/b', '//elsewhere', 'javascript:alert(1)', 'a\\..\\b', '王\u202e明'],
  ...['abcdef', '123456', 'abcde1', '1!@#$%^a', 'a1b2c', '值<b>班；长#1', '   '],
]

/** The text of a field's message, by the contract's key (`tooLong:50`). */
function textOf(message: string): string {
  const [key = '', max = ''] = message.split(':')
  return (texts as Record<string, string>)[key]?.replace('{max}', max) ?? texts.invalid
}

/** What the contract says of each field of a form that holds these values: texts by the fields' names. */
function faultsOf({ schema, with: more }: Form, values: Record<string, unknown>): Map<string, string> {
  const faults = new Map<string, string>()
  for (const { path, message } of schema.safeParse({ ...values, ...more }).error?.issues ?? []) {
    const name = String(path[0])
    if (!faults.has(name)) faults.set(name, textOf(message))
  }
  return faults
}

/** The control of a contract's field: what bears its name, or the tree or tree picker that has none. */
async function controlOf(dialog: Locator, name: string): Promise<Locator> {
  const named = dialog.locator(`[name="${name}"], [name^="${name}."]`).first()
  if ((await named.count()) > 0) return named
  return dialog.getByRole(name === 'pid' ? 'combobox' : 'tree', name === 'pid' ? { name: '上级目录' } : {})
}

const isText = (control: Locator) =>
  control.evaluate(
    (element) => element instanceof HTMLInputElement && ['text', 'password', 'tel'].includes(element.type),
  )

const paths = [...new Set(forms.map((form) => form.path))]
for (const path of paths) {
  const here = forms.filter((form) => form.path === path)
  test.describe(path, exceptFirst(path, paths), () => {
    test.use({ as: 'admin' })

    test(`${here[0]?.ids} VALID-1 VALID-2 each field tells its rule`, async ({ page, requested }) => {
      if (here.length > 1) test.slow()
      await page.goto(path)
      for (const form of here) {
        await test.step(form.name, async () => {
          const dialog = await openAdd(page)
          await tryForm(dialog, form)
          await dialog.press('Escape')
          await giveUp(page)
          await expect(dialog).toBeHidden()
        })
      }
      const writes = requested.filter((url) => /\/(add|list\/add|manager\/add)$/.test(url))
      expect(writes, 'nothing was sent').toEqual([])
    })
  })
}

/** Sends it empty, then with what is wrong in each field. */
async function tryForm(dialog: Locator, form: Form): Promise<void> {
  for (const name of form.choose ?? []) await dialog.getByRole('radio', { name, exact: true }).first().check()
  const empty = faultsOf(form, { enabled: true, enable: true })
  expect(empty.size, 'something is required').toBeGreaterThan(0)
  await saveButton(dialog).click()
  const fields: [name: string, control: Locator][] = []
  for (const name of empty.keys()) fields.push([name, await controlOf(dialog, name)])
  for (const [name, control] of fields) {
    await expect(await noteOf(control), name).toHaveText(empty.get(name) ?? '')
    if (name !== 'resourceIdList') await expect(control, name).toHaveAttribute('aria-invalid', 'true')
  }
  await expectFirstFocused(dialog, fields)

  const typed = await typeInto(dialog, form)
  await saveButton(dialog).click()
  for (const [control, value] of typed) await expect(control).toHaveValue(value)
  await expect(dialog).toBeVisible()
}

/** The first wrong field, in the order in which they stand, has the focus. */
async function expectFirstFocused(dialog: Locator, fields: readonly [string, Locator][]): Promise<void> {
  const first = dialog.locator('[aria-invalid=true]').first()
  await expect(first).toBeFocused()
  expect(fields.length).toBeGreaterThan(0)
}

/**
 * Types into every field of text: what does not belong there goes, what is too long does not get in, and whatever a
 * field then holds, its message is the contract's. Gives what the fields hold in the end.
 */
async function typeInto(dialog: Locator, form: Form): Promise<[Locator, string][]> {
  const typed: [Locator, string][] = []
  for (const control of await dialog.locator('input[name]').all()) {
    if (!(await isText(control))) continue
    const name = (await control.getAttribute('name')) ?? ''
    const note = await noteOfAlways(control)
    const longest = Number(await control.getAttribute('maxlength'))
    expect(longest, `${name}: a longest length`).toBeGreaterThan(0)
    await control.fill('1'.repeat(longest))
    await control.pressSequentially('1')
    await expect(control, name).toHaveValue('1'.repeat(longest))
    const tooLong = faultsOf(form, { [name]: '1'.repeat(longest + 1) }).get(name)
    expect(tooLong, `${name}: more would be refused`).toBeDefined()
    for (const sample of telling(form, name)) {
      await control.fill(sample.slice(0, longest))
      const value = await control.inputValue()
      const fault = faultsOf(form, { [name]: value }).get(name)
      expect(fault, `${name}: what does not belong there goes while it is typed`).not.toBe(
        texts.specialCharacters,
      )
      if (fault === undefined)
        await expect(control, `${name}: ${sample}`).toHaveAttribute('aria-invalid', 'false')
      else await expect(note, `${name}: ${sample}`).toHaveText(withBlanks(name, value, fault))
    }
    typed.push([control, await control.inputValue()])
  }
  expect(typed.length).toBeGreaterThan(1)
  return typed
}

/** Blanks that are hidden with the rest of a password are told besides. */
function withBlanks(name: string, value: string, fault: string): string {
  if (name !== 'password' || !/\s/.test(value)) return fault
  return passwords.faultAndNote.replace('{fault}', fault).replace('{note}', passwords.hasSpaces)
}

/** Of the samples one for each thing that the contract says of a field, and one that it takes. */
function telling(form: Form, name: string): string[] {
  const said = new Map<string | undefined, string>()
  for (const sample of samples) {
    const fault = faultsOf(form, { [name]: sample }).get(name)
    if (!said.has(fault)) said.set(fault, sample)
  }
  return [...said.values()]
}

/** The place of a field's message, also while it has none. */
async function noteOfAlways(control: Locator): Promise<Locator> {
  return control.page().locator(`[id="${await control.getAttribute('id')}-note"]`)
}

test.describe('whoever only reads in one of their organizations', () => {
  test.use({ as: 'operator' })

  test('PERM-5 a form offers the organizations in which it can be saved', async ({ page }) => {
    for (const { path } of forms.slice(0, 3)) {
      await page.goto(path)
      const dialog = await openAdd(page)
      const names = dialog.getByRole('combobox', { name: '组织' }).first().getByRole('option')
      await expect(names).toContainText(['华东储能'])
      await expect(names.filter({ hasText: '西部储能' })).toHaveCount(0)
    }
  })
})

test('PERM-5 DAY-5 a copied role goes where one may add roles, also without the right to change one', async ({
  page,
  context,
  admin,
}) => {
  const worker = await beginWorker(context, admin, codesOf('role', 'search', 'detail', 'add'))
  await page.goto('/role/index')
  const { name } = worker.role
  await rowMenu(page, name).click()
  await page.getByRole('menuitem', { name: `复制${name}` }).click()
  const copy = page.getByRole('dialog', { name: /^新增/ })
  await expect(copy.getByRole('combobox', { name: '组织' }).locator('option:checked')).toHaveText('华东储能')
})
