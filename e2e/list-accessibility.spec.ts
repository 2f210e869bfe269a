import { expectAccessible, expectContrast } from './axe'
import { expect, type Locator, test } from './fixtures'
import { eachOpened, sheet } from './list-looks'
import { listPath, lists, openAdd, openList, openListAt, pressRoles, rowMenu, rows, textOf } from './lists'
import { again } from './long-tests'
import { openAccounts } from './people'

test.use({ as: 'admin' })

// The lists themselves are looked at where all pages are opened, in language.spec.ts.
for (const language of ['zh-cn', 'en'] as const) {
  test.describe(language, again(language), () => {
    test.use({ language, contextOptions: { reducedMotion: 'reduce' } })

    test(`A11Y-1 axe finds nothing in sheets, menus, forms and questions, wide and narrow (${language}) @long`, async ({
      page,
    }) => {
      test.slow()
      await eachOpened(page, language, async (state, width) => {
        await expectAccessible(page, state)
        // The others in accessibility.long.spec.ts.
        if (language === 'zh-cn' && width === 1440 && /sheet|form/.test(state))
          await expectContrast(page, state)
      })
    })
  })
}

test('A11Y-2 switches, boxes, the open row, the chosen system, the edge and the focus are seen in forced colours', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(listPath)
  await expect(rows(page).first()).toBeVisible()
  const drawn = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(element)
        return { borderTopWidth, differs: borderTopColor !== backgroundColor }
      })
  expect(await drawn('[role=switch][aria-checked=true] > span')).toEqual({
    borderTopWidth: '1px',
    differs: true,
  })
  await rows(page).nth(1).getByRole('link').click()
  await expect(sheet(page)).toBeVisible()
  const mark = await rows(page)
    .nth(1)
    .getByRole('cell')
    .first()
    .evaluate((cell) => getComputedStyle(cell).borderLeftWidth)
  expect(mark, 'the open row has a mark that is no shadow').toBe('3px')
  const edge = await rows(page)
    .nth(1)
    .getByRole('cell')
    .last()
    .evaluate((cell) => getComputedStyle(cell, '::after').borderLeftWidth)
  expect(edge, 'columns go on under an edge that is no ground').toBe('1px')
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowDown')
  const focused = await page.evaluate(() => {
    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body)
    return `${outlineStyle} ${outlineWidth}`
  })
  expect(focused).toBe('solid 2px')
  await page.goto('/menu/index')
  await page.locator('tr[tabindex="0"]').focus()
  await page.keyboard.press('ArrowDown')
  const lines = await page
    .locator('tr:focus td')
    .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).borderTopWidth))
  expect(new Set(lines), 'the focused row of the menu has lines that are no shadow').toEqual(new Set(['2px']))
  await page.goto('/assets/index')
  const chosen = page.getByRole('listitem').filter({ has: page.locator('[data-system][aria-current]') })
  await expect(chosen).toHaveCSS('outline-style', 'solid')
})

test('A11Y-3 the focus is seen in the searches of trees and roles, and in a tree @long', async ({ page }) => {
  /** The ring is the field's own, or that of the box that holds it. */
  const ring = (search: Locator) =>
    search.evaluate((field) =>
      [field, field.parentElement ?? field].some((part) => getComputedStyle(part).outlineStyle === 'solid'),
    )
  const expectRing = async (search: Locator) => {
    await expect(search).toBeVisible()
    expect(await ring(search), 'without the focus').toBe(false)
    await search.focus()
    await expect.poll(() => ring(search), 'with the focus').toBe(true)
  }
  await openListAt(page, lists.role, '')
  const permissions = textOf(await openAdd(page), '查找权限')
  await expectRing(permissions)
  await permissions.press('ArrowDown')
  const active = await page.getByRole('tree').getAttribute('aria-activedescendant')
  await expect(page.locator(`[id="${active}"]`)).toHaveCSS('outline-style', 'solid')
  await openList(page, 'operator')
  await pressRoles(page, '陆明远')
  await expectRing(textOf(sheet(page), '查找角色'))
})

test('LIST-1 A11Y-3 the menu of a row goes along with it, and closes when the row is out of sight', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 420 })
  const prefix = await openAccounts(page, 10)
  const button = rowMenu(page, `${prefix}01`)
  const menu = page.getByRole('menu', { name: `${prefix}01的更多操作` })
  await button.click()
  const apart = async () =>
    Math.round(((await menu.boundingBox())?.y ?? 0) - ((await button.boundingBox())?.y ?? 0))
  const before = await apart()
  const from = (await button.boundingBox())?.y ?? 0
  await page.mouse.move(600, 300)
  await page.mouse.wheel(0, -40)
  await expect.poll(async () => (await button.boundingBox())?.y).not.toBe(from)
  expect(await apart()).toBe(before)
  await expect(menu).toBeVisible()
  await page.mouse.wheel(0, -2000)
  await expect(menu).toHaveCount(0)
})
