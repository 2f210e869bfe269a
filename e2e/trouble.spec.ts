import type { BrowserContext } from 'playwright/test'
import { enter, expect, signIn, unique } from './fixtures'
import {
  accountTable,
  cellsOf,
  listPath,
  lists,
  openList,
  pageSize,
  row,
  rows,
  saveButton,
  searchButton,
  switchOf,
  toasts,
} from './lists'
import { networkIdle } from './network-idle'
import { test } from './own'
import { addAccount, stored } from './people'
import { addCall, fillAdd, listCall, searchField, testFailing } from './troubles'

const shortly = ['account', 'role'] as const

// One platform, whose troubles each test makes for itself.
test.describe.configure({ mode: 'default' })
test.beforeEach(({ expected }) => {
  expected.push(/status of 50[0234]/)
})

test.describe('as a super administrator', () => {
  test.use({ as: 'admin' })

  // One that says it in a toast too, and one that does not; the others in trouble.long.spec.ts, with what else breaks.
  for (const key of shortly) testFailing(key)

  test('LIST-7 while a list is read again the rows stay, busy', async ({ page, own }) => {
    const table = accountTable(page).getByRole('table')
    await page.goto(listPath)
    await expect(rows(page)).toHaveCount(10)
    let release = own.hold(listCall)
    await pageSize(page).selectOption('20')
    await expect(table).toHaveAttribute('aria-busy', 'true')
    await expect(rows(page)).toHaveCount(10)
    release()
    await expect(rows(page)).toHaveCount(20)
    await expect(table).toHaveAttribute('aria-busy', 'false')
    own.clear()
    release = own.hold(listCall)
    await searchField(page).fill('a')
    await searchField(page).press('Enter')
    await expect(table).toHaveAttribute('aria-busy', 'true')
    await page.keyboard.type('b')
    release()
    await expect(page).toHaveURL(`${listPath}?account=a&size=20`)
    await expect(searchField(page), 'the focus stays where the person types').toBeFocused()
    await expect(searchField(page)).toHaveValue('ab')
    await pageSize(page).selectOption('10')
    await expect(page).toHaveURL(`${listPath}?account=a`)
    await expect(searchField(page)).toHaveValue('ab')
    await searchButton(page).click()
    await expect(page).toHaveURL(`${listPath}?account=ab`)
    await page.goBack()
    await expect(searchField(page), 'back brings the former search').toHaveValue('a')
  })

  test('LIST-7 of two searches the later one stands', async ({ page, context, own }) => {
    const slow = await addAccount(context)
    const quick = await addAccount(context)
    await page.goto(listPath)
    const earlier = new RegExp(`account=${slow.account}`)
    const release = own.hold(earlier)
    await searchField(page).fill(slow.account)
    await searchButton(page).click()
    await expect.poll(() => own.asked(earlier)).toBeGreaterThan(0)
    await searchField(page).fill(quick.account)
    await searchButton(page).click()
    await expect(row(page, quick.account)).toBeVisible()
    release()
    await networkIdle(page)
    await expect(page).toHaveURL(`${listPath}?account=${quick.account}`)
    await expect(row(page, slow.account)).toHaveCount(0)
    await expect(searchField(page)).toHaveValue(quick.account)
  })

  test('LIST-1 LIST-7 a search that is pressed again while it is under way is asked for once', async ({
    page,
    context,
    own,
  }) => {
    const { account } = await addAccount(context)
    await page.goto(listPath)
    const found = new RegExp(`account=${account}`)
    const asked: string[] = []
    page.on('request', (request) => found.test(request.url()) && asked.push(request.url()))
    const release = own.hold(found)
    await searchField(page).fill(account)
    await searchButton(page).click()
    await expect.poll(() => own.asked(found)).toBeGreaterThan(0)
    await searchButton(page).click()
    await searchField(page).press('Enter')
    release()
    await expect(row(page, account)).toBeVisible()
    expect(asked).toHaveLength(1)
  })

  test('LIST-2 empty cells show two hyphens', async ({ page, context, own }) => {
    const made = await addAccount(context)
    for (const missing of ['null', '""']) {
      const rewrite = (text: string) => text.replace(/"(name|phone)":"[^"]*"/g, `"$1":${missing}`)
      own.trouble(listCall, { rewrite })
      await openList(page, made.account)
      for (const at of [1, 2])
        await expect(cellsOf(page, lists.account, made.account).nth(at)).toHaveText('--')
      await expect(switchOf(page, made.account)).toBeVisible()
    }
  })

  test('HOLD-5: a save that was done, and whose answer got lost, is told as done, and done once', async ({
    page,
    context,
    own,
  }) => {
    const account = unique('lost')
    await openList(page, account)
    const dialog = await fillAdd(page, account)
    let answers = 0
    own.trouble(addCall, { rewrite: (text) => (answers++ === 0 ? '{"code":' : text) })
    await saveButton(dialog).click()
    await expect(toasts(page).getByRole('status')).toHaveText('新增成功')
    await expect(dialog).toBeHidden()
    expect(own.asked(addCall)).toBe(2)
    await expect(row(page, account)).toBeVisible()
    expect(await stored(context, account)).toBeDefined()

    // Nothing comes through twice in a row: the form stays, and its next press of Save is the same one.
    const again = unique('lost')
    const other = await fillAdd(page, again)
    own.clear()
    own.trouble(addCall, { rewrite: () => '{"code":' })
    await saveButton(other).click()
    await expect(other.getByRole('alert')).toContainText('可以重试，不会重复提交')
    own.clear()
    await saveButton(other).click()
    await expect(other).toBeHidden()
    expect(await stored(context, again)).toBeDefined()
  })
})

test('SHELL-8 SHELL-2 the look comes from the system’s settings', async ({ page, context, own }) => {
  const look = async (given: BrowserContext, setting: object) => {
    const rewrite = (text: string) => {
      const envelope = JSON.parse(text) as { data: object[] }
      return JSON.stringify({ ...envelope, data: envelope.data.map((system) => ({ ...system, setting })) })
    }
    own.trouble(/\/sys\/user\/app\/list/, { rewrite })
    await signIn(given, 'operator')
    await enter(given, 'EAST', 'uia')
    await page.goto('/home')
  }
  const menu = page.getByTestId('side-menu')
  await look(context, { themeCode: '12', fontSize: 14, sideCollapse: true, layout: 'mix' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', '12')
  await expect(page.locator('body')).toHaveCSS('font-size', '14px')
  await expect(menu).toHaveCSS('width', '50px')
  await look(context, { themeCode: '99', fontSize: 'huge', sideCollapse: 'no' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', '01')
  await expect(page.locator('body')).toHaveCSS('font-size', '12px')
  await expect(menu).toHaveCSS('width', '200px')
})
