import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { freePort } from '../scripts/lib/ports.mjs'
import { readSecrets, readSettings } from '../scripts/lib/settings.mjs'
import { platformService } from '../scripts/lib/stack.mjs'
import { benchFolder } from './lib/bench-folder.mjs'
import { captcha, password } from './lib/bench-stack.mjs'
import { median, quantile, table } from './lib/figures.mjs'

const rounds = 40
const warmUp = 4
const signInRefused = 101016
const wrong = createHash('sha256').update('wrong').digest('hex')

/** Demo accounts; of the people every ninth, from the fifth on, is disabled. */
const enabled = ['zhangwei', 'wangfang', 'lina', 'liuyang']
const disabled = ['chenjing', 'zhujie']

const kinds = {
  'unknown account': { names: ['nobody1', 'nobody2', 'nobody3'], secret: wrong },
  'wrong password': { names: enabled, secret: wrong },
  'disabled account, wrong password': { names: disabled, secret: wrong },
  'disabled account, right password': { names: disabled, secret: password },
}

/**
 * How long the platform takes to refuse a sign-in, by its reason: who measures that is not to learn which accounts
 * there are. In turns, in an order of chance; each attempt comes from an address of its own, so that none is locked.
 */
export async function benchTiming() {
  const platform = await startPlatform()
  try {
    const attempt = attemptOn(platform)
    const results = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, { times: [], work: 0 }]))
    for (let round = 0; round < warmUp + rounds; round += 1) {
      for (const [kind, { names, secret }] of shuffled(Object.entries(kinds))) {
        const before = workOf(platform.pid)
        const taken = await attempt(names[round % names.length], secret)
        if (round < warmUp) continue
        results[kind].times.push(taken)
        results[kind].work += (workOf(platform.pid) - before) / rounds
      }
    }
    const base = results['wrong password']
    const against = (value, other) => `${((value / other - 1) * 100).toFixed(1)} %`
    const rows = Object.entries(results).map(([kind, { times, work }]) => [
      kind,
      median(times).toFixed(1),
      quantile(times, 0.05).toFixed(1),
      quantile(times, 0.95).toFixed(1),
      against(median(times), median(base.times)),
      work.toFixed(1),
      against(work, base.work),
    ])
    console.log(
      table(
        [
          `${rounds} refusals each, ms`,
          'median',
          'p5',
          'p95',
          'against a wrong password',
          'processor',
          'against',
        ],
        rows,
      ),
    )
  } finally {
    await platform.stop()
  }
}

/** The platform by itself with demo data, as in production but for the fixed captcha. */
async function startPlatform() {
  const { dataDir, removeFolder } = benchFolder()
  const env = {
    CAPTCHA_FIXED: captcha,
    DEMO: '1',
    PLATFORM_URL: '',
    PLATFORM_PORT: String(await freePort()),
    DATA_DIR: dataDir,
    DATABASE_URL: undefined,
    PASSWORD_COST: undefined,
  }
  const settings = readSettings({ ...process.env, ...env })
  const secrets = readSecrets(settings, { ...process.env, ...env })
  const service = platformService(settings, secrets, { env })
  await service.start()
  const stop = async () => {
    await service.stop()
    removeFolder()
  }
  return {
    url: settings.platformUrl,
    client: `${secrets.clientId}:${secrets.clientSecret}`,
    pid: service.pid,
    stop,
  }
}

/** Processor time that a process has used, in milliseconds (Linux: /proc tells, in hundredths of a second). */
function workOf(pid) {
  const [, fields] = /.*\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
  const [user, system] = (fields ?? '').split(' ').slice(11, 13)
  return (Number(user) + Number(system)) * 10
}

function attemptOn({ url, client }) {
  let made = 0
  let said
  return async (username, secret) => {
    made += 1
    const headers = {
      authorization: `Basic ${Buffer.from(client).toString('base64')}`,
      'x-forwarded-for': `10.0.${made >> 8}.${made & 255}`,
      locale: 'en-US',
    }
    const key = `${Date.now()}${made}`
    await fetch(`${url}/authorization/captcha?key=${key}`, { headers }).then((drawn) => drawn.blob())
    const body = new URLSearchParams({ username, secret, code: captcha, key, grant_type: 'password' })
    const begun = performance.now()
    const response = await fetch(`${url}/authorization/oauth/token`, {
      method: 'POST',
      headers,
      body,
    })
    const { code, msg } = await response.json()
    const taken = performance.now() - begun
    // One that says more than the others, or that is locked, would be measured for something else.
    if (code !== signInRefused) throw new Error(`${username}: ${code} ${msg}`)
    said ??= msg
    if (msg !== said) throw new Error(`${username}: "${msg}", not "${said}"`)
    return taken
  }
}

function shuffled(entries) {
  return entries
    .map((entry) => ({ entry, chance: Math.random() }))
    .sort((a, b) => a.chance - b.chance)
    .map(({ entry }) => entry)
}
