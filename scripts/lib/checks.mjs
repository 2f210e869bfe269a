import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureChromium, findChromium } from './chromium.mjs'
import { Fault } from './fault.mjs'
import { ensureNginx } from './nginx.mjs'
import { buildOutside } from './outside.mjs'
import { results, root, tool } from './paths.mjs'
import { run } from './run.mjs'
import { step } from './steps.mjs'
import { lineTotals, sum, vitestTotals } from './totals.mjs'
import { ensureWebkit } from './webkit.mjs'

const passedOnce = { passed: 1, skipped: 0, failures: [] }
const passed = { passed: 0, skipped: 0, failures: [] }
/** A step without tests of its own: its failure counts as one, so that a bad run never says `0 failed`. */
const failedOnce = (name) => ({ passed: 0, skipped: 0, failures: [name] })

async function outcome(title, args) {
  return step(title, async () => {
    const { code } = await run(process.execPath, args)
    return code === 0 ? passed : failedOnce(title)
  })
}

export async function types() {
  // Makes next-env.d.ts and the types of the routes, which a fresh clone does not have.
  if (!existsSync(join(root, 'next-env.d.ts')))
    await run(process.execPath, [tool('next'), 'typegen'], { show: false })
  return outcome('Types (tsc)', [tool('tsc', 'typescript'), '-p', '.'])
}

export const lint = () => outcome('Lint (biome)', [tool('biome', '@biomejs/biome'), 'ci', '.'])

/** What reads the OpenAPI document strictly. Fetched for the run: nobody else needs them. */
const documentLinters = [
  ['@redocly/cli@2.77.0', 'redocly', 'lint', '--config', 'redocly.yaml'],
  ['@stoplight/spectral-cli@6.16.3', 'spectral', 'lint', '--fail-severity', 'warn'],
]

export async function documentLint() {
  const totals = []
  for (const [packageName, ...command] of documentLinters) {
    const args = ['--yes', `--package=${packageName}`, '--', ...command, 'docs/openapi.json']
    totals.push(
      await step(`OpenAPI document (${command[0]})`, async () => {
        const { code } = await run('npx', args)
        return code === 0 ? passedOnce : failedOnce(`OpenAPI document (${command[0]})`)
      }),
    )
  }
  return sum(totals)
}

/** The tests without a browser of some of Vitest's projects: `unit`, `platform`, `long`. */
export async function unitTests(projects, args = []) {
  const file = freshResult(projects.includes('long') ? 'vitest-long.json' : 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const chosen = projects.flatMap((project) => ['--project', project])
  return step(`Tests of ${projects.join(' and ')} (vitest)`, async () => {
    const { code } = await run(process.execPath, [tool('vitest'), 'run', ...reporters, ...chosen, ...args])
    return vitestTotals(readReport(file), code)
  })
}

const asksForProxy = (arg) => /proxy|doctor|^-g|^--grep/.test(arg)
/** Files that name them, or all long ones. */
function asksForOutside(args) {
  const files = args.filter((arg) => /\.spec\b|^e2e\//.test(arg))
  return files.length > 0
    ? files.some((arg) => /outside/.test(arg))
    : args.some((arg) => /outside|project=long/.test(arg))
}

/** The browser tests of Playwright's project `short` or `long`, or those that `args` choose of both. */
export async function browserTests({ project, args = [] }) {
  try {
    await ensureChromium()
    await ensureBuilt()
    // Before the tests start, since it may be compiled, which makes them slow.
    if (project !== 'short' && (project === 'long' || args.length === 0 || args.some(asksForProxy)))
      await ensureNginx()
    if (project === 'long') await ensureWebkit()
    if (project === 'long' || asksForOutside(args)) await buildOutside()
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return failedOnce(error.message)
  }
  const name = project === 'long' ? 'playwright-long.json' : 'playwright.json'
  return step(`Browser tests (playwright${project === 'long' ? ', long' : ''})`, async () => {
    const lines = freshResult(`${name}l`)
    // Names of downloads are cut down to what the locale can say.
    const env = { PLAYWRIGHT_RESULTS_FILE: lines, CHROMIUM: findChromium(), LC_ALL: 'C.UTF-8' }
    const chosen = project === undefined ? [] : ['--project', project]
    const { code } = await run(
      process.execPath,
      [
        tool('playwright'),
        'test',
        `--reporter=list,${join(import.meta.dirname, 'results-reporter.mjs')}`,
        ...chosen,
        ...args,
      ],
      { env },
    )
    if (code !== 0) showServerFaults()
    return lineTotals(readLines(lines), code)
  })
}

/** What the servers said of faults meanwhile, beside the tests that failed. */
function showServerFaults() {
  const file = join(results, 'e2e.log')
  if (!existsSync(file)) return
  const faults = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => /"level":"(error|warn)"|Error|did not answer|unreachable|timeout|nonsense/.test(line))
  console.log(['', 'The servers said:', ...faults.slice(-40).map((line) => line.slice(0, 500))].join('\n'))
}

function freshResult(name) {
  mkdirSync(results, { recursive: true })
  const file = join(results, name)
  rmSync(file, { force: true })
  return file
}

function readLines(file) {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

export function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
