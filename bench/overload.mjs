import { setTimeout as sleep } from 'node:timers/promises'
import { ask as run } from './lib/ask.mjs'
import { benchStack, signIn } from './lib/bench-stack.mjs'
import { table } from './lib/figures.mjs'

const multiples = [1, 2, 5, 10]
const seconds = Number(process.env.OVERLOAD_SECONDS ?? 8)
/** Nothing beyond it is asked for, however quick the machine. */
const mostRate = 5000

/** Pages and calls of the console at multiples of what it carries: what is answered, how fast, and how soon it is well again. */
export async function benchOverload() {
  const stack = await benchStack()
  try {
    const cookie = await signIn(stack.url)
    const kinds = {
      'list page': `${stack.url}/organization/index`,
      call: `${stack.url}/api/sys/org/page/list?page=1&limit=10`,
    }
    for (const [name, url] of Object.entries(kinds)) await rows(name, url, cookie)
    await strangers(stack.url, cookie)
  } finally {
    await stack.stop()
  }
}

async function rows(name, url, cookie) {
  await run({ url, cookie, callers: 8, seconds: 3 })
  const { rate } = await run({ url, cookie, callers: 16, seconds: 5 })
  const lines = []
  for (const multiple of multiples) {
    const offered = Math.min(rate * multiple, mostRate)
    const came = await run({ url, cookie, rate: offered, seconds })
    lines.push([`${multiple}×`, offered.toFixed(0), ...figures(came), await recovery(url, cookie)])
  }
  console.log(`\n${name}: carries ${rate.toFixed(0)} a second\n`)
  console.log(
    table(
      ['load', 'asked /s', 'answered /s', 'p95 ms', 'refused /s', 'p95 ms', 'lost /s', 'well again after ms'],
      lines,
    ),
  )
}

/** People at a tenth of what is carried, while strangers ask for the sign-in page at ten times that. */
async function strangers(origin, cookie) {
  const url = `${origin}/login`
  const { rate } = await run({ url, cookie: '', callers: 16, seconds: 5 })
  const flood = run({ url, cookie: '', rate: Math.min(rate * 10, mostRate), seconds })
  await sleep(1000)
  const people = await run({
    url: `${origin}/api/sys/org/page/list?page=1&limit=10`,
    ...{ cookie, rate: rate / 10, seconds: seconds - 2 },
  })
  const came = await flood
  console.log(`\nstrangers at ten times the ${rate.toFixed(0)} sign-in pages a second that it carries\n`)
  const head = ['who', 'answered /s', 'p95 ms', 'refused /s', 'p95 ms', 'lost /s']
  console.log(
    table(head, [
      ['signed in', ...figures(people)],
      ['strangers', ...figures(came)],
    ]),
  )
}

const figures = ({ accepted, acceptedP95, refused, refusedP95, failed, unasked }) => [
  accepted.toFixed(0),
  acceptedP95?.toFixed(0) ?? '–',
  refused.toFixed(0),
  refusedP95?.toFixed(0) ?? '–',
  (failed + unasked).toFixed(0),
]

/** Milliseconds until five in a row are answered, each within half a second. */
async function recovery(url, cookie) {
  const since = performance.now()
  for (let inTime = 0; inTime < 5; ) {
    if (performance.now() - since > 60_000) return 'over 60,000'
    const begun = performance.now()
    const response = await fetch(url, { headers: { cookie, 'x-console': '1' } }).catch(() => undefined)
    await response?.arrayBuffer()
    inTime = response?.status === 200 && performance.now() - begun < 500 ? inTime + 1 : 0
  }
  return (performance.now() - since).toFixed(0)
}
