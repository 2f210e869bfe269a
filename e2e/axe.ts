import { AxeBuilder } from '@axe-core/playwright'
import { themeCodes } from '../lib/contracts/session'
import { expect, type Page } from './fixtures'

/** What axe finds on the page as it is: the rule, and where. */
async function findings(builder: AxeBuilder): Promise<string[]> {
  const { violations } = await builder.analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id}: ${target.join(' ')}\n${failureSummary}`),
  )
}

/** Nothing is found by any rule. Pages of sub-applications are left out: they are their makers'. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  const builder = new AxeBuilder({ page }).exclude('wujie-app')
  expect(await findings(builder), state).toEqual([])
}

/** Nor by the rule of contrast in any theme and scheme, which are switched in place. */
export async function expectContrast(page: Page, state: string): Promise<void> {
  const before = await page.evaluate(() => ({ ...document.documentElement.dataset }))
  for (const theme of themeCodes) {
    for (const scheme of ['light', 'dark']) {
      await page.evaluate((look) => Object.assign(document.documentElement.dataset, look), { theme, scheme })
      const builder = new AxeBuilder({ page }).exclude('wujie-app').withRules(['color-contrast'])
      expect(await findings(builder), `${state}, theme ${theme}, ${scheme}`).toEqual([])
    }
  }
  await page.evaluate(({ theme, scheme }) => {
    const { dataset } = document.documentElement
    dataset.theme = theme
    if (scheme === undefined) delete dataset.scheme
    else dataset.scheme = scheme
  }, before)
}
