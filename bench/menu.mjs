import { chromium } from 'playwright'
import { findChromium } from '../scripts/lib/chromium.mjs'
import { benchDatabase, benchServer, on } from './lib/bench-server.mjs'
import { benchStack, signIn } from './lib/bench-stack.mjs'
import { median, table } from './lib/figures.mjs'

const rounds = 7
/** 10 applications of 5 directories, each of 9 pages with 10 buttons, and what stands above them. */
const applications = 10
const nodes = applications * (1 + 5 * (1 + 9 * (1 + 10)))
const steps = {
  few: 'until it can be used, one branch only',
  ready: 'until it can be used',
  open: 'one node opened',
  all: 'all opened',
  search: 'a search of one directory',
  again: 'back to the whole tree',
}

/** The menu page over a large tree, read and drawn in full by platform, console and browser. */
export async function benchMenu() {
  const server = await benchServer()
  const database = await benchDatabase(server, `atrium_bench_${process.pid}_menu`)
  const stack = await benchStack(database.url)
  try {
    for (const statement of plant()) await on(database.url, statement)
    const cookie = await signIn(stack.url)
    const browser = await chromium.launch({
      executablePath: findChromium(),
      args: ['--no-sandbox', '--disable-gpu'],
    })
    const taken = []
    for (let round = -1; round < rounds; round += 1) {
      const one = await measure(browser, stack.url, cookie)
      if (round >= 0) taken.push(one)
    }
    await browser.close()
    const rows = Object.entries(steps).map(([step, name]) => {
      const longest = median(taken.map((one) => one[step].longest))
      return [
        name,
        median(taken.map((one) => one[step].taken)).toFixed(0),
        longest === 0 ? '< 50' : longest.toFixed(0),
        Math.max(...taken.map((one) => one[step].longest)).toFixed(0),
      ]
    })
    const bytes = median(taken.map((one) => one.bytes)) / 1024
    console.log(
      `${nodes} nodes, ${rounds} rounds, medians; the page is ${bytes.toFixed(0)} KiB on the wire\n` +
        table(['', 'ms', 'longest task, ms', 'of all rounds'], rows),
    )
  } finally {
    await stack.stop()
    await database.drop()
    await server.stop()
  }
}

/** In SQL, since adding them one by one is not what is measured. */
function plant() {
  const columns =
    'menu_node (id, app_id, pid, code, name, type, path, icon, sort, method, enabled, inside_flag, created_time)'
  const all = (name, count) => `generate_series(0, ${count - 1}) ${name}`
  const apps = all('a', applications)
  const uuid = (text) => `md5(${text})::uuid::text`
  const app = uuid("'bench' || a")
  const directory = uuid("'bench' || a || '-' || d")
  const page = uuid("'bench' || a || '-' || d || '-' || p")
  const button = uuid("'bench' || a || '-' || d || '-' || p || '-' || b")
  return [
    `insert into ${columns} select ${app}, ${app}, null, 'bench' || a, '系统 ' || a, 0, null, null, 10 + a, null, true, '1', now() from ${apps}`,
    `insert into application (id, type, app_mode, open_mode) select ${app}, '0', '1', '1' from ${apps}`,
    `insert into ${columns} select ${directory}, ${app}, ${app}, 'bench' || a || '.d' || d, '目录 ' || a || '-' || d, 1, '/bench/' || d, 'folder', d + 1, null, true, '1', now() from ${apps}, ${all('d', 5)}`,
    `insert into ${columns} select ${page}, ${app}, ${directory}, 'bench' || a || '.page.d' || d || 'p' || p, '页面 ' || a || '-' || d || '-' || p, 2, '/bench' || a || '/page-' || d || '-' || p, 'page', p + 1, null, true, '1', now() from ${apps}, ${all('d', 5)}, ${all('p', 9)}`,
    `insert into ${columns} select ${button}, ${app}, ${page}, 'bench' || a || '.d' || d || 'p' || p || '.action' || b, '操作 ' || a || '-' || d || '-' || p || '-' || b, 3, '/bench' || a || '/api/' || d || '/' || p || '/' || b, null, b + 1, 'POST', true, '1', now() from ${apps}, ${all('d', 5)}, ${all('p', 9)}, ${all('b', 10)}`,
  ]
}

async function measure(browser, url, cookie) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const pairs = cookie.split('; ').map((pair) => pair.split('='))
  await context.addCookies(pairs.map(([name, ...value]) => ({ name, value: value.join('='), url })))
  const page = await context.newPage()
  await page.addInitScript(prepare)
  const branch = `${url}/menu/index?searchStr=${encodeURIComponent('目录 0-0')}`
  // Once for the cache, so that both have their scripts.
  await load(page, branch)
  const few = await load(page, branch)
  const ready = await load(page, `${url}/menu/index`)
  const bytes = await page.evaluate(() => performance.getEntriesByType('navigation')[0].encodedBodySize)
  const rest = await page.evaluate(act)
  await context.close()
  return { few, ready, bytes, ...rest }
}

/** Until the first row's button has its handler; the page itself is asked, since its clock starts with the load. */
async function load(page, address) {
  await page.goto(address)
  return page.evaluate(() => {
    const isAlive = (element) => element && Object.keys(element).some((key) => key.startsWith('__reactProps'))
    return globalThis.timed(0, () => isAlive(document.querySelector('tr[aria-level] button')))
  })
}

/** Runs in the page before anything else: `timed` waits until something is drawn, and for the tasks that follow it. */
function prepare() {
  let longest = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) longest = Math.max(longest, entry.duration)
  }).observe({ type: 'longtask', buffered: true })
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
  globalThis.timed = async (begun, isDone) => {
    while (!isDone()) {
      if (performance.now() - begun > 20_000) throw new Error('nothing happens')
      await frame()
    }
    const result = { taken: performance.now() - begun }
    await new Promise((done) => setTimeout(done, 300))
    result.longest = longest
    longest = 0
    return result
  }
}

/** Runs in the page, when it is ready. */
async function act() {
  const text = () => document.querySelector('[role=treegrid] tbody')?.textContent ?? ''
  const press = (act, isDone) => {
    const begun = performance.now()
    act()
    return globalThis.timed(begun, isDone)
  }
  const buttons = (pattern) =>
    [...document.querySelectorAll('[role=main] button')].find((button) =>
      pattern.test(button.getAttribute('aria-label') ?? button.textContent),
    )
  const open = await press(
    () => buttons(/^(展开|Expand )目录 0-0$/).click(),
    () => text().includes('页面 0-0-0'),
  )
  const all = await press(
    () => buttons(/^(全部展开|Expand all)$/).click(),
    () => text().includes('查询'),
  )
  const field = document.querySelector('input[name=searchStr]')
  field.value = '目录 3-2'
  const search = await press(
    () => field.form.requestSubmit(),
    () => text().includes('操作 3-2-0-0') && !text().includes('统一'),
  )
  const again = await press(
    () => field.form.reset(),
    () => text().includes('统一'),
  )
  return { open, all, search, again }
}
