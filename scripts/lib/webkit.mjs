import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { installPackages, takesPackages } from './debian.mjs'
import { step } from './steps.mjs'

const libraries = '/usr/lib'
const programs = { driver: '/usr/bin/WebKitWebDriver', display: '/usr/bin/Xvfb' }

/** The engine of Safari, as Debian has it, with what steers it and a screen for it; nothing when one of them is missing. */
export function findWebkit() {
  if (!existsSync(programs.driver) || !existsSync(programs.display)) return undefined
  const browser = readdirSync(libraries)
    .map((machine) => join(libraries, machine, 'webkit2gtk-4.1', 'MiniBrowser'))
    .find((path) => existsSync(path))
  return browser && { ...programs, browser }
}

/** Installs them where the machine has none and lets us; without them the tests in Safari's engine are skipped, and say so. */
export async function ensureWebkit() {
  if (findWebkit()) return
  if (takesPackages())
    await step('Installing WebKit for the tests in Safari’s engine', () =>
      installPackages('webkit2gtk-driver', 'xvfb', 'fonts-noto-cjk'),
    )
  if (findWebkit()) return
  console.log(
    '  There is no WebKit, and none could be had: the tests in Safari’s engine are skipped. Install it (Debian: apt-get install webkit2gtk-driver xvfb).',
  )
}
