import { expectAccessible, expectContrast } from './axe'
import { expect, test } from './fixtures'
import { networkIdle } from './network-idle'
import { eachState, openedMenu, placeSwitch } from './shell-looks'

for (const language of ['zh-cn', 'en'] as const) {
  test.describe(language, { tag: '@long' }, () => {
    test.use({ language, contextOptions: { reducedMotion: 'reduce' } })

    test(`A11Y-1 axe finds nothing in the shell, wide and narrow (${language})`, async ({
      page,
      context,
      expected,
    }) => {
      await eachState({ page, context, expected }, [1440, 390], async (state, width) => {
        await expectAccessible(page, state)
        // Words have no colours of their own; narrow in accessibility.long.spec.ts.
        if (language === 'zh-cn' && width === 1440) await expectContrast(page, state)
      })
    })
  })
}

test.describe('in forced colours', () => {
  test.use({ as: 'operator', contextOptions: { forcedColors: 'active' } })

  test('A11Y-2 the current entry, the place and the focus are seen in forced colours', async ({ page }) => {
    await page.goto('/account/index')
    const current = page.getByTestId('side-menu').locator('[aria-current=page]')
    const edge = (of: string) =>
      current.evaluate((entry, pseudo) => getComputedStyle(entry, pseudo).borderLeftWidth, of)
    expect(await edge('::before')).toBe('6px')
    const column = page.getByTestId('place-column')
    await expect(column).toHaveCSS('border-left-width', '3px')
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    expect(await column.evaluate((element) => getComputedStyle(element).borderLeftColor)).not.toBe(ground)
    await placeSwitch(page).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+Tab')
    await expect(placeSwitch(page)).toHaveCSS('outline-style', 'solid')
  })
})

test.describe('by keyboard', () => {
  test.use({ as: 'operator' })

  test('A11Y-3 under 992 px the menu is a dialog, which holds the focus and gives it back', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto('/role/index')
    await openedMenu(page).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: '主菜单' })
    await expect(dialog).toBeVisible()
    await expect(dialog.getByRole('link', { name: '角色管理' })).toBeFocused()
    const places = new Set<boolean>()
    for (let presses = 0; presses < 20; presses += 1) {
      await page.keyboard.press('Tab')
      places.add(
        await page.evaluate(() => document.activeElement?.closest('[role=dialog], body')?.role === 'dialog'),
      )
    }
    // Once round, the body has it for a moment, as behind any modal dialog.
    const outside = await page.evaluate(() => document.querySelector('header')?.closest('[inert]') !== null)
    expect(outside, 'what is behind cannot be reached').toBe(true)
    expect(places).toContain(true)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(openedMenu(page)).toBeFocused()
  })

  test('A11Y-3 NAV-4 the closed menu flies out at the focus, and Escape closes it', async ({
    page,
    context,
    baseURL,
  }) => {
    await context.addCookies([{ name: 'sidebar', value: '0', url: baseURL ?? '' }])
    await page.goto('/role/index')
    await page.locator('[data-row-link]').first().press('Enter')
    const sheet = page.getByRole('dialog')
    await expect(sheet).toBeVisible()
    const folder = page.getByTestId('side-menu').getByRole('button', { name: '日志' })
    const entry = page.getByTestId('side-menu').getByRole('link', { name: '操作日志' })
    await expect(entry).toBeHidden()
    await page.getByTestId('side-menu').getByRole('button', { name: '平台' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByTestId('side-menu').getByRole('link', { name: '应用管理' })).toBeFocused()
    await folder.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Tab')
    await expect(entry).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(entry).toBeHidden()
    await expect(folder).toBeFocused()
    await expect(
      page.getByTestId('side-menu').locator('[data-here]'),
      'where one is shows',
    ).toHaveAccessibleName('人员与权限')
    await page.keyboard.press('ArrowRight')
    await expect(entry).toBeVisible()
    await expect(sheet, 'what lies on top closes alone').toBeVisible()
    await folder.press('Enter')
    await expect(page.getByRole('button', { name: '收起菜单' })).toBeVisible()
    await expect(folder, 'in the whole menu').toBeFocused()
  })

  test('A11Y-3 SHELL-7 organization and system are chosen in place by arrow keys', async ({ page }) => {
    await page.goto('/role/index')
    await page.locator('[data-row-link]').first().press('Enter')
    const sheet = page.getByRole('dialog')
    await expect(sheet).toBeVisible()
    await sheet.dispatchEvent('keydown', { key: 'Escape', keyCode: 229 })
    await placeSwitch(page).focus()
    const choicesThere = async () => {
      for (const name of ['华东储能', '能源管理系统']) {
        await expect(page.getByRole('menuitemradio', { name })).toBeVisible()
      }
    }
    await page.keyboard.press('ArrowDown')
    await choicesThere()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitemradio', { name: '统一管理平台' })).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByRole('menuitemradio', { name: '华东储能' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(placeSwitch(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await choicesThere()
    await expect(sheet, 'what lies on top closes alone').toBeVisible()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/home')
    await expect(page.getByTestId('system-title')).toHaveText('能源管理系统')
    await expect(page.locator('html')).toHaveAttribute('data-theme', '10')
  })
})

test.describe('without room', () => {
  test.use({ as: 'operator', language: 'en', viewport: { width: 320, height: 256 } })

  test('A11Y-4 filters stand within a low window, and scroll to the last of them', async ({ page }) => {
    await page.goto('/account/index')
    const more = page.getByRole('group', { name: 'More filters' })
    const last = more.getByLabel('Last sign-in to')
    await expect(async () => {
      await page.getByRole('button', { name: 'More filters' }).click()
      await expect(last).toBeAttached({ timeout: 1000 })
    }).toPass()
    for (const [width, height] of [
      [320, 256],
      [844, 390],
    ] as const) {
      await page.setViewportSize({ width, height })
      const isWithin = () =>
        more.evaluate((box) => {
          const { left, top, right, bottom } = box.getBoundingClientRect()
          return Math.min(left, top, innerWidth - right, innerHeight - bottom) >= 8
        })
      await expect.poll(isWithin).toBe(true)
      for (const control of [last, more.getByLabel('Name'), more.getByRole('button', { name: 'Search' })]) {
        await control.focus()
        await expect(control).toBeInViewport({ ratio: 1 })
      }
    }
  })

  test('A11Y-4 at 320 px, as at 400 %, nothing of the shell is lost', async ({ page, context, expected }) => {
    expected.push(/status of 40[34]/)
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth)
    for (const path of ['/home', '/nowhere', '/selectSystem?nf=t', '/user/index']) {
      await page.goto(path)
      await networkIdle(page)
      expect(await wide(), path).toBe(320)
      for (const button of await page
        .getByRole('banner')
        .getByRole('button')
        .filter({ visible: true })
        .all()) {
        const box = await button.boundingBox()
        expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 999) <= 320, path).toBe(true)
      }
    }
    await context.clearCookies({ name: 'access_token' })
    await page.goto('/login')
    await expect(page.locator('form')).toBeVisible()
    expect(await wide(), '/login').toBe(320)
  })
})
