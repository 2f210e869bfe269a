import { ask, expect, isSignedIn, type Page, short, signIn, test, unique } from './fixtures'
import { item, listPath, lists, textOf } from './lists'
import { again } from './long-tests'
import { addAccount, detail, stored, updateAccount } from './people'
import { addDepartment, addOrganization, addRole, foundOne, idOfPlace } from './records'

const languages = {
  'zh-cn': {
    ...{ add: '新增', save: '保存', more: '的更多操作' },
    sessions: (name: string) => `${name}的会话`,
    sessionsTitle: (name: string) => `${name}的登录会话`,
    signOut: /^退出：/,
    everywhere: '全部退出',
    nowhere: '孙九当前没有登录',
    addAccount: '新增账号',
    ...{ organization: '组织', name: '姓名', phone: '手机号', account: '账号', generate: '生成' },
    ...{ roles: '角色', rolesIn: '华东储能的角色', findRole: '查找角色' },
    ...{ heldBy: '持有人', members: '成员', showOne: '查看全部 1 个账号' },
    ...{ copy: '复制', addRole: '新增角色', roleName: '角色名称', copied: '副本', chosen: '已选 1 项' },
  },
  en: {
    ...{ add: 'Add', save: 'Save', more: 'More for ' },
    sessions: (name: string) => `Sessions of ${name}`,
    sessionsTitle: (name: string) => `Where ${name} is signed in`,
    signOut: /^Sign out: /,
    everywhere: 'Sign out everywhere',
    nowhere: '孙九 is not signed in anywhere',
    addAccount: 'Add account',
    ...{
      organization: 'Organization',
      name: 'Name',
      phone: 'Phone',
      account: 'Account',
      generate: 'Generate',
    },
    ...{ roles: 'Roles', rolesIn: 'Roles in 华东储能', findRole: 'Find a role' },
    ...{ heldBy: 'Held by', members: 'People', showOne: 'Show the account' },
    ...{ copy: 'Copy ', addRole: 'Add role', roleName: 'Role name', copied: ' copy', chosen: '1 chosen' },
  },
} as const
type Words = (typeof languages)[keyof typeof languages]

/** Opens the row of that name beside its list, by keyboard. */
async function openRow(page: Page, list: (typeof lists)[keyof typeof lists], name: string): Promise<void> {
  await page.goto(`${list.path}?${list.search}=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name, exact: true }).press('Enter')
}
/** Who is in the row that stands open: one, who leads to the accounts. */
async function expectOnePerson(page: Page, { showOne }: Words, title: string, name: string) {
  const people = page.getByRole('region', { name: title, exact: true })
  await expect(people).toContainText(name)
  await people.getByRole('link', { name: showOne }).press('Enter')
  await expect(page).toHaveURL(/\/account\/index\?/)
  await expect(page.locator('tbody').getByRole('row')).toHaveCount(1)
  await expect(page.locator('tbody')).toContainText(name)
}

for (const [language, words] of Object.entries(languages)) {
  test.describe(`by keyboard, in ${language}`, again(language), () => {
    test.use({ as: 'admin', language: language as keyof typeof languages })

    test('DAY-4 where a person is signed in shows, and is ended, one or all', async ({
      page,
      admin,
      visitor,
    }) => {
      const person = await addAccount(admin, { name: '孙九' })
      const [one, two, three] = [await visitor(), await visitor(), await visitor()]
      for (const each of [one, two, three]) await signIn(each, person.account, 'Secret2026')
      await openRow(page, lists.account, person.account)
      await page.getByRole('button', { name: words.sessions('孙九') }).press('Enter')
      const dialog = page.getByRole('dialog', { name: words.sessionsTitle('孙九') })
      const shown = dialog.getByRole('listitem')
      await expect(shown).toHaveCount(3)
      await expect(shown.first()).toContainText('127.0.0.1')
      await shown.last().getByRole('button', { name: words.signOut }).press('Enter')
      await expect(shown).toHaveCount(2)
      expect([await isSignedIn(one), await isSignedIn(two), await isSignedIn(three)]).toEqual([
        false,
        true,
        true,
      ])
      await expect(dialog.getByRole('button', { name: words.everywhere })).toBeEnabled()
      await dialog.getByRole('button', { name: words.everywhere }).press('Enter')
      await expect(dialog).toContainText(words.nowhere)
      expect([await isSignedIn(two), await isSignedIn(three)]).toEqual([false, false])
    })

    test('DAY-5 roles are given with a new account, and who has them leads to the accounts', async ({
      page,
      admin,
    }) => {
      const role = await addRole(admin, await idOfPlace(admin), ['uia.online.search'])
      await page.goto(listPath)
      await page.getByRole('button', { name: words.add, exact: true }).press('Enter')
      const dialog = page.getByRole('dialog', { name: words.addAccount })
      const account = unique('with')
      await dialog.getByRole('combobox', { name: words.organization, exact: true }).selectOption('华东储能')
      await dialog
        .getByRole('group', { name: words.roles, exact: true })
        .getByRole('button', { name: /^华东储能/ })
        .press('Enter')
      await dialog.getByRole('group', { name: words.rolesIn }).getByLabel(words.findRole).fill(role.name)
      await dialog.getByRole('checkbox', { name: role.name, exact: true }).press('Space')
      const typed = { [words.name]: '新人', [words.phone]: '13800138000', [words.account]: account }
      for (const [label, text] of Object.entries(typed)) await textOf(dialog, label).fill(text)
      await dialog.getByRole('button', { name: words.generate }).press('Enter')
      await dialog.getByRole('button', { name: words.save }).press('Enter')
      await expect(dialog).toBeHidden()
      const { id = '' } = (await stored(admin, account)) ?? {}
      expect((await detail(admin, id)).usersRoleList).toEqual([role.id])
      await openRow(page, lists.role, role.name)
      await expectOnePerson(page, words, words.heldBy, '新人')
    })

    test('DAY-5 a role is copied with its permissions under a name of its own', async ({ page, admin }) => {
      const role = await addRole(admin, await idOfPlace(admin), ['uia.online.search'])
      await page.goto(`${lists.role.path}?${lists.role.search}=${role.name}`)
      await page.getByRole('row').getByRole('button', { name: words.more }).press('Enter')
      await item(page, `${words.copy}${role.name}`).press('Enter')
      const dialog = page.getByRole('dialog', { name: words.addRole })
      const field = textOf(dialog, words.roleName)
      await expect(field).toHaveValue(`${role.name.slice(0, 20 - words.copied.length)}${words.copied}`)
      await expect(dialog.getByText(words.chosen)).toBeVisible()
      const name = short('c')
      await field.fill(name)
      await field.press('Enter')
      await expect(dialog).toBeHidden()
      const made = await foundOne<{ id: string }>(admin, lists.role, name)
      const { resourceIdList } = await ask<{ resourceIdList: string[] }>(
        admin,
        `/sys/role/page/detail/${made.id}`,
      )
      expect(resourceIdList).toEqual(role.resourceIdList)
    })

    test('DAY-5 an organization and a department name who is in them, and lead to the accounts @long', async ({
      page,
      admin,
    }) => {
      const organization = await addOrganization(admin)
      const department = await addDepartment(admin, organization.id)
      const name = unique('成员')
      const { id } = await addAccount(admin, { name, places: [organization.code] })
      await updateAccount(admin, id, { userOrgList: [{ orgId: organization.id, deptId: department.id }] })
      await openRow(page, lists.organization, organization.name)
      await expectOnePerson(page, words, words.members, name)
      await openRow(page, lists.department, department.name)
      await expectOnePerson(page, words, words.members, name)
    })
  })
}
