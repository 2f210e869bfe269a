import { ask, type Caller, expect, giveUp, organizationIds, type Page, short, tell, test } from './fixtures'
import {
  confirmButton,
  lists,
  openEdit,
  openListAt,
  pressRemove,
  rowOf,
  rowsOf,
  saveButton,
  textOf,
  toasts,
} from './lists'
import { exceptFirst } from './long-tests'
import { addBranch, gridRow, openMenus, storedNode, updateCall } from './menus'
import { addAccount, addWorker, beginPerson, beginWorker, changeRole } from './people'
import { addDepartment, addOrganization, addRole, addSystem, codesOf, foundOne, type System } from './records'
import { askRightsOf, whyAction, whyDialog, whyHolders, whyPlace } from './why-dialog'

test.describe('as a super administrator', () => {
  test.use({ as: 'admin' })

  test('WHY-1 A11Y-3 A11Y-5 whether a person may, through what or why not, and who may', async ({
    page,
    context,
  }) => {
    const { EAST = '' } = await organizationIds(context)
    const worker = await addWorker(context, EAST, codesOf('role', 'search'))
    await askRightsOf(page, worker.account)
    const dialog = whyDialog(page)
    await expect(dialog.getByRole('textbox').first(), 'what is asked about has the focus').toBeFocused()
    await whyAction(page).selectOption('角色管理 / 查询')
    await whyPlace(page).selectOption('华东储能')
    const answer = dialog.getByRole('region', { name: '结果' })
    await expect(answer).toContainText('此人有此权限')
    await expect(
      dialog.getByRole('status').filter({ has: page.getByRole('region', { name: '结果' }) }),
      'is read out',
    ).toBeVisible()
    await expect(answer).toContainText(worker.role.name)
    await expect(answer).toContainText('统一管理平台 / 人员与权限 / 角色管理 / 查询')
    await expect(whyHolders(page)).toContainText('超级管理员')
    await whyAction(page).selectOption('角色管理 / 新增')
    await expect(answer).toContainText('此人在该组织的角色均未授予此权限。')
    await dialog.getByRole('combobox', { name: '谁', exact: true }).selectOption('自己')
    await expect(answer).toContainText('超级管理员拥有全部权限。')
  })

  test('WHY-1 who may is turned page by page with the keyboard, which stays where it is @long', async ({
    page,
    context,
    expected,
  }) => {
    const organization = await addOrganization(context)
    const role = await addRole(context, organization.id, codesOf('role', 'search'))
    const made: { account: string }[] = []
    for (let count = 0; count < 11; count += 1) {
      made.push(await addAccount(context, { places: [organization.code], roles: [role.name] }))
    }
    const account = made.at(-1)?.account ?? ''
    await openListAt(page, lists.account, account)
    await rowOf(page, lists.account, account).getByRole('link').press('Enter')
    await page.getByRole('button', { name: '此人有哪些权限？' }).press('Enter')
    await whyAction(page).selectOption('角色管理 / 查询')
    await whyPlace(page).selectOption(organization.name)
    const people = whyHolders(page)
    const next = people.getByRole('button', { name: '下一页' })
    const before = people.getByRole('button', { name: '上一页' })
    const shown = people.getByRole('list').first().locator('> li')
    await expect(shown).toHaveCount(10)
    // A page that could not be read is not passed over.
    expected.push(/500/)
    const second = '**/api/sys/access/page/holders?*page=2*'
    await page.route(second, (route) =>
      route.fulfill({ status: 500, json: { code: 500, msg: '', data: null } }),
    )
    await next.press('Enter')
    await expect(people.getByRole('alert')).toBeVisible()
    await page.unroute(second)
    const third = page.waitForRequest(/holders/)
    await next.press('Enter')
    expect((await third).url()).toContain('page=2')
    await expect(people.getByRole('alert')).toBeHidden()
    await expect(before).toHaveAttribute('aria-disabled', 'false')
    await before.press('Enter')
    await expect(before).toHaveAttribute('aria-disabled', 'true')
    await expect(next).toHaveAttribute('aria-disabled', 'false')
    await expect(shown).toHaveCount(10)
    do {
      const first = await shown.first().textContent()
      await next.press('Enter')
      await expect(shown.first()).not.toHaveText(first ?? '')
      await expect(next).toBeFocused()
    } while ((await next.getAttribute('aria-disabled')) === 'false')
    await before.press('Enter')
    await expect(shown).toHaveCount(10)
    await expect(before).toBeFocused()
  })

  test('WHY-4 a field and a state are put back by a new write, and what somebody changed meanwhile is not lost', async ({
    page,
    context,
    expected,
  }) => {
    expected.push(/409/)
    const { EAST = '' } = await organizationIds(context)
    const made = await addDepartment(context, EAST)
    const path = `/sys/dept/page/detail/${made.id}`
    const change = async (given: object) => {
      const stored = await ask<Record<string, unknown>>(context, path)
      await tell(context, '/sys/dept/page/update', { ...stored, ...given })
    }
    await change({ remark: '最初' })
    await change({ remark: '后来', name: short() })
    const { name } = await ask<{ name: string }>(context, path)
    await openListAt(page, lists.department, name)
    await rowOf(page, lists.department, name).getByRole('link').click()
    const history = page.getByRole('region', { name: '变更记录' })
    await expect(history).toContainText('最初 → 后来')
    const back = (change: string) =>
      history
        .getByRole('listitem')
        .filter({ hasText: `备注${change}` })
        .getByRole('button', { name: '还原：备注' })
    await back('最初 → 后来').click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('当前：后来')
    await change({ remark: '他人' })
    await question.getByRole('button', { name: '确定' }).click()
    await expect(toasts(page)).toContainText('已被')
    expect((await ask<{ remark: string }>(context, path)).remark).toBe('他人')
    await expect(history, 'and the history is read again').toContainText('后来 → 他人')
    await back('最初 → 后来').click()
    await question.getByRole('button', { name: '确定' }).click()
    await expect(toasts(page).last()).toContainText('已还原')
    expect((await ask<{ remark: string }>(context, path)).remark).toBe('最初')
  })

  const kinds = {
    'a menu entry': async (context: Caller, page: Page) => {
      const { menu } = await addBranch(context)
      const read = () => storedNode(context, menu.name)
      return {
        open: async () => {
          await openMenus(page, menu.name)
          await gridRow(page, menu.name).getByRole('link').click()
        },
        change: async (given: object) => tell(context, updateCall, { ...(await read()), ...given }),
        read,
        field: {
          name: 'path',
          label: '路径',
          was: menu.path,
          next: `${menu.path}/b`,
          others: `${menu.path}/c`,
        },
        beside: { iFrame: true, linkUrl: 'https://example.com' },
        told: '否 → 是',
        state: 'enabled',
        off: () =>
          tell(context, `/sys/menuManage/page/list/updateEnabled?id=${menu.id}&enabled=0`, {
            id: menu.id,
            enabled: 0,
          }),
      }
    },
    'a system': async (context: Caller, page: Page) => {
      const system = await addSystem(context, { port: '' })
      const read = () => foundOne<System>(context, lists.allocation, system.name)
      return {
        open: async () => {
          await openListAt(page, lists.allocation, system.name)
          await rowOf(page, lists.allocation, system.name).getByRole('link').click()
        },
        change: async (given: object) =>
          tell(context, '/sys/resourcesConfig/page/update', { ...(await read()), ...given }),
        read,
        field: { name: 'version', label: '版本', was: '1.2.0', next: '1.3.0', others: '1.4.0' },
        beside: { type: 1 },
        told: '管理平台 → 移动管理 APP',
        state: 'enable',
        off: () =>
          tell(context, `/sys/resourcesConfig/updateOrgEnabled?id=${system.id}&enabled=0`, {
            id: system.id,
            enable: 0,
          }),
      }
    },
  }
  for (const [kind, make] of Object.entries(kinds)) {
    test(
      `WHY-4 a field and a state of ${kind} are put back, and what somebody changed meanwhile is not lost`,
      exceptFirst(make, Object.values(kinds)),
      async ({ page, context, expected }) => {
        expected.push(/409/)
        const { open, change, read, field, beside, told, state, off } = await make(context, page)
        const stored = async (name: string) => ({ ...(await read()) })[name as 'name']
        await change({ [field.name]: field.next, ...beside })
        await open()
        const history = page.getByRole('region', { name: '变更记录' })
        await expect(history).toContainText(`${field.was} → ${field.next}`)
        await expect(history).toContainText(told)
        const back = (label: string, change: string) =>
          history
            .getByRole('listitem')
            .filter({ hasText: label + change })
            .getByRole('button', { name: `还原：${label}` })
            .last()
            .click()
        const question = page.getByRole('alertdialog')
        await back(field.label, `${field.was} → ${field.next}`)
        await expect(question).toContainText(`当前：${field.next}`)
        await change({ [field.name]: field.others })
        await question.getByRole('button', { name: '确定' }).click()
        await expect(toasts(page)).toContainText('已被')
        expect(await stored(field.name)).toBe(field.others)
        await expect(history, 'and the history is read again').toContainText(
          `${field.next} → ${field.others}`,
        )
        await back(field.label, `${field.was} → ${field.next}`)
        await question.getByRole('button', { name: '确定' }).click()
        await expect(toasts(page).last()).toContainText('已还原')
        expect(await stored(field.name)).toBe(field.was)

        await off()
        await open()
        await back('状态', '')
        await question.getByRole('button', { name: '确定' }).click()
        await expect.poll(() => stored(state)).toBe(true)
      },
    )
  }
})

test('WHY-1 what is greyed and what is refused lead to why, and to who could give it', async ({
  page,
  context,
  admin,
  expected,
}) => {
  expected.push(/403/)
  await beginWorker(context, admin, codesOf('account', 'search'))
  await page.goto('/role/index')
  await page.getByRole('button', { name: '谁有权限，为什么？' }).click()
  const dialog = whyDialog(page)
  await expect(dialog.getByRole('region', { name: '结果' })).toContainText('您没有此权限')
  await expect(dialog).toContainText('可以授予此权限的人')
  await dialog.getByRole('button', { name: '关闭' }).click()
  await page.goto('/account/index')
  await rowsOf(page, lists.account).first().getByRole('switch').focus()
  await page.keyboard.press('Enter')
  await expect(whyAction(page)).toHaveValue('uia.account.updateEnable')
  await expect(dialog.getByRole('region', { name: '结果' })).toContainText('您没有此权限')
})

test('WHY-1 a call that is refused inside a dialog leads to why, and to who could give it @long', async ({
  page,
  context,
  admin,
  expected,
}) => {
  expected.push(/403/)
  const me = await beginPerson(context, admin, { EAST: 'manager' })
  const made = await addAccount(admin)
  await openListAt(page, lists.account, made.account)
  const form = await openEdit(page, made.name)
  await textOf(form, '手机号').fill('600001')
  await changeRole(admin, me, 'EAST', 'viewer')
  await saveButton(form).click()
  await form.getByRole('button', { name: '谁有权限，为什么？' }).click()
  const dialog = whyDialog(page)
  await expect(whyAction(page)).toHaveValue('uia.account.update')
  await expect(dialog.getByRole('region', { name: '结果' })).toContainText('您没有此权限')
  await expect(dialog).toContainText('可以授予此权限的人')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(textOf(form, '手机号'), 'the form is as it was').toHaveValue('600001')
  await form.getByRole('button', { name: '取消' }).click()
  await giveUp(page)

  // Questions tell of a refusal in a toast.
  await changeRole(admin, me, 'EAST', 'manager')
  await page.reload()
  await pressRemove(page, made.name)
  await changeRole(admin, me, 'EAST', 'viewer')
  await confirmButton(page).click()
  await toasts(page).getByRole('button', { name: '谁有权限，为什么？' }).click()
  await expect(whyAction(page)).toHaveValue('uia.account.delete')
})
