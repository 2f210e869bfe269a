import type { BrowserContext } from 'playwright/test'
import { begin, expect, type Page, signIn, test } from './fixtures'
import { networkIdle } from './network-idle'

interface State {
  name: string
  who?: 'operator' | 'auditor' | 'orphan'
  path: string
  /** What leads from the page to the state. */
  reach?: (page: Page) => Promise<void>
}

export const placeSwitch = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: /切换系统|Switch system/ })
export const openedMenu = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: /^(展开菜单|Expand the menu)$/ })

const everywhere: readonly State[] = [
  { name: 'sign-in', path: '/login' },
  {
    name: 'a refused sign-in',
    path: '/login',
    reach: async (page) => {
      await page.locator('button[type=submit]').click()
      await expect(page.locator('[aria-invalid=true]')).toHaveCount(3)
    },
  },
  { name: 'chooser', who: 'operator', path: '/selectSystem?nf=t' },
  { name: 'nobody’s organization', who: 'orphan', path: '/selectSystem?nf=t' },
  { name: 'home', who: 'operator', path: '/home' },
  { name: 'not permitted', who: 'auditor', path: '/assets/index' },
  { name: 'not found', who: 'operator', path: '/nowhere' },
  {
    name: 'place switch',
    who: 'operator',
    path: '/home',
    reach: async (page) => {
      await placeSwitch(page).click()
      await expect(page.getByRole('menuitemradio')).toHaveCount(4)
    },
  },
  {
    name: 'account menu',
    who: 'operator',
    path: '/home',
    reach: (page) => page.getByRole('banner').getByRole('button').last().click(),
  },
]

/** Brings the shell into each of its states and looks at it, wide and narrow as `widths` say. */
export async function eachState(
  { page, context, expected }: { page: Page; context: BrowserContext; expected: RegExp[] },
  widths: readonly number[],
  look: (state: string, width: number) => Promise<void>,
): Promise<void> {
  test.slow()
  expected.push(/status of 40[34]/)
  for (const { name, who, path, reach } of everywhere) {
    if (who === 'orphan') {
      await context.clearCookies({ name: /^(access_token|systemId|orgId|orgCode)$/ })
      await signIn(context, who)
    } else if (who === undefined) await context.clearCookies({ name: 'access_token' })
    else await begin(context, who)
    await page.setViewportSize({ width: widths[0] ?? 1440, height: 900 })
    await page.goto(path)
    await networkIdle(page)
    for (const width of widths) {
      // What is open has its place by the width that it was opened at.
      await page.keyboard.press('Escape')
      await page.setViewportSize({ width, height: 900 })
      await reach?.(page)
      await look(`${name}, ${width} px`, width)
      if (width >= 992 || name !== 'home') continue
      await openedMenu(page).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await look(`the menu as a dialog, ${width} px`, width)
    }
  }
}
