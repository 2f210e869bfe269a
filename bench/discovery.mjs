import { chromium } from 'playwright'
import { app, manifest, report, startMicroServer } from '../e2e/micro-server.ts'
import { findChromium } from '../scripts/lib/chromium.mjs'
import { benchStack, signIn } from './lib/bench-stack.mjs'
import { median, table } from './lib/figures.mjs'
import { watchTasks } from './lib/longest-task.mjs'

const rounds = 5
/** Of 20 systems, three are dead; the others are asked by manifest, or really loaded. */
const kinds = [...Array(10).fill('manifest'), ...Array(7).fill('loaded'), ...Array(3).fill('dead')]
const pages = 20
const operations = 9

/** Discovers 20 systems of 200 resources each, in a page of its own each time; from the second round on all is stored. */
export async function benchDiscovery() {
  const servers = await Promise.all(kinds.map(startMicroServer))
  const origins = servers.map(({ port }) => `http://127.0.0.1:${port}`)
  const stack = await benchStack(undefined, { MICRO_APP_ORIGINS: origins.join(',') })
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const taken = []
  try {
    const cookie = await signIn(stack.url)
    for (const [index, kind] of kinds.entries())
      await register(stack.url, cookie, index, kind, servers[index])
    for (let round = 0; round < rounds; round += 1) taken.push(await discover(browser, stack.url, cookie))
  } finally {
    await browser.close()
    await stack.stop()
    await Promise.all(servers.map((server) => server.stop().catch(() => {})))
  }
  const middle = (key) => median(taken.map((one) => one[key])).toFixed(0)
  const longest = Math.max(...taken.map((one) => one.longest)).toFixed(0)
  const rows = [
    ['until what would change shows', middle('shown')],
    ['from sending until it is stored', middle('stored')],
    ['longest task of the page', `${middle('longest')} (at most ${longest})`],
  ]
  console.log(
    `20 systems of 200 resources, three dead, ${rounds} rounds, medians\n${table(['', 'ms'], rows)}`,
  )
}

async function register(url, cookie, index, kind, server) {
  const code = `bench${String(index).padStart(2, '0')}`
  const whole = report(code, resourcesOf(code))
  if (kind === 'dead') await server.stop()
  else
    server.serve(
      kind === 'manifest' ? manifest(whole) : app(`window.__CONSOLE_RESOURCES__ = ${JSON.stringify(whole)}`),
    )
  const answer = await fetch(`${url}/api/sys/resourcesConfig/page/add`, {
    method: 'POST',
    headers: { 'x-console': '1', origin: new URL(url).origin, 'content-type': 'application/json', cookie },
    body: JSON.stringify({
      ...{ code, name: `系统 ${index}`, version: '1', type: 0, enable: true },
      ...{ hostName: '127.0.0.1', port: String(server.port) },
    }),
  })
  if (!answer.ok) throw new Error(`${code}: ${answer.status} ${await answer.text()}`)
}

function resourcesOf(code) {
  return Array.from({ length: pages }, (_, page) => ({
    ...{ name: `页面 ${page}`, type: 2, path: `/${code}/p${page}`, code: `${code}.page.p${page}` },
    operations: Array.from({ length: operations }, (_, at) => ({
      ...{ name: `操作 ${at}`, path: `/${code}/p${page}/o${at}`, code: `${code}.p${page}.o${at}` },
      method: 'GET',
    })),
  }))
}

async function discover(browser, url, cookie) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' })
  const pairs = cookie.split('; ').map((pair) => pair.split('='))
  await context.addCookies(pairs.map(([name, ...value]) => ({ name, value: value.join('='), url })))
  const page = await context.newPage()
  await page.goto(`${url}/assets/index`)
  await page.getByRole('button', { name: '选择发现' }).click()
  for (const index of kinds.keys()) {
    await page.getByRole('checkbox', { name: `选择系统 ${index}`, exact: true }).check()
  }
  const longestTask = await watchTasks(page)
  const timed = async (button, done) => {
    const begun = performance.now()
    await page.getByRole('button', { name: button }).click()
    await page.getByText(done).first().waitFor({ timeout: 60_000 })
    return performance.now() - begun
  }
  const shown = await timed(/^批量发现/, '核对发现结果')
  const stored = await timed(/^同步（/, '同步完成')
  const longest = await longestTask()
  await context.close()
  return { shown, stored, longest }
}
