import { readFileSync } from 'node:fs'
import { hashPassword, passwordHash } from '#platform/kernel/auth/password'
import { benchDatabase, benchServer } from './lib/bench-server.mjs'
import { benchStack, signIn } from './lib/bench-stack.mjs'
import { quantile, table } from './lib/figures.mjs'
import { fillDatabase } from './lib/generated.mjs'

const rows = Math.round(1_000_000 * Number(process.env.SCALE ?? 1))
/** Milliseconds between looks at the processes, and between calls of somebody at work. */
const pace = 100
const sizes = { organizations: 1000, departments: 1000, roles: 1000, sessions: 1000 }

/** Lists of a million rows as files: how long, how much memory, and what somebody at work notices (Linux: /proc tells). */
export async function benchFiles() {
  const server = await benchServer()
  const { url, drop } = await benchDatabase(server, `atrium_bench_files_${process.pid}`)
  // It makes the tables; nobody sweeps while they are filled.
  await (await benchStack(url)).stop()
  let stack
  try {
    const password = await hashPassword(passwordHash('Made-1234'))
    await fillDatabase(url, { ...sizes, accounts: rows, entries: rows, operations: rows }, password)
    stack = await benchStack(url)
    const cookie = await signIn(stack.url)
    const lines = []
    for (const list of ['account', 'entryLog', 'operation']) {
      for (const format of ['csv', 'xlsx']) lines.push(await measured(stack, cookie, list, format))
    }
    const head = [
      'list',
      'as',
      'rows',
      'seconds',
      'MB',
      'console grows by',
      'platform grows by',
      'a page of accounts meanwhile, p95',
    ]
    console.log(table(head, lines))
    console.log(
      `\n${table(['accounts from a file', 'rows', 'seconds', 'rows a second'], await imported(stack, cookie))}`,
    )
  } finally {
    await stack?.stop()
    await drop()
    await server.stop()
  }
}

async function measured(stack, cookie, list, format) {
  const pids = [stack.console.pid, stack.platform.pid]
  const before = pids.map(memory)
  const peak = [...before]
  const watch = setInterval(() => {
    for (const [at, pid] of pids.entries()) peak[at] = Math.max(peak[at], memory(pid))
  }, pace)
  const work = { over: false, taken: [] }
  const somebody = atWork(stack.url, cookie, work)
  const begun = performance.now()
  const { bytes, told } = await exported(stack.url, cookie, list, format)
  const seconds = (performance.now() - begun) / 1000
  work.over = true
  await somebody
  clearInterval(watch)
  const grown = peak.map((most, at) => `${(most - before[at]).toFixed(0)} MB`)
  const late = quantile(work.taken, 0.95).toFixed(0)
  return [list, format, told.rows, seconds.toFixed(1), (bytes / 1e6).toFixed(0), ...grown, `${late} ms`]
}

/** As the page does it: checked 500 at a time, then added one by one, two at once. */
async function imported({ url }, cookie) {
  const row = (at) => {
    const own = { account: `bench${at}`, name: `Bench ${at}`, phone: `138${String(at).padStart(8, '0')}` }
    return { ...own, organization: 'MADE1', department: 'D1', role: '' }
  }
  const all = Array.from({ length: 10_000 }, (_, at) => row(at))
  const begun = performance.now()
  const checked = []
  while (checked.length < all.length) {
    const some = all.slice(checked.length, checked.length + 500)
    checked.push(...(await post(url, cookie, '/sys/user/page/import/check', { rows: some })))
  }
  const checking = (performance.now() - begun) / 1000
  const added = 200
  const since = performance.now()
  for (let at = 0; at < added; at += 2) {
    const two = checked.slice(at, at + 2).map(({ account }) =>
      post(url, cookie, '/sys/user/page/add', {
        ...account,
        password: passwordHash(`Bench${at}x`),
        importId: 'an-import-of-the-bench',
        mustChangePassword: true,
      }),
    )
    await Promise.all(two)
  }
  const adding = (performance.now() - since) / 1000
  const line = (what, rows, seconds) => [what, rows, seconds.toFixed(1), (rows / seconds).toFixed(0)]
  return [line('checked', all.length, checking), line('added', added, adding)]
}

async function post(url, cookie, path, body) {
  const response = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { ...headersOf(url, cookie), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { code, msg, data } = await response.json()
  if (code !== 0) throw new Error(`${path}: ${code} ${msg}`)
  return data
}

/** Reads the frames as a page does; gives the bytes of the file, and what its last frame tells. */
async function exported(url, cookie, list, format) {
  const response = await fetch(`${url}/api/session/export`, {
    method: 'POST',
    headers: { ...headersOf(url, cookie), 'content-type': 'application/json' },
    body: JSON.stringify({ list, format, search: {} }),
  })
  if (!response.ok) throw new Error(`export: ${response.status} ${await response.text()}`)
  const { frameReader, frameKinds } = await import('#lib/export-frames')
  const frames = frameReader()
  let bytes = 0
  for await (const chunk of response.body) {
    for (const { kind, content } of frames(chunk)) {
      if (kind === frameKinds.bytes) bytes += content.length
      if (kind === frameKinds.fault) throw new Error('the export broke off')
      if (kind === frameKinds.end) return { bytes, told: JSON.parse(Buffer.from(content).toString()) }
    }
  }
  throw new Error('the export broke off')
}

async function atWork(url, cookie, work) {
  while (!work.over) {
    const begun = performance.now()
    await (
      await fetch(`${url}/api/sys/user/page/list?page=1&limit=10`, { headers: headersOf(url, cookie) })
    ).text()
    work.taken.push(performance.now() - begun)
    await new Promise((done) => setTimeout(done, pace))
  }
}

const headersOf = (url, cookie) => ({ 'x-console': '1', origin: new URL(url).origin, cookie })

/** Resident memory in MB. */
function memory(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}
