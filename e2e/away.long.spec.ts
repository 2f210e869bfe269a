import { expect, unique } from './fixtures'
import { answer, boom, nonsense } from './jammed-platform'
import { failed, listPath, openList, row, rows, saveButton, searchButton, toasts } from './lists'
import { test } from './own'
import { addAccount, stored } from './people'
import { placeSwitch } from './shell-looks'
import { broken, fillAdd, isStillTyped, listCall, searchField, unanswered } from './troubles'

// One platform, whose troubles each test makes for itself.
test.describe.configure({ mode: 'default' })
test.beforeEach(({ expected }) => {
  expected.push(/status of 50[0234]/)
})

test.describe('in English', () => {
  test.use({ language: 'en', as: 'admin' })
  test('CALL-3 the time-out and system error texts are those of the specification', async ({ page, own }) => {
    own.trouble(listCall, 'silent')
    await page.goto(listPath)
    await expect(failed(page)).toContainText('Request timed out.')
    own.trouble(listCall, boom)
    await failed(page).getByRole('button', { name: 'Try again' }).click()
    await expect(failed(page)).toContainText('System error.')
  })
})

test.describe('a platform that is away', () => {
  test.use({ as: 'operator' })

  test('CALL-3 EDGE-8 a stopped platform shows a state with a retry, signs nobody out, and goes on when it is back', async ({
    page,
    context,
    own: { platform },
  }) => {
    test.slow()
    const made = await addAccount(context)
    await openList(page, made.account)
    const account = unique('down')
    const dialog = await fillAdd(page, account)
    await platform.stop()
    try {
      await saveButton(dialog).click()
      await expect(dialog.getByRole('alert')).toContainText(broken)
      await isStillTyped(dialog, account)
      const reloaded = await context.newPage()
      await reloaded.goto(page.url())
      await expect(unanswered(reloaded)).toBeVisible()
      await expect(reloaded).toHaveURL(`${listPath}?account=${made.account}`)
      expect((await context.cookies()).some(({ name }) => name === 'access_token')).toBe(true)
      await platform.start()
      await reloaded.getByRole('button', { name: '重试' }).click()
      await expect(row(reloaded, made.account)).toBeVisible()
    } finally {
      await platform.start().catch(() => {})
    }
    await saveButton(dialog).click()
    await expect(toasts(page)).toContainText('新增成功')
    expect(await stored(context, account)).toBeDefined()
  })

  test('CALL-3 LIST-11 a search meanwhile shows a state', async ({ page, context, own }) => {
    const made = await addAccount(context)
    await page.goto(listPath)
    await expect(rows(page)).toHaveCount(10)
    own.trouble(/./, 'silent')
    await searchField(page).fill(made.account)
    await searchButton(page).click()
    const again = page.getByRole('alert').getByRole('button', { name: '重试' })
    await expect(again).toBeVisible()
    await expect(page).toHaveURL(`${listPath}?account=${made.account}`)
    await expect(searchField(page), 'what was typed stays').toHaveValue(made.account)
    await expect(page.getByRole('heading', { name: '账号管理' })).toBeVisible()
    own.clear()
    await again.click()
    await expect(row(page, made.account)).toBeVisible()
    await expect(searchField(page)).toHaveValue(made.account)
  })

  test('CALL-3 a fault of user info or menu signs nobody out', async ({ page, own }) => {
    for (const path of [/\/auth\/info/, /\/sys\/system\/permission\/mainMenu/]) {
      for (const given of [boom, nonsense['a page of HTML'], 'silent'] as const) {
        own.trouble(path, given)
        await page.goto(listPath)
        await expect(unanswered(page)).toBeVisible()
        own.clear()
        await page.getByRole('button', { name: '重试' }).click()
        await expect(rows(page)).toHaveCount(10)
      }
    }
  })
})

test.describe('systems of an organization', () => {
  test.use({ as: 'operator' })

  test('CHOOSE-1 CHOOSE-2 that are refused, or did not come, are told as that and read anew, in the chooser and in place', async ({
    page,
    own,
  }) => {
    const systems = /\/sys\/user\/app\/list/
    const tiles = page.getByRole('list', { name: '系统' }).getByRole('button')
    const told = page.getByRole('main').getByRole('alert')
    const again = page.getByRole('button', { name: '重试' })
    own.trouble(systems, answer(null, 403, '您不能查看该组织的系统'))
    await page.goto('/selectSystem?nf=t')
    await expect(told).toContainText('您不能查看该组织的系统')
    own.clear()
    await page.getByRole('combobox', { name: '组织' }).selectOption({ index: 1 })
    await expect(tiles).not.toHaveCount(0)
    const go = own.hold(systems)
    await page.getByRole('combobox', { name: '组织' }).selectOption({ index: 0 })
    await expect(tiles, 'none of another organization').toHaveCount(0)
    own.trouble(systems, boom)
    go()
    await page.getByRole('combobox', { name: '组织' }).selectOption({ index: 1 })
    await expect(told).toContainText(broken)
    own.clear()
    await again.click()
    await tiles.first().click()
    await expect(page).toHaveURL('/home')

    own.trouble(systems, boom)
    await placeSwitch(page).click()
    const menu = page.getByRole('menu', { name: '切换系统' })
    await expect(menu.getByRole('alert')).toContainText(broken)
    await expect(menu).not.toContainText('该组织下没有系统')
    own.clear()
    await menu.getByRole('menuitem', { name: '重试' }).click()
    await expect(menu.getByRole('group', { name: '系统' }).getByRole('menuitemradio')).not.toHaveCount(0)
  })
})
