import {
  call,
  expect,
  hash,
  type Locator,
  logInByHand,
  type Page,
  short,
  signIn,
  signInAgain,
  tell,
  test,
  unique,
} from './fixtures'
import { textOf as field, lists, openAdd, rowOf, saveButton } from './lists'
import { addPerson, beginPerson, type Person } from './people'

const given = 'Given2026'
const chosen = 'Chosen2026'

async function give(admin: Parameters<typeof tell>[0], { id }: Person): Promise<void> {
  await tell(admin, '/sys/user/page/resetPassword', { id, password: hash(given) })
}

/** Within the page or a dialog; the labels are the Chinese ones unless said. */
async function choose(
  within: Page | Locator,
  labels = ['管理员给您的密码', '新密码', '确认新密码'],
  old = given,
): Promise<void> {
  for (const [at, value] of [old, chosen, chosen].entries())
    await within.getByRole('textbox', { name: labels[at], exact: true }).fill(value)
  await within.getByRole('button', { name: /^(修改密码并继续|Change password and continue)$/ }).click()
}

test.describe('in English', () => {
  test.use({ language: 'en' })

  test('DAY-3 a password that was given is changed before anything else, and leads on', async ({
    page,
    context,
    admin,
    expected,
  }) => {
    expected.push(/status of 40\d/)
    const person = await addPerson(admin, { EAST: 'manager' })
    await give(admin, person)
    await page.goto('/department/index?name=zz')
    await logInByHand(page, person.account, given)
    await expect(page.getByRole('heading', { name: 'Choose a password of your own' })).toBeVisible()
    const labels = ['The password you were given', 'New password', 'Repeat the new password']
    await expect(page.getByRole('textbox', { name: labels[0] })).toBeFocused()
    for (const path of [
      '/home',
      '/user/index',
      '/role/index',
      '/ems/stations',
      '/selectSystem?nf=t',
      '/login',
    ]) {
      const other = await context.newPage()
      await other.goto(path)
      await expect(other, path).toHaveURL(/\/newPassword\?from=/)
      await other.close()
    }
    expect((await call(context, 'GET', '/sys/role/page/findAll?page=1&limit=10')).code).toBe(102003)
    expect((await call(context, 'GET', '/ems/stations')).code).toBe(102003)
    const second = await context.newPage()
    await second.goto('/home')
    await expect(second.getByRole('heading', { name: 'Choose a password of your own' })).toBeVisible()

    await choose(page, labels, 'Wrong2026')
    await expect(page.getByText('The old password is wrong')).toBeVisible()
    await choose(page, labels)
    // The one organization's systems are to be chosen from, and then the page that was asked for shows.
    await expect(page).toHaveURL(/\/selectSystem\?from=/)
    await expect(second).not.toHaveURL(/newPassword/)
    await page.getByRole('list', { name: 'Systems' }).getByRole('button').first().click()
    await expect(page).toHaveURL(/\/department\/index\?name=zz/)
    await page.goto('/newPassword?from=/home')
    await expect(page.getByText('Your password does not need to be changed')).toBeVisible()
    await page.getByRole('link', { name: 'Continue' }).click()
    await expect(page).toHaveURL(/\/home$/)
  })
})

test('DAY-3 who does not want to change it signs out, or is signed out by the portal @long', async ({
  page,
  admin,
}) => {
  const person = await addPerson(admin, { EAST: 'manager' })
  await give(admin, person)
  await signIn(page.context(), person.account, given)
  await page.goto('/home?areaPortalLogout=true')
  await expect(page).toHaveURL(/\/login$/)
  await signIn(page.context(), person.account, given)
  await page.goto('/home')
  await page.getByRole('button', { name: /账号菜单$/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await expect(page).toHaveURL(/\/login$/)
})

test('DAY-3 EDGE-3 a given password is changed under a half-filled form, which is then saved @long', async ({
  page,
  context,
  admin,
  expected,
}) => {
  expected.push(/status of 40\d/)
  const person = await beginPerson(context, admin, { EAST: 'manager' })
  await page.goto(lists.department.path)
  const dialog = await openAdd(page)
  const name = unique('d')
  await field(dialog, '部门名称').fill(name)
  await field(dialog, '部门编码').fill(short('c'))
  await dialog.getByRole('combobox', { name: '所属组织' }).selectOption('华东储能')
  await give(admin, person)
  await saveButton(dialog).click()
  const again = page.getByRole('dialog', { name: '请重新登录' })
  await signInAgain(again, given)
  const due = page.getByRole('dialog', { name: '请设置您自己的密码' })
  await choose(due)
  await expect(due).toBeHidden()
  await expect(field(dialog, '部门名称')).toHaveValue(name)
  await saveButton(dialog).click()
  await expect(rowOf(page, lists.department, name)).toBeVisible()
})
