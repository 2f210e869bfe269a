import { chromium, type Locator, type Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signIn } from '../../bench/lib/bench-stack.mjs'
import { compare, startWriting } from '../../bench/lib/writers.mjs'
import { chromiumFlags, ensureChromium, findChromium } from '../../scripts/lib/chromium.mjs'
import type { Cluster } from '../../scripts/lib/cluster/cluster.mjs'
import { databaseOf, startForKilling } from './killing.ts'
import { startReading } from './reading.ts'
import { ensureNextVersion } from './rollout.ts'

describe('a new version that replaces the consoles one by one, under load', () => {
  let cluster: Cluster | undefined
  let next = ''
  beforeAll(async () => {
    await ensureChromium()
    next = await ensureNextVersion()
    cluster = await startForKilling()
  })
  afterAll(() => cluster?.stop())

  test('HOLD-4 EDGE-9 loses no request, old tabs and new ones work at every moment, and it is offered once no form is half filled', async () => {
    if (cluster === undefined) throw new Error('the cluster has not started')
    const { url } = cluster
    const cookies = await Promise.all(Array.from({ length: 3 }, () => signIn(url)))
    const { database, orgId } = await databaseOf(cluster)
    const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags })
    const tab = async () => {
      const context = await browser.newContext({ locale: 'zh-CN' })
      const pairs = (cookies[0] ?? '').split('; ').map((pair) => pair.split('='))
      await context.addCookies(pairs.map(([name = '', value = '']) => ({ name, value, url })))
      const page = await context.newPage()
      await page.goto(`${url}/department/index`)
      return page
    }
    const writing = startWriting(url, cookies[1] ?? '', orgId)
    const reading = startReading(url, cookies.slice(1))
    try {
      const [old, busy, idle] = [await tab(), await tab(), await tab()]
      const version = await versionOf(old)
      await openForm(idle, 'IDLE')
      await giveUp(idle)

      await cluster.replaceConsole(0, next)
      // Its dialog has not been loaded yet, and half of all requests go to the new console.
      await add(old, 'OLDTAB1')
      for (let time = 0; time < 4; time += 1) {
        const fresh = await tab()
        await add(fresh, `MIXED${time}`)
        await fresh.context().close()
      }
      const form = await openForm(busy, 'OLDTAB2')
      await cluster.replaceConsole(1, next)
      await writing.untilDone(60)

      // The new console has answered, and the form is as it was.
      await complete(form, 'OLDTAB1')
      await expect.poll(() => form.getByText('该组织中已有相同编码的部门').count()).toBeGreaterThan(0)
      expect(await form.getByRole('textbox', { name: '部门名称' }).inputValue()).toBe('OLDTAB2')
      expect(await offer(busy).count()).toBe(0)
      expect(await versionOf(busy)).toBe(version)
      // What is saved is shown by the page of the new version: nothing is open then.
      await complete(form, 'OLDTAB2')
      await expect.poll(() => form.count()).toBe(0)
      await expect.poll(() => versionOf(busy)).toBeGreaterThan(version)

      await openForm(idle, 'IDLE')
      expect(await offer(idle).count()).toBe(0)
      await giveUp(idle)
      await expect.poll(() => offer(idle).isVisible()).toBe(true)
      expect(await versionOf(idle)).toBe(version)
      await offer(idle).getByRole('button').click()
      await expect.poll(() => versionOf(idle)).toBeGreaterThan(version)
    } finally {
      await browser.close()
      await Promise.all([writing.stop(), reading.stop()])
    }
    const found = await compare(database, writing.told)
    const { rows: added } = await database.query(
      `select code from department where code ~ '^(OLDTAB|MIXED)' order by code`,
    )
    await database.end()
    expect(added.map(({ code }) => code)).toEqual([
      'MIXED0',
      'MIXED1',
      'MIXED2',
      'MIXED3',
      'OLDTAB1',
      'OLDTAB2',
    ])
    expect(reading.reads.filter(({ fault }) => fault !== undefined)).toEqual([])
    expect(found).toMatchObject({ lost: [], twice: [], refused: [], 'told unknown': 0, 'no answer': 0 })
  })
})

const versionOf = (page: Page) => page.evaluate(() => Number(document.documentElement.dataset.built))
const offer = (page: Page) => page.getByRole('status').filter({ hasText: '新版本' })

const formOf = (page: Page) => page.getByRole('dialog', { name: /^新增/ })

async function openForm(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: '新增', exact: true }).click()
  const form = formOf(page)
  await form.getByRole('textbox', { name: '部门名称' }).fill(name)
  return form
}

async function giveUp(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '放弃修改' }).click()
  await expect.poll(() => formOf(page).count()).toBe(0)
}

async function add(page: Page, name: string): Promise<void> {
  const form = await openForm(page, name)
  await complete(form, name)
  await expect.poll(() => form.count()).toBe(0)
}

async function complete(form: Locator, code: string): Promise<void> {
  await form.getByRole('textbox', { name: '部门编码' }).fill(code)
  await form.getByRole('combobox', { name: '所属组织' }).selectOption('华东储能')
  await form.getByRole('button', { name: '保存' }).click()
}
