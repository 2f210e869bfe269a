import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from './lib/ask.mjs'
import { benchStack, enterSystem, signIn } from './lib/bench-stack.mjs'
import { median, table } from './lib/figures.mjs'

const minutes = Number(process.env.SOAK_MINUTES ?? 60)
/** Of what is carried. */
const share = Number(process.env.SOAK_SHARE ?? 0.6)
/** Milliseconds between two people who come and go. */
const comings = 5_000
const rows = 12

/** Hours of mixed use: pages, reads, writes, a system's files, people who come and go; memory, open files and times meanwhile (Linux). */
export async function benchSoak() {
  const stack = await benchStack()
  const leaving = new AbortController()
  try {
    const cookie = await enterSystem(stack.url, await signIn(stack.url), 'ems')
    const calls = await mixed(stack.url, cookie)
    for (const { url, method = 'GET' } of calls) {
      const { status } = await fetch(url, {
        method,
        headers: { cookie, 'x-console': '1', origin: stack.url },
      })
      if (status !== 200) throw new Error(`${method} ${url}: ${status}`)
    }
    await ask({ calls, cookie, callers: 8, seconds: 5 })
    const { rate } = await ask({ calls, cookie, callers: 16, seconds: 15 })
    console.log(`carries ${rate.toFixed(0)} mixed calls a second; asked for ${(rate * share).toFixed(0)}\n`)
    const visitors = comeAndGo(stack.url, leaving.signal)
    const told = []
    for (let minute = 0; minute < minutes; minute += 1) {
      const came = await ask({ calls, cookie, rate: rate * share, seconds: 60 })
      told.push({ ...came, ...held(stack) })
    }
    leaving.abort()
    const { came, failed } = await visitors
    tell(told)
    console.log(`\n${came} people signed in and out meanwhile, ${failed} could not`)
  } finally {
    leaving.abort()
    await stack.stop()
  }
}

function tell(told) {
  const names = Object.keys(told[0].processes)
  const step = Math.max(1, Math.floor(told.length / rows))
  console.log(
    table(
      [
        'minute',
        'answered /s',
        'p95 ms',
        'refused /s',
        'lost /s',
        ...names.flatMap((name) => [`${name} MB`, 'files']),
      ],
      told
        .map((one, at) => [at + 1, one])
        .filter(([minute]) => minute % step === 0 || minute === 1)
        .map(([minute, { accepted, acceptedP95, refused, failed, unasked, processes }]) => [
          minute,
          ...[
            accepted.toFixed(0),
            acceptedP95?.toFixed(0) ?? '–',
            refused.toFixed(1),
            (failed + unasked).toFixed(1),
          ],
          ...names.flatMap((name) => [processes[name].memory.toFixed(0), processes[name].files]),
        ]),
    ),
  )
  const [third, last] = [told.slice(told.length / 2, told.length * 0.75), told.slice(told.length * 0.75)]
  const growth = (figure) =>
    `${((median(last.map(figure)) / median(third.map(figure)) - 1) * 100).toFixed(1)} %`
  console.log('\nThe last quarter against the third:')
  for (const name of names)
    console.log(
      `${name}: memory ${growth(({ processes }) => processes[name].memory)}, files ${growth(({ processes }) => processes[name].files)}`,
    )
  console.log(`p95: ${growth(({ acceptedP95 }) => acceptedP95)}`)
}

/** What a person does in an hour, in the same proportion in every minute. */
async function mixed(url, cookie) {
  const headers = { 'x-console': '1', cookie }
  const read = async (path) => (await (await fetch(`${url}/api${path}`, { headers })).json()).data
  const { content } = await read('/sys/dept/page/list?page=1&limit=10')
  const [{ id }] = content
  const pages = ['/account/index', '/role/index', '/department/index?page=2', '/operation/index', '/home']
  const reads = [
    '/sys/user/page/list?page=1&limit=10',
    '/sys/role/page/findAll?page=1&limit=10',
    `/sys/dept/page/detail/${id}`,
  ]
  const writes = [0, 1].map((enabled) => ({
    url: `${url}/api/sys/dept/page/updateDeptEnabled?id=${id}&enabled=${enabled}`,
    method: 'POST',
  }))
  return [
    ...pages.map((path) => ({ url: url + path })),
    ...[...reads, ...reads, ...reads].map((path) => ({ url: `${url}/api${path}` })),
    { url: `${url}/micro/ems/index.html` },
    { url: `${url}/user/index` },
    ...writes,
  ]
}

async function comeAndGo(url, signal) {
  const told = { came: 0, failed: 0 }
  while (!signal.aborted) {
    try {
      const cookie = await signIn(url, 'operator')
      const headers = { 'x-console': '1', origin: new URL(url).origin, cookie }
      const answer = await fetch(`${url}/api/session/sign-out`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: '{}',
      })
      if (!answer.ok) throw new Error(`sign-out: ${answer.status}`)
      told.came += 1
    } catch (error) {
      console.error(String(error))
      told.failed += 1
    }
    await sleep(comings, undefined, { signal }).catch(() => {})
  }
  return told
}

/** Resident memory in MB and open files of both programs, and of the database below the platform. */
function held({ console: site, platform }) {
  const database = below(platform.pid)
  return {
    processes: { console: of([site.pid]), platform: of([platform.pid]), database: of(database) },
  }
}

function of(pids) {
  let [memory, files] = [0, 0]
  for (const pid of pids) {
    try {
      // What it shares with others counts by its part.
      const [, kilobytes] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [0, 0]
      memory += Number(kilobytes) / 1024
      files += readdirSync(`/proc/${pid}/fd`).length
    } catch {
      // A connection's process has ended meanwhile.
    }
  }
  return { memory, files }
}

/** Processes that this one has started, and theirs. */
function below(pid) {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [
          [Number(name), Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1].split(' ')[1])],
        ]
      } catch {
        return []
      }
    })
  const children = (of) =>
    parents.filter(([, parent]) => parent === of).flatMap(([child]) => [child, ...children(child)])
  return children(pid)
}
