import { chromium } from 'playwright'
import { chromiumFlags, findChromium } from '../scripts/lib/chromium.mjs'
import { signIn } from './lib/bench-stack.mjs'
import { median, table } from './lib/figures.mjs'
import { servePeer } from './lib/peer.mjs'
import { withStack } from './lib/with-stack.mjs'

const rounds = Number(process.env.ROUNDS ?? 9)
/** 9 Mbit/s down, 1.5 up, 60 ms a request, CPU slowed 4 times. */
const network = { offline: false, latency: 60, downloadThroughput: 9e6 / 8, uploadThroughput: 1.5e6 / 8 }
const slowedBy = 4
/** Nothing in flight and no long task for this long: settled. Milliseconds. */
const quiet = 1000
const tenthRow = 'table tbody tr:nth-child(10)'

/** Login page and account list beside a minimal page and the leanest list of another console, cold, in turns. */
export const benchPages = () => withStack(measure)

async function measure({ keep, stack, minimal }) {
  const peer = keep(await servePeer('react-admin'))
  const cookie = await signIn(stack.url)
  const field = 'input[name=username]'
  const sites = [
    { name: 'minimal page', url: minimal.url, ready: tenthRow },
    { name: 'login', url: `${stack.url}/login`, ready: field },
    {
      ...{ name: 'account list', url: `${stack.url}/account/index`, ready: tenthRow, cookie },
      second: 'nav a[href$="page=2"] >> nth=0',
    },
    { name: 'react-admin login', url: `${peer.url}/#/login`, ready: field },
    {
      ...{ name: 'react-admin list', url: `${peer.url}/#/accounts`, ready: tenthRow, cookie: 'in=1' },
      second: 'button[aria-label="Go to page 2"]',
    },
  ]
  const loads = Object.fromEntries(sites.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round += 1) {
    const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags })
    await load(browser, sites[round % sites.length])
    // The order turns, so that a slow moment of the machine hits everyone alike.
    for (const index of sites.keys()) {
      const site = sites[(index + round) % sites.length]
      loads[site.name].push(await load(browser, site))
    }
    await browser.close()
  }
  report(sites, loads)
}

function report(sites, loads) {
  const middle = (name, key) => median(loads[name].map((value) => value[key]))
  const rows = sites.map(({ name, second }) => [
    name,
    ...['script', 'bytes'].map((key) => (middle(name, key) / 1024).toFixed(1)),
    ...['ready', 'usable', 'blocked'].map((key) => middle(name, key).toFixed(0)),
    second ? middle(name, 'turned').toFixed(0) : '–',
    Math.max(...loads[name].map((value) => value.shift)).toFixed(3),
  ])
  const head = [
    'page',
    'script KiB',
    'all KiB',
    'ready ms',
    'usable ms',
    'blocked ms',
    'page 2 ms',
    'layout shift',
  ]
  console.log(`${rounds} rounds, medians\n${table(head, rows)}\n`)
  const ratio = (own, other, key) =>
    median(loads[own].map((value, round) => value[key] / loads[other][round][key])).toFixed(2)
  const keys = ['script', 'ready', 'usable', 'blocked']
  console.log('Ratios, the median of all rounds\n')
  console.log(
    table(
      ['', ...keys, 'page 2'],
      [
        ['login / react-admin', ...keys.map((key) => ratio('login', 'react-admin login', key)), '–'],
        ...[
          [
            'account list / react-admin',
            ...[...keys, 'turned'].map((key) => ratio('account list', 'react-admin list', key)),
          ],
        ],
        ['account list / minimal', ...keys.map((key) => ratio('account list', 'minimal page', key)), '–'],
      ],
    ),
  )
}

/** One cold load, in a browser context of its own. */
async function load(browser, { url, ready, cookie, second }) {
  const context = await browser.newContext({
    viewport: { width: 1366, height: 768 },
    serviceWorkers: 'block',
  })
  const pairs = (cookie ?? '')
    .split('; ')
    .filter(Boolean)
    .map((pair) => pair.split('='))
  await context.addCookies(pairs.map(([name, ...value]) => ({ name, value: value.join('='), url })))
  const page = await context.newPage()
  const tools = await context.newCDPSession(page)
  const traffic = watch(tools)
  await tools.send('Network.enable')
  await page.addInitScript(observe, ready)
  await tools.send('Network.emulateNetworkConditions', network)
  await tools.send('Emulation.setCPUThrottlingRate', { rate: slowedBy })
  await page.goto(url, { waitUntil: 'commit' })
  for (let settled = false; !settled; ) {
    await new Promise((done) => setTimeout(done, 250))
    const seen = await page
      .evaluate(() => ({ ...globalThis.seen, now: performance.now() }))
      .catch(() => undefined)
    settled =
      seen?.ready > 0 && traffic.idle() > quiet && seen.now - Math.max(seen.ready, seen.lastTask) > quiet
  }
  const { ready: shown, shift, blocked, lastTask } = await page.evaluate(() => globalThis.seen)
  const { script, bytes } = traffic
  const turned = second && (await turn(page, second))
  await context.close()
  return { ready: shown, usable: Math.max(shown, lastTask), shift, blocked, script, bytes, turned }
}

/** Milliseconds from the press of the next page's number to its rows. */
async function turn(page, second) {
  await page.evaluate(() => {
    const first = () => document.querySelector('table tbody tr')?.textContent
    const before = first()
    globalThis.turned = new Promise((done) => {
      addEventListener('pointerdown', ({ timeStamp }) => {
        const look = () =>
          first() && first() !== before ? done(performance.now() - timeStamp) : requestAnimationFrame(look)
        look()
      })
    })
  })
  await page.click(second)
  return page.evaluate(() => globalThis.turned)
}

function watch(tools) {
  const open = new Map()
  let last = performance.now()
  const traffic = { script: 0, bytes: 0, idle: () => (open.size > 0 ? 0 : performance.now() - last) }
  tools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (/^(data|blob):/.test(request.url)) return
    last = performance.now()
    open.set(requestId, '')
  })
  tools.on(
    'Network.responseReceived',
    ({ requestId, response }) => open.has(requestId) && open.set(requestId, response.mimeType),
  )
  const end = (requestId, size) => {
    if (!open.has(requestId)) return
    last = performance.now()
    traffic.bytes += size
    if (/javascript/.test(open.get(requestId))) traffic.script += size
    open.delete(requestId)
  }
  tools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => end(requestId, encodedDataLength))
  tools.on('Network.loadingFailed', ({ requestId }) => end(requestId, 0))
  return traffic
}

/** Runs in the page before anything else. */
function observe(selector) {
  const seen = { ready: 0, shift: 0, blocked: 0, lastTask: 0 }
  globalThis.seen = seen
  const each = (type, take) =>
    new PerformanceObserver((entries) => entries.getEntries().forEach(take)).observe({ type, buffered: true })
  each('layout-shift', (entry) => {
    if (!entry.hadRecentInput) seen.shift += entry.value
  })
  each('longtask', ({ startTime, duration }) => {
    seen.blocked += duration - 50
    seen.lastTask = startTime + duration
  })
  const look = () => {
    const box = document.querySelector(selector)?.getBoundingClientRect()
    if (box && box.width > 0 && box.height > 0) seen.ready = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
