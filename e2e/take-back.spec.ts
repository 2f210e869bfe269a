import { expectAccessible } from './axe'
import { type Caller, expect, hash, organizationIds, type Page, tell, test, unique } from './fixtures'
import { again } from './long-tests'
import { beginWorker, setEnabled, stored } from './people'

const ownEntry = (page: Page) => page.locator('tbody [data-row-link]').first()

const logOf = (account: string) => `/operation/index?menuName=account&opType=add&userName=${account}`

/** Two accounts of one import, of which one was changed since. */
async function importTwo(worker: Caller, admin: Caller) {
  const own = unique('older')
  const importId = unique('import-of-a-test-')
  const orgId = (await organizationIds(admin)).EAST
  for (const account of [`${own}a`, `${own}b`]) {
    const form = { account, name: account, phone: '13800138000', password: hash('Given2026') }
    const userOrgList = [{ orgId, deptId: null }]
    await tell(worker, '/sys/user/page/add', { ...form, userOrgList, usersRoleList: [], importId })
  }
  const used = await stored(admin, `${own}b`)
  if (used === undefined) throw new Error(`${own}b is not stored`)
  await setEnabled(admin, used, false)
  return { own, importId }
}

const rights = [
  ...['uia.page.operation', 'uia.operation.search'],
  ...['uia.account.list', 'uia.account.search', 'uia.account.add'],
]
const languages = {
  'zh-cn': {
    ...{ takeBack: '撤销导入', given: '此次导入的账号中，有 1 个尚未使用', confirm: '撤销导入' },
    ...{ kept: '予以保留：', undone: '已删除 1 个账号', none: '此次导入已没有可撤销的账号', close: '关闭' },
  },
  en: {
    ...{ takeBack: 'Undo import', given: 'This import: 1 unused account' },
    ...{
      confirm: 'Undo import',
      kept: 'Used since then, so kept: ',
      undone: '1 account deleted',
      close: 'Close',
    },
    none: 'Nothing of this import is left to undo',
  },
} as const

for (const [language, words] of Object.entries(languages)) {
  test.describe(`in ${language}`, again(language), () => {
    test.use({ language: language as keyof typeof languages })

    test(`DAY-2 an import of any age is taken back from an entry of the operation log (${language}) @long`, async ({
      page,
      context,
      admin,
    }) => {
      const { account } = await beginWorker(context, admin, [...rights, 'uia.account.delete'])
      const { own } = await importTwo(context, admin)
      await page.goto(logOf(account))
      const link = page.getByRole('link', { name: words.takeBack })
      await ownEntry(page).click()
      await expect(link).toBeVisible()
      await expectAccessible(page, 'an entry of an import')
      await link.press('Enter')
      const dialog = page.getByRole('dialog', { name: words.takeBack })
      await expect(dialog.getByRole('status')).toHaveText(words.given)
      await expect(dialog).toContainText(`${words.kept}${own}b`)
      await expect(page, 'a reload asks no more').toHaveURL('/account/index')
      await expectAccessible(page, 'an import to be taken back')
      await dialog.getByRole('button', { name: words.takeBack }).press('Enter')
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: words.confirm, exact: true })
        .press('Enter')
      await expect(dialog.getByRole('status')).toHaveText(words.undone)
      await expect(dialog).toContainText(`${words.kept}${own}b`)
      expect(await stored(admin, `${own}a`)).toBeUndefined()
      expect(await stored(admin, `${own}b`)).toMatchObject({ account: `${own}b` })
      await dialog.getByRole('button', { name: words.close }).last().press('Enter')
      await expect(dialog).toHaveCount(0)
      await page.goto(logOf(account))
      await ownEntry(page).click()
      await link.press('Enter')
      await expect(dialog.getByRole('status')).toHaveText(words.none)
      await expect(dialog.getByRole('button', { name: words.takeBack })).toHaveCount(0)
    })
  })
}

test('DAY-2 PERM-1 an import is offered to be taken back to nobody else than who may delete accounts @long', async ({
  page,
  context,
  admin,
}) => {
  const { account } = await beginWorker(context, admin, rights)
  const { importId } = await importTwo(context, admin)
  await page.goto(logOf(account))
  await ownEntry(page).click()
  await expect(page.getByText(importId)).toBeVisible()
  await expect(page.getByRole('link', { name: '撤销导入' })).toHaveCount(0)
  await page.goto(`/account/index?takeBack=${importId}`)
  await expect(page.getByRole('table')).toBeVisible()
  await expect(page).toHaveURL('/account/index')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
