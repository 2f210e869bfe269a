import { openDatabase } from '#platform/kernel/db/open'
import { jsonLog } from '#platform/kernel/log'
import { ask } from './lib/ask.mjs'
import { appOver } from './lib/bench-app.mjs'
import { databaseAddress } from './lib/bench-folder.mjs'
import { benchConsole, platformToken, signIn } from './lib/bench-stack.mjs'
import { constantPlatform } from './lib/constant-platform.mjs'
import { median, table } from './lib/figures.mjs'
import { startServer } from './lib/start-server.mjs'
import { withStack } from './lib/with-stack.mjs'

const rounds = Number(process.env.ROUNDS ?? 5)
const seconds = 4
const callers = 16
const path = '/sys/user/page/list?page=1&limit=10'

/** Answers a second for sixteen who ask at once: pages, calls of the console and of the platform, each beside the least that it could be. */
export const benchThroughput = () => withStack(measure)

async function measure({ keep, stack, minimal }) {
  const authorization = `Bearer ${await platformToken(stack)}`
  const constant = keep(await constantPlatform(stack.platformUrl, path, authorization))
  const other = keep(await benchConsole(stack, constant.url))
  const statements = JSON.stringify(await listStatements(stack, authorization))
  const bare = keep(await startServer('bare-list.mjs', [databaseAddress(stack.dataDir), statements]))
  const inside = { cookie: await signIn(stack.url) }
  const bff = `/api${path}`
  const pages = { 'account list': '/account/index', home: '/home', login: '/login' }
  const sites = {
    'minimal page': { url: minimal.url },
    ...Object.fromEntries(
      Object.entries(pages).map(([name, at]) => [
        name,
        { url: stack.url + at, ...(at !== '/login' && inside) },
      ]),
    ),
    'constant handler': { url: `${minimal.url}constant` },
    'call through the console': { url: stack.url + bff, ...inside },
    '… over a constant platform': { url: other.url + bff, cookie: await signIn(other.url) },
    'bare handler of its statements': { url: bare.url },
    'list call of the platform': { url: stack.platformUrl + path, authorization },
  }
  const beside = {
    'account list': 'minimal page',
    home: 'minimal page',
    login: 'minimal page',
    'call through the console': 'constant handler',
    '… over a constant platform': 'constant handler',
    'list call of the platform': 'bare handler of its statements',
  }
  const rates = Object.fromEntries(Object.keys(sites).map((name) => [name, []]))
  for (const site of Object.values(sites)) await ask({ ...site, callers, seconds })
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, site] of Object.entries(sites)) {
      rates[name].push((await ask({ ...site, callers, seconds })).rate)
    }
  }
  console.log(
    table(
      [`${rounds} rounds, ${callers} at once`, 'a second, median', 'beside', 'ratio'],
      Object.entries(rates).map(([name, own]) => [
        ...[name, median(own).toFixed(0)],
        ...(beside[name]
          ? [beside[name], median(own.map((rate, round) => rate / rates[beside[name]][round])).toFixed(2)]
          : ['–', '–']),
      ]),
    ),
  )
}

/** What the platform asks its database for the rows of a list and their count; who calls is asked besides. */
async function listStatements(stack, authorization) {
  const told = []
  const log = jsonLog('error')
  const db = openDatabase(databaseAddress(stack.dataDir), log, {
    connections: 1,
    onStatement: ({ query: { sql, parameters } }) => told.push({ text: sql, values: parameters }),
  })
  const app = appOver(db, log, () => new Date())
  // What a count costs is estimated the first time.
  for (let time = 0; time < 2; time += 1) {
    told.length = 0
    const response = await app.request(path, { headers: { authorization } })
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
  }
  await db.destroy()
  return told.filter(({ text }) => !text.includes('token_hash'))
}
