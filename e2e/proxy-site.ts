import config from '../playwright.config'
import { test as base } from './fixtures'
import { type Shape, type Site, startSite } from './proxied'

/** A name that is no address of this machine, so that browsers treat it like any other host. */
export const host = 'console.test'

interface Fixtures {
  shape: Shape
  site: Site
}

/** Tests at a console behind nginx; the tests of a file share one of each shape. */
export const test = base.extend<Fixtures, { sites: (shape: Shape) => Promise<Site> }>({
  launchOptions: {
    ...config.use?.launchOptions,
    args: [
      ...(config.use?.launchOptions?.args ?? []).filter((arg) => !arg.startsWith('--host-resolver-rules')),
      `--host-resolver-rules=MAP ${host} 127.0.0.1 , MAP * ~NOTFOUND , EXCLUDE 127.0.0.1`,
    ],
  },
  ignoreHTTPSErrors: true,
  shape: ['plain', { option: true }],
  sites: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
    async ({}, use) => {
      const sites = new Map<Shape, Promise<Site>>()
      await use((shape) => {
        const site = sites.get(shape) ?? startSite({ shape, host: shape === 'tls' ? host : undefined })
        sites.set(shape, site)
        return site
      })
      for (const site of sites.values()) await (await site).stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  site: [async ({ sites, shape }, use) => use(await sites(shape)), { timeout: 400_000 }],
  baseURL: async ({ site }, use) => use(site.origin),
})
