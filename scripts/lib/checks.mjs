import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt, ensureSubPathBuilt } from './build.mjs'
import { ensureChromium, findChromium } from './chromium.mjs'
import { Fault } from './fault.mjs'
import { ensureNginx, findNginx } from './nginx.mjs'
import { results, root, tool } from './paths.mjs'
import { run } from './run.mjs'
import { step } from './steps.mjs'
import { playwrightTotals, vitestTotals } from './totals.mjs'

const passed = { passed: 0, failed: 0, skipped: 0 }
/** A step without tests of its own: its failure counts as one, so that a bad run never says `0 failed`. */
const failedOnce = { passed: 0, failed: 1, skipped: 0 }

async function outcome(title, args) {
  return step(title, async () => {
    const { code } = await run(process.execPath, args)
    if (code !== 0) console.log(`✖ ${title}: failed`)
    return code === 0 ? passed : failedOnce
  })
}

export async function types() {
  // Makes next-env.d.ts and the types of the routes, which a fresh clone does not have.
  if (!existsSync(join(root, 'next-env.d.ts')))
    await run(process.execPath, [tool('next'), 'typegen'], { show: false })
  return outcome('Types (tsc)', [tool('tsc', 'typescript'), '-p', '.'])
}

export const lint = () => outcome('Lint (biome)', [tool('biome', '@biomejs/biome'), 'ci', '.'])

export async function unitTests(args = []) {
  const file = freshResult('vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  return step('Unit and platform tests (vitest)', async () => {
    const { code } = await run(process.execPath, [tool('vitest'), 'run', ...reporters, ...args])
    return vitestTotals(readReport(file), code)
  })
}

export async function browserTests(args = []) {
  try {
    await ensureChromium()
    await ensureBuilt()
    await prepareProxy(args)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    console.log(`✖ ${error.message}`)
    return failedOnce
  }
  const file = freshResult('playwright.json')
  return step('Browser tests (playwright)', async () => {
    const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file, CHROMIUM: findChromium() }
    const { code } = await run(
      process.execPath,
      [tool('playwright'), 'test', '--reporter=list,json', ...args],
      { env },
    )
    if (code !== 0) showServerFaults()
    return playwrightTotals(readReport(file), code)
  })
}

/** What the tests behind a proxy need besides; made before the others start, since a build makes them slow. */
async function prepareProxy(args) {
  const asks = (words) => args.length === 0 || args.some((arg) => words.test(arg))
  if (asks(/proxy|doctor|^-g|^--grep/)) await ensureNginx()
  if (asks(/proxy|^-g|^--grep/) && findNginx()) await ensureSubPathBuilt()
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

export function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
