import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { chromium } from 'playwright'
import { chromiumFlags, findChromium } from '../scripts/lib/chromium.mjs'
import { tool } from '../scripts/lib/paths.mjs'
import { freePort } from '../scripts/lib/ports.mjs'
import { benchStack, signIn } from './lib/bench-stack.mjs'
import { median, table } from './lib/figures.mjs'

const rounds = Number(process.env.ROUNDS ?? 9)
/** 9 Mbit/s down, 1.5 up, 60 ms a request, CPU slowed 4 times. */
const network = { offline: false, latency: 60, downloadThroughput: 9e6 / 8, uploadThroughput: 1.5e6 / 8 }
const slowedBy = 4
/** Nothing in flight and no long task for this long: settled. Milliseconds. */
const quiet = 1000
const folder = resolve(import.meta.dirname, 'minimal')

export async function benchPages() {
  const stack = await benchStack()
  const minimal = await startMinimal()
  const cookie = await signIn(stack.url)
  const sites = [
    { name: 'minimal page', url: minimal.url, ready: 'table tbody tr:nth-child(10)' },
    { name: 'login', url: `${stack.url}/login`, ready: 'input[name=username]' },
    {
      name: 'account list',
      url: `${stack.url}/account/index`,
      ready: 'table tbody tr:nth-child(10)',
      cookie,
    },
  ]
  const loads = new Map(sites.map((site) => [site.name, []]))
  try {
    for (let round = 0; round < rounds; round += 1) {
      const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags })
      await load(browser, sites[round % sites.length])
      // The order turns, so that a slow moment of the machine hits everyone alike.
      for (const index of sites.keys()) {
        const site = sites[(index + round) % sites.length]
        loads.get(site.name).push(await load(browser, site))
      }
      await browser.close()
    }
  } finally {
    minimal.stop()
    await stack.stop()
  }
  report(sites, loads)
}

function report(sites, loads) {
  const base = loads.get('minimal page')
  const rows = sites.map(({ name }) => {
    const own = loads.get(name)
    const ratio = median(own.map((value, round) => value.ready / base[round].ready))
    const middle = (key) => median(own.map((value) => value[key]))
    return [
      name,
      (middle('script') / 1024).toFixed(1),
      (middle('bytes') / 1024).toFixed(1),
      middle('ready').toFixed(0),
      ratio.toFixed(2),
      middle('blocked').toFixed(0),
      Math.max(...own.map((value) => value.shift)).toFixed(3),
    ]
  })
  const head = ['page', 'script KiB', 'all KiB', 'ready ms', '× minimal', 'blocked ms', 'layout shift']
  console.log(`${rounds} rounds, medians\n${table(head, rows)}`)
}

async function startMinimal() {
  if (!existsSync(resolve(folder, '.next/BUILD_ID'))) await next(['build', folder]).done
  const port = await freePort()
  const server = next(['start', folder, '-H', '127.0.0.1', '-p', String(port)])
  const url = `http://127.0.0.1:${port}/`
  for (let tries = 0; tries < 200; tries += 1) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return { url, stop: () => server.child.kill() }
    await new Promise((done) => setTimeout(done, 50))
  }
  throw new Error('the minimal page does not answer')
}

function next(args) {
  const child = spawn(process.execPath, [tool('next'), ...args], {
    stdio: 'ignore',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const done = new Promise((finished, failed) =>
    child.on('exit', (code) => (code === 0 ? finished() : failed(new Error(`next ${args[0]}: ${code}`)))),
  )
  done.catch(() => {})
  return { child, done }
}

/** One cold load, in a browser context of its own. */
async function load(browser, { url, ready, cookie }) {
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
  const seen = await page.evaluate(() => globalThis.seen)
  await context.close()
  return {
    ready: seen.ready,
    shift: seen.shift,
    blocked: seen.blocked,
    script: traffic.script,
    bytes: traffic.bytes,
  }
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
