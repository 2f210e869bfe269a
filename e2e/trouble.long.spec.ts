import { call, expect, giveUp, short, unique } from './fixtures'
import { answer, boom, nonsense } from './jammed-platform'
import {
  confirmButton,
  editButton,
  failed,
  listPath,
  lists,
  nothingFound,
  openAdd,
  openEdit,
  openList,
  openListAt,
  pageLink,
  pressRemove,
  pressRoles,
  retry,
  row,
  rowMenu,
  rowOf,
  rows,
  saveButton,
  switchOf,
  switchShown,
  textOf,
  toasts,
} from './lists'
import { test } from './own'
import { addAccount, detail, openAccounts } from './people'
import {
  addCall,
  broken,
  complaint,
  expectNoToast,
  fillAdd,
  isStillTyped,
  late,
  listCall,
  listKeys,
  searchField,
  testFailing,
} from './troubles'

// One platform, whose troubles each test makes for itself.
test.describe.configure({ mode: 'default' })
test.beforeEach(({ expected }) => {
  expected.push(/status of 50[0234]/)
})

test.describe('as a super administrator', () => {
  test.use({ as: 'admin' })

  for (const key of listKeys) if (key !== 'account' && key !== 'role') testFailing(key)

  test('LIST-11 CALL-3 CALL-4 nonsense instead of a list is told', async ({ page, own }) => {
    const troubles = [
      ...Object.values(nonsense).map((given) => [given, broken] as const),
      ['silent', late] as const,
      [answer(null, 409, '数据正在迁移'), '数据正在迁移'] as const,
    ]
    for (const [given, says] of troubles) {
      own.clear()
      own.trouble(listCall, given)
      await page.goto(`${listPath}?account=a`)
      await expect(failed(page)).toContainText(says)
      await expect(page.getByText('boom')).toHaveCount(0)
      await expectNoToast(page)
    }
    await expect(searchField(page)).toHaveValue('a')
    const release = own.hold(listCall)
    await retry(page).click()
    await expect(retry(page)).toBeDisabled()
    release()
    own.clear()
    await expect(rows(page)).toHaveCount(10)
    await expect(page).toHaveURL(`${listPath}?account=a`)
  })

  test('LIST-11 a page, a size and a reload that fail make no toast', async ({ page, own }) => {
    const prefix = await openAccounts(page, 11)
    own.trouble(listCall, boom)
    await pageLink(page, 2).click()
    await expect(failed(page)).toContainText(broken)
    await page.reload()
    await expect(failed(page)).toContainText(broken)
    await expectNoToast(page)
    own.clear()
    await retry(page).click()
    await expect(row(page, `${prefix}01`)).toBeVisible()
    await expect(page).toHaveURL(`${listPath}?account=${prefix}&page=2`)
  })

  test('CALL-3 a save that goes wrong is told; nothing is lost', async ({ page, own }) => {
    const account = unique('odd')
    await openList(page, account)
    const dialog = await fillAdd(page, account)
    const doubt = '操作可能已经生效，请先核实'
    const busy = '当前访问人数过多，未作任何更改'
    for (const [given, says] of [
      [answer({ outcome: 'unchanged' }, 503, busy), busy],
      [answer({ outcome: 'unknown' }, 503, doubt), doubt],
      [boom, broken],
      [nonsense['a page of HTML'], broken],
      [nonsense['broken JSON'], broken],
      ['silent', late],
    ] as const) {
      own.clear()
      own.trouble(addCall, given)
      await saveButton(dialog).click()
      if (given === 'silent') {
        await expect(saveButton(dialog)).toBeDisabled()
        await expect(saveButton(dialog)).toBeFocused()
        await page.keyboard.press('Enter')
        await page.keyboard.press('Escape')
      }
      await expect(dialog.getByRole('alert').filter({ hasText: says })).toBeVisible()
      if (says !== doubt && says !== busy)
        await expect(dialog.getByRole('alert')).toContainText('可以重试，不会重复提交')
      await isStillTyped(dialog, account)
      expect(own.asked(addCall), 'a lost write is sent once more').toBe(says === busy ? 1 : 2)
    }
    own.clear()
    await saveButton(dialog).click()
    await expect(dialog).toBeHidden()
    await expect(row(page, account)).toBeVisible()
  })

  test('ACC-2 CALL-3 a dialog that cannot be filled says why', async ({ page, context, own }) => {
    const made = await addAccount(context, { roles: ['只读查看'] })
    await openList(page, made.account)
    for (const [press, opener] of [
      [() => editButton(page, made.name).click(), editButton(page, made.name)],
      [() => pressRoles(page, made.name), rowMenu(page, made.name)],
    ] as const) {
      own.trouble(/\/sys\/user\/page\/(detail|listRole)/, 'silent')
      await press()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByRole('status', { name: '加载中' })).toBeVisible()
      await expect(dialog.getByRole('alert')).toContainText(late)
      own.clear()
      await dialog.getByRole('button', { name: '重试' }).click()
      await expect(dialog.getByRole('combobox', { name: '组织', exact: true })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(opener).toBeFocused()
    }
  })

  test('ACC-3 departments that cannot be read say so', async ({ page, context, own }) => {
    const made = await addAccount(context)
    await openList(page, made.account)
    const dialog = await openEdit(page, made.name)
    const department = dialog.getByRole('combobox', { name: '部门', exact: true })
    const chosen = department.locator('option:checked')
    await expect(department).toBeEnabled()
    await department.selectOption('运行部')
    await saveButton(dialog).click()
    await expect(dialog).toBeHidden()
    own.trouble(/\/sys\/dept\/page\/listByOrgId/, boom)
    await openEdit(page, made.name)
    await expect(dialog.getByText(broken)).toBeVisible()
    await expect(department).toBeDisabled()
    await expect(chosen).toHaveText('运行部')
    await textOf(dialog, '姓名').fill('改名')
    await saveButton(dialog).click()
    await expect(dialog).toBeHidden()
    expect((await detail(context, made.id)).userOrgList.map(({ deptName }) => deptName)).toEqual(['运行部'])
    await editButton(page, '改名').click()
    await expect(dialog.getByText(broken)).toBeVisible()
    own.clear()
    await dialog.getByRole('button', { name: '重试' }).click()
    await expect(department).toBeEnabled()
    await expect(chosen).toHaveText('运行部')
  })

  test('ACC-6 while roles load nothing can be saved', async ({ page, context, own }) => {
    const made = await addAccount(context, { places: ['EAST', 'WEST'], roles: ['只读查看'] })
    await openList(page, made.account)
    await pressRoles(page, made.name)
    const dialog = page.getByRole('dialog', { name: '编辑角色' })
    const organization = dialog.getByRole('combobox', { name: '组织', exact: true })
    await dialog.getByRole('checkbox', { name: '储能工程师' }).check()
    const release = own.hold(/\/sys\/user\/page\/listRole/)
    await organization.selectOption('西部储能')
    await giveUp(page)
    await expect(dialog.getByRole('group', { name: '角色' })).toHaveCount(0)
    await expect(saveButton(dialog)).toBeDisabled()
    release()
    await expect(dialog.getByText('未选择')).toBeVisible()
    await expect(saveButton(dialog)).toBeEnabled()

    own.trouble(/\/sys\/user\/page\/listRole/, 'silent')
    await organization.selectOption('华东储能')
    await expect(complaint(page)).toHaveText(late)
    await expect(organization.locator('option:checked')).toHaveText('西部储能')
    await expect(dialog.getByText('未选择')).toBeVisible()
  })

  test('CALL-3 ROLE-4 ROLE-5 a tree and a role are tried again', async ({ page, own }) => {
    const name = short()
    own.trouble(/findAllPermission/, boom)
    await openListAt(page, lists.role, name)
    const dialog = await openAdd(page)
    const checked = dialog.getByRole('treeitem', { name: '报表中心' })
    await textOf(dialog, '角色名称').fill(name)
    await expect(dialog.getByRole('alert')).toContainText(broken)
    own.clear()
    await dialog.getByRole('button', { name: '重试' }).click()
    await expect(textOf(dialog, '角色名称')).toHaveValue(name)
    await dialog.getByRole('combobox', { name: '所属组织' }).selectOption('华东储能')
    await checked.click()
    own.trouble(/\/sys\/role\/page\/add/, boom)
    await saveButton(dialog).click()
    await expect(dialog.getByRole('alert')).toContainText(broken)
    await expect(textOf(dialog, '角色名称')).toHaveValue(name)
    await expect(checked).toHaveAttribute('aria-checked', 'true')
    own.clear()
    await saveButton(dialog).click()
    await expect(dialog).toBeHidden()
    await expect(rowOf(page, lists.role, name)).toBeVisible()
  })

  test('LIST-9 LIST-8 LIST-11 CALL-3 switch and delete', async ({ page, context, own }) => {
    const made = await addAccount(context)
    await openList(page, made.account)
    own.trouble(/\/sys\/user\/page\/updateEnable/, 'silent')
    await switchShown(page, made.name)
    await expect(complaint(page)).toContainText(late)
    await expect(complaint(page)).toContainText('操作可能已经生效，请先核实')
    await expect(page.getByRole('alertdialog')).toBeHidden()
    await expect(switchOf(page, made.name)).toBeChecked()
    expect(own.asked(/updateEnable/), 'a lost write is sent once more').toBe(2)
    own.clear()
    await switchShown(page, made.name)
    await expect(switchOf(page, made.name)).not.toBeChecked()

    await page.reload()
    own.trouble(listCall, boom)
    await pressRemove(page, made.name)
    await confirmButton(page).click()
    await expect(toasts(page).getByRole('status')).toHaveText(`删除成功${made.name}撤销`)
    await expect(failed(page)).toContainText('列表加载失败')
    await expectNoToast(page)
    own.clear()
    await retry(page).click()
    await expect(nothingFound(page)).toBeVisible()
    expect((await call(context, 'GET', `/sys/user/page/detail/${made.id}`)).status).toBe(404)
  })

  test('ME-2 a save whose refresh fails says why; what was saved is saved', async ({ page, own }) => {
    const field = page.getByRole('textbox', { name: '显示名称' })
    const edit = page.getByRole('button', { name: '修改显示名称' })
    await page.goto('/user/index')
    await edit.click()
    const name = unique('改名')
    await field.fill(name)
    own.trouble(/\/auth\/info/, boom)
    await field.press('Enter')
    await expect(toasts(page).getByRole('status')).toHaveText('修改成功')
    await expect(complaint(page)).toHaveText(broken)
    await expect(page.getByRole('form')).toBeHidden()
    own.clear()
    // A save that fails keeps what was typed.
    own.trouble(/updateUserInfo/, boom)
    await edit.click()
    await field.fill('未保存')
    await field.press('Enter')
    await expect(page.getByRole('form').getByRole('alert')).toContainText(broken)
    await expect(field).toHaveValue('未保存')
    own.clear()
    await page.reload()
    await expect(page.getByRole('definition').filter({ hasText: name })).toBeVisible()
  })
})
