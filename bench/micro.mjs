import { createServer, request } from 'node:http'
import { chromium } from 'playwright'
import { findChromium } from '../scripts/lib/chromium.mjs'
import { benchStack, signIn } from './lib/bench-stack.mjs'
import { median, table } from './lib/figures.mjs'

const rounds = 9
const openings = 50
const flags = ['--no-sandbox', '--disable-gpu', '--js-flags=--expose-gc']

/** A page of the demo system in the shell beside the same page in a plain iframe, and what fifty openings leave. */
export async function benchMicro() {
  const stack = await benchStack()
  const plain = await plainHost(stack.settings.emsPort)
  const browser = await chromium.launch({ executablePath: findChromium(), args: flags })
  try {
    const cookie = await inEms(stack.url, await signIn(stack.url, 'operator'))
    const taken = { shell: [], again: [], iframe: [] }
    for (let round = 0; round < rounds; round += 1) {
      const steps = [
        async () => {
          const { first, second } = await openInShell(browser, stack.url, cookie)
          taken.shell.push(first)
          taken.again.push(second)
        },
        async () => taken.iframe.push(await openPlain(browser, plain.url)),
      ]
      for (const step of round % 2 ? steps.reverse() : steps) await step()
    }
    const names = {
      iframe: 'plain iframe',
      shell: 'in the shell, first visit',
      again: 'in the shell, kept alive',
    }
    const rows = Object.entries(names).map(([key, name]) => [
      name,
      median(taken[key]).toFixed(0),
      median(taken[key].map((value, round) => value / taken.iframe[round])).toFixed(2),
    ])
    console.log(
      `click to the first heading, ${rounds} rounds, medians\n${table(['', 'ms', '× iframe'], rows)}`,
    )
    const left = await openAndClose(browser, stack.url, cookie)
    console.log(
      `\n${openings} openings and closings: ${left.frames} frames left, heap ${left.before.toFixed(2)} to ${left.after.toFixed(2)} MB`,
    )
  } finally {
    await browser.close()
    plain.stop()
    await stack.stop()
  }
}

/** The session's cookies inside the system `ems`. */
async function inEms(url, cookie) {
  const headers = {
    'x-console': '1',
    origin: new URL(url).origin,
    cookie,
    'content-type': 'application/json',
  }
  const read = async (path) => (await (await fetch(`${url}/api${path}`, { headers })).json()).data
  const organizations = await read('/sys/org/page/listUserOrg')
  const orgId = organizations.find(({ orgCode }) => orgCode === 'EAST').orgId
  const systemId = (await read(`/sys/user/app/list?orgId=${orgId}`)).find(({ code }) => code === 'ems').id
  const response = await fetch(`${url}/api/session/enter`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ orgId, systemId }),
  })
  if (!response.ok) throw new Error(`enter: ${response.status}`)
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

/** A bare page on the system's own origin, which shows its page in an iframe at a click. */
async function plainHost(port) {
  const page = `<!doctype html><button onclick="const f=document.createElement('iframe');f.src='/index.html';f.width=1200;f.height=700;document.body.append(f)">open</button>`
  const server = createServer((incoming, response) => {
    if (incoming.url === '/host.html') {
      response.setHeader('content-type', 'text/html')
      response.end(page)
      return
    }
    incoming.pipe(
      request({ port, path: incoming.url, method: incoming.method, headers: incoming.headers }, (answer) => {
        response.writeHead(answer.statusCode, answer.headers)
        answer.pipe(response)
      }),
    )
  })
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${server.address().port}/host.html`, stop: () => server.close() }
}

async function openPlain(browser, url) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(url)
  const taken = await page.evaluate(async () => {
    const begun = performance.now()
    document.querySelector('button').click()
    const isThere = () => document.querySelector('iframe')?.contentDocument?.querySelector('h1')
    while (!isThere()) await new Promise(requestAnimationFrame)
    return performance.now() - begun
  })
  await context.close()
  return taken
}

async function shellPage(browser, url, cookie) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const pairs = cookie.split('; ').map((pair) => pair.split('='))
  await context.addCookies(pairs.map(([name, ...value]) => ({ name, value: value.join('='), url })))
  const page = await context.newPage()
  await page.goto(`${url}/home`)
  await page.waitForLoadState('networkidle')
  return { context, page }
}

/** In the page: presses a link and waits for what shows then. */
function follow([href, shows]) {
  return new Promise((done) => {
    const begun = performance.now()
    document.querySelector(`a[href="${href}"]`).click()
    const isThere = () =>
      shows === 'home'
        ? location.pathname === '/home'
        : [...document.querySelectorAll('[data-testid=micro-view] iframe')].some(
            (shown) =>
              shown.checkVisibility() && shown.contentDocument.querySelector('h1')?.textContent === shows,
          )
    const look = () => (isThere() ? done(performance.now() - begun) : requestAnimationFrame(look))
    requestAnimationFrame(look)
  })
}

async function openInShell(browser, url, cookie) {
  const { context, page } = await shellPage(browser, url, cookie)
  const first = await page.evaluate(follow, ['/ems/stations', '电站列表'])
  await page.waitForLoadState('networkidle')
  await page.evaluate(follow, ['/ems/alarms', '告警中心'])
  await page.waitForLoadState('networkidle')
  const second = await page.evaluate(follow, ['/ems/stations', '电站列表'])
  await context.close()
  return { first, second }
}

async function openAndClose(browser, url, cookie) {
  const { context, page } = await shellPage(browser, url, cookie)
  const tools = await context.newCDPSession(page)
  const heap = async () => {
    for (let pass = 0; pass < 3; pass += 1) await tools.send('HeapProfiler.collectGarbage')
    return (await tools.send('Runtime.getHeapUsage')).usedSize / 1024 / 1024
  }
  const once = async () => {
    await page.evaluate(follow, ['/ems/stations', '电站列表'])
    await page.getByRole('button', { name: '关闭电站列表' }).click()
    await page.waitForURL('**/home')
    await page.waitForFunction(() => document.querySelectorAll('iframe').length === 0)
  }
  for (let warm = 0; warm < 3; warm += 1) await once()
  const before = await heap()
  for (let round = 0; round < openings; round += 1) await once()
  await page.waitForTimeout(1000)
  const after = await heap()
  const frames = await page.locator('iframe').count()
  await context.close()
  return { before, after, frames }
}
