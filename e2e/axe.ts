import type { AxeResults, RunOptions } from 'axe-core'
import axe from 'axe-core'
import { themeCodes } from '../lib/contracts/session'
import { expect, type Page } from './fixtures'

/** What axe finds on the page as it is: the rule, and where. Pages of sub-applications are left out: they are their makers'. */
async function findings(page: Page, options: RunOptions = {}): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    (given) =>
      (window as unknown as { axe: typeof axe }).axe.run(
        { exclude: [['wujie-app']] },
        given,
      ) as Promise<AxeResults>,
    { resultTypes: ['violations'], ...options } as RunOptions,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id}: ${target.join(' ')}\n${failureSummary}`),
  )
}

/** Nothing is found by any rule. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  expect(await findings(page), state).toEqual([])
}

/** Nor by the rule of contrast in any theme and scheme, which are switched in place. */
export async function expectContrast(page: Page, state: string): Promise<void> {
  const before = await page.evaluate(() => ({ ...document.documentElement.dataset }))
  for (const theme of themeCodes) {
    for (const scheme of ['light', 'dark']) {
      await page.evaluate((look) => Object.assign(document.documentElement.dataset, look), { theme, scheme })
      const found = await findings(page, { runOnly: ['color-contrast'] })
      expect(found, `${state}, theme ${theme}, ${scheme}`).toEqual([])
    }
  }
  await page.evaluate(({ theme, scheme }) => {
    const { dataset } = document.documentElement
    dataset.theme = theme
    if (scheme === undefined) delete dataset.scheme
    else dataset.scheme = scheme
  }, before)
}

/** Nor by that rule in the dark scheme, of whose other findings there are none that light does not have. */
export async function expectDarkContrast(page: Page, state: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await findings(page, { runOnly: ['color-contrast'] }), `${state}, dark`).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}
