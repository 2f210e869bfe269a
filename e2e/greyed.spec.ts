import { resources } from '../lib/contracts/registry'
import type { Resource } from '../lib/contracts/resource'
import { enter, expect, type Locator, type Page, signIn, test } from './fixtures'
import { lists, openListAt, rowMenu, rowOf } from './lists'
import { addAccount, addPerson, beginWorker } from './people'
import { codesOf } from './records'
import { whyDialog } from './why-dialog'

const note = (page: Page): Locator => page.getByTestId('reason')

const pages = Object.values<Resource>(resources).flatMap(({ page }) => page?.path ?? [])

/** What of the page is greyed: by keyboard each says why, at once. */
async function expectReasons(page: Page, path: string): Promise<number> {
  const dead = page.getByRole('main').locator(':is(td, li, [role=row]) button:disabled:visible')
  expect(await dead.count(), `${path}: nothing of a row is dead`).toBe(0)
  const greyed = await page.getByRole('main').locator('[aria-disabled="true"]:visible').all()
  const kinds = new Map<string, Locator>()
  for (const control of greyed) {
    const [tag, role, title] = await control.evaluate((one) => [
      one.tagName,
      one.role,
      one.getAttribute('title'),
    ])
    if (role !== 'treeitem') kinds.set(`${tag} ${role} ${title}`, control)
  }
  for (const [kind, control] of kinds) {
    const title = await control.getAttribute('title')
    expect(title, `${path}: ${kind}`).toBeTruthy()
    await page.keyboard.press('Shift')
    await control.focus()
    await expect(note(page), `${path}: ${kind}`).toHaveText(title ?? '')
    await expect(note(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(note(page)).toBeHidden()
  }
  return kinds.size
}

test('WHY-1 whatever a list greys says why by keyboard, on every page @long', async ({
  page,
  context,
  admin,
}) => {
  const me = await addPerson(admin, { EAST: 'manager' })
  await addAccount(admin, { places: ['EAST', 'WEST'] })
  await signIn(context, me.account)
  await enter(context, 'EAST', 'uia')
  let found = 0
  for (const path of pages) {
    await page.goto(path)
    await expect(page.getByRole('main').locator('table, [role=tree], form').first()).toBeVisible()
    found += await expectReasons(page, path)
  }
  expect(found).toBeGreaterThan(3)
})

test('WHY-1 whoever may only look finds a reason at each switch, and who could give the right', {
  tag: '@long',
}, async ({ page, context, admin, expected }) => {
  expected.push(/403/)
  const keys = ['account', 'role', 'department', 'organization', 'apply', 'allocation'] as const
  await beginWorker(
    context,
    admin,
    keys.flatMap((key) => codesOf(key, 'search')),
  )
  for (const key of ['account', 'department', 'organization', 'apply', 'allocation'] as const) {
    await openListAt(page, lists[key], '')
    expect(await expectReasons(page, key), key).toBeGreaterThan(0)
    await page.getByRole('main').getByRole('switch').first().press('Enter')
    await expect(whyDialog(page).getByRole('region', { name: '结果' })).toContainText('您没有此权限')
    await page.keyboard.press('Escape')
    await expect(whyDialog(page)).toBeHidden()
  }
})

test('WHY-1 an account that is others’, too, says so where one asks why, although one has the right here @long', async ({
  page,
  context,
  admin,
}) => {
  const me = await addPerson(admin, { EAST: 'manager' })
  const shared = await addAccount(admin, { places: ['EAST', 'WEST'] })
  await signIn(context, me.account)
  await enter(context, 'EAST', 'uia')
  await openListAt(page, lists.account, shared.account)
  const reason = '该账号还属于您无权管理账号的组织，请联系超级管理员'
  await rowOf(page, lists.account, shared.account).getByRole('switch').press('Enter')
  await expect(whyDialog(page)).toContainText(reason)
  await expect(whyDialog(page).getByRole('region', { name: '结果' })).toContainText('您有此权限')
  await page.keyboard.press('Escape')
  await expect(whyDialog(page)).toBeHidden()
  for (const word of ['删除', '密码']) {
    await rowMenu(page, shared.name).press('Enter')
    const item = page.getByRole('menuitem', { name: word })
    await item.focus()
    await expect(note(page)).toHaveText(reason)
    await item.press('Enter')
    await expect(whyDialog(page)).toContainText(reason)
    await page.keyboard.press('Escape')
    await expect(whyDialog(page)).toBeHidden()
  }
  // What is no question of rights leads nowhere, and is told all the same, to who presses it, too.
  await openListAt(page, lists.account, me.account)
  await rowMenu(page, me.name).click()
  // Safari gives a pressed button no focus.
  await page.getByRole('menuitem', { name: '密码' }).dispatchEvent('click')
  await expect(note(page)).toHaveText('请在个人中心修改自己的密码')
  await expect(note(page)).toBeVisible()
  await page.getByRole('main').dispatchEvent('pointerdown')
  await expect(note(page)).toBeHidden()
})
