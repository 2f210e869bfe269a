import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { installPackages, takesPackages } from './debian.mjs'
import { Fault } from './fault.mjs'
import { tool } from './paths.mjs'
import { lastWords, run } from './run.mjs'
import { step } from './steps.mjs'

/** For a browser that asks for nothing by itself, also as root and without a display. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // EDGE-10: whatever asks for another host gets no answer.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost',
]

/** Without windows first: a page in it takes a fifth of the processor time. */
const system = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** The browser of the browser tests, for Playwright's `executablePath`; nothing when there is none yet. */
export function findChromium() {
  return [process.env.CHROMIUM, ...system, playwrightsOwn()].find((path) => path && existsSync(path))
}

function playwrightsOwn() {
  return createRequire(import.meta.url)('playwright').chromium.executablePath()
}

/** Installs a Chromium if the machine has none. */
export async function ensureChromium() {
  if (findChromium()) return
  await step('Installing Chromium for the browser tests', install)
  if (findChromium()) return
  throw new Fault(
    'There is no Chromium for the browser tests, and none could be installed. Install one (Debian: apt-get install chromium) or set CHROMIUM to its path.',
  )
}

async function install() {
  if (takesPackages())
    for (const browser of ['chromium-headless-shell', 'chromium'])
      if (await installPackages(browser, 'fonts-noto-cjk')) return
  const args = [tool('playwright'), 'install', 'chromium']
  const { code, output } = await run(process.execPath, args, { show: false })
  if (code !== 0) console.log(lastWords(output, 5))
}
