import type { Frame } from 'playwright/test'
import { buildOutside } from '../scripts/lib/outside.mjs'
import type { Stack } from '../scripts/lib/stack.mjs'
import { expect, type Page, signIn, tell, test } from './fixtures'
import { type OutsideSystem, startOutside } from './outside-systems'
import { startWhole } from './stack'

/** What outside teams bring, by the codes that they are registered under. */
export const outside = {
  vueelement: 'vue-element',
  vuenaive: 'vue-naive',
  reactantd: 'react-antd',
  sveltevite: 'svelte',
  angularmaterial: 'angular-material',
} as const
export type Code = keyof typeof outside
export const codes = Object.keys(outside) as Code[]

interface Outside {
  systems: Record<Code, OutsideSystem>
  console: Stack
}

/** A console and a platform of its own: the codes of the systems stand in their builds. */
export const outsideTest = test.extend<{ registered: undefined }, Outside>({
  systems: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
    async ({}, use) => {
      const builds = (await buildOutside()) as Record<string, string>
      const started = await Promise.all(
        codes.map(async (code) => [code, await startOutside(code, builds[outside[code]] ?? '')] as const),
      )
      await use(Object.fromEntries(started) as Record<Code, OutsideSystem>)
      await Promise.all(started.map(([, system]) => system.stop()))
    },
    { scope: 'worker', timeout: 900_000 },
  ],
  console: [
    async ({ systems }, use) => {
      const ports = Object.values(systems).map(({ port }) => `http://127.0.0.1:${port}`)
      const stack = await startWhole({ MICRO_APP_ORIGINS: ports.join(), RATE_LIMIT: '5000' })
      await use(stack)
      await stack.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  origin: [async ({ console: { url } }, use) => use(url), { scope: 'worker' }],
  // A hook would be of the file that is loaded first only.
  registered: [
    async ({ context, systems, console: { url } }, use) => {
      process.env.ATRIUM_URL = url
      await signIn(context, 'admin')
      for (const { code, port } of Object.values(systems)) await register(context, code, port)
      await use(undefined)
    },
    { auto: true },
  ],
})

const registered = new Set<string>()
async function register(caller: Parameters<typeof tell>[0], code: string, port: number): Promise<void> {
  if (registered.has(code)) return
  registered.add(code)
  const system = { code, name: code, version: '1', type: 0, enable: 1, hostName: '127.0.0.1', port }
  await tell(caller, '/sys/resourcesConfig/page/add', system)
}

/** The frame that shows a system's page. */
export async function shownFrame(page: Page): Promise<Frame> {
  const element = page.getByTestId('micro-view').filter({ visible: true }).locator('iframe')
  const frame = await (await element.elementHandle())?.contentFrame()
  if (!frame) throw new Error('no frame')
  return frame
}

/** Opens a page of a system in the shell, and waits until its heading stands there. */
export async function openPage(page: Page, path: string, heading: string): Promise<Frame> {
  await page.goto(path)
  const view = page.getByTestId('micro-view').filter({ visible: true })
  await expect(view.frameLocator('iframe').getByRole('heading', { name: heading })).toBeVisible()
  return shownFrame(page)
}
