import type { BrowserContext } from 'playwright/test'
import { call, expect, test, unique } from './fixtures'
import type { Behaviour } from './micro-systems'

/** Registers a system that goes wrong in this way; gives its code. */
export async function register(
  context: BrowserContext,
  behaviour: Behaviour | 'away',
  port?: number,
): Promise<string> {
  const ports = JSON.parse(process.env.MICRO_SYSTEMS ?? '{}') as Record<string, number>
  const code = unique(behaviour).slice(0, 30)
  const system = {
    code,
    name: code,
    version: '1',
    type: 0,
    enable: 1,
    hostName: '127.0.0.1',
    port: port ?? ports[behaviour],
  }
  const answer = await call(context, 'POST', '/sys/resourcesConfig/page/add', system)
  expect(answer.code, answer.msg).toBe(0)
  return code
}

/** What goes wrong with a system, and what is told of it. */
interface Fault {
  behaviour: Behaviour | 'away'
  message: string
  came: string
  todo: string
  detail: string
}

export function testFault({ behaviour, message, came, todo, detail }: Fault): void {
  test(`MICRO-4 FRAME-8 what goes wrong (${behaviour}) is told at once`, async ({
    page,
    context,
    expected,
  }) => {
    expected.push(/status of (404|502)/, /fails on purpose/, /HTTP (404|502)/, /wujie/i)
    const code = await register(context, behaviour)
    await page.goto(`/${code}/page`)
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert).toContainText(message)
    for (const text of [came, todo]) await expect(alert).toContainText(text)
    await expect(page.getByText(detail)).toBeHidden()
    await page.getByText('技术详情', { exact: true }).click()
    await expect(page.getByText(detail)).toBeVisible()
    await alert.getByRole('button', { name: '重试' }).click()
    await expect(alert).toContainText(message)
    await expect.poll(() => page.locator('iframe').count()).toBe(0)
    await page.getByRole('link', { name: '账号管理' }).click()
    await expect(page.getByRole('table')).toBeVisible()
  })
}
