import { chromium } from 'playwright'
import { findChromium } from '../scripts/lib/chromium.mjs'
import { benchDatabase, benchServer, on } from './lib/bench-server.mjs'
import { benchStack, signIn } from './lib/bench-stack.mjs'
import { quantile, table } from './lib/figures.mjs'
import { watchTasks } from './lib/longest-task.mjs'

const most = 10_000
/** For a platform that takes one row at a time only. */
const few = 500
/** Milliseconds between the calls of somebody else. */
const beside = 200

/** All accounts that a search finds, disabled in the browser with the usual fuse against floods, while somebody else works. */
export async function benchBulk() {
  const server = await benchServer()
  const database = await benchDatabase(server, `atrium_bench_${process.pid}_bulk`)
  const stack = await benchStack(database.url, { RATE_LIMIT: '50' })
  try {
    for (const statement of people()) await on(database.url, statement)
    const [cookie, other] = [await signIn(stack.url), await signIn(stack.url, 'operator')]
    const browser = await chromium.launch({
      executablePath: findChromium(),
      args: ['--no-sandbox', '--disable-gpu', '--enable-precise-memory-info'],
    })
    const idle = await whileWorking(stack.url, other, () => new Promise((done) => setTimeout(done, 5_000)))
    const whole = await whileWorking(stack.url, other, () =>
      disable(browser, stack.url, cookie, 'bulk-', most),
    )
    const single = await disable(browser, stack.url, cookie, 'alone-', few, true)
    await browser.close()
    const { rows } = await on(
      database.url,
      `select count(*)::int as entries, count(distinct bulk_id)::int as ids from operation_log where bulk_id is not null`,
    )
    const line = (name, { done, taken, reading, longest, heap, requests }) => [
      name,
      done,
      (reading / 1000).toFixed(1),
      (taken / 1000).toFixed(1),
      Math.round(done / (taken / 1000)),
      requests,
      longest === 0 ? '< 50' : longest.toFixed(0),
      (heap / 1024 / 1024).toFixed(1),
    ]
    const p95 = ({ times }) => quantile(times, 0.95).toFixed(0)
    console.log(
      table(
        [
          '',
          'rows',
          'chosen, s',
          'done, s',
          'rows a second',
          'requests',
          'longest task, ms',
          'heap, MiB more',
        ],
        [line('all that match', whole.of), line('a platform without the call', single)],
      ),
    )
    console.log(
      `\nLog: ${rows[0].entries} entries under ${rows[0].ids} id. A call of somebody else, 95th percentile: ` +
        `${p95(idle)} ms, and ${p95(whole)} ms meanwhile; refused: ${whole.refused}`,
    )
  } finally {
    await stack.stop()
    await database.drop()
    await server.stop()
  }
}

/** In SQL, since adding them is not what is measured. */
function people() {
  return [
    ['bulk', most],
    ['alone', few],
  ].flatMap(([name, count]) => [
    `insert into account (id, account, name, phone, enabled, super, desensitization, password_hash, created_time)
      select md5('${name}' || n)::uuid::text, '${name}-' || lpad(n::text, 5, '0'), '批量 ' || n, '13800000000', true, false, false, 'none', now()
      from generate_series(1, ${count}) n`,
    `insert into membership (account_id, org_id)
      select a.id, o.id from account a, organization o where a.account like '${name}-%' and o.code = 'EAST'`,
    'analyze account',
  ])
}

/** What calls of another person take while the work goes on. */
async function whileWorking(url, cookie, work) {
  const times = []
  let refused = 0
  let isOver = false
  const working = work().finally(() => {
    isOver = true
  })
  while (!isOver) {
    const begun = performance.now()
    const answer = await fetch(`${url}/api/auth/info`, {
      headers: { 'x-console': '1', origin: new URL(url).origin, cookie },
    })
    if (!answer.ok) refused += 1
    times.push(performance.now() - begun)
    await new Promise((done) => setTimeout(done, beside))
  }
  return { of: await working, times, refused }
}

async function disable(browser, url, cookie, prefix, count, isAlone = false) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en' })
  const pairs = [...cookie.split('; '), 'lang=en'].map((pair) => pair.split('='))
  await context.addCookies(pairs.map(([name, ...value]) => ({ name, value: value.join('='), url })))
  const page = await context.newPage()
  const shown = count.toLocaleString('en')
  let requests = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/')) requests += 1
  })
  if (isAlone) {
    const missing = { status: 404, json: { code: 404, msg: 'Unknown', data: null } }
    await page.route('**/api/sys/bulk/**', (route) => route.fulfill(missing))
  }
  await page.goto(`${url}/account/index?account=${prefix}`)
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  const client = await context.newCDPSession(page)
  const heapNow = async () => {
    await client.send('HeapProfiler.collectGarbage')
    return (await client.send('Runtime.getHeapUsage')).usedSize
  }
  const before = await heapNow()
  const longestTask = await watchTasks(page)
  requests = 0
  const started = performance.now()
  await page.getByRole('button', { name: /^Select all .*that match$/ }).click()
  await page.getByText(`${shown} selected`).waitFor({ timeout: 120_000 })
  const reading = performance.now() - started
  await page.getByRole('button', { name: 'Disable' }).click()
  const begun = performance.now()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(`All ${shown} rows done`).waitFor({ timeout: 600_000 })
  const taken = performance.now() - begun
  const longest = await longestTask()
  const heap = (await heapNow()) - before
  await context.close()
  return { done: count, taken, reading, requests, longest, heap }
}
