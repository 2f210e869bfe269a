import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from 'playwright/test'
import { type Attacker, createAttacker, type Target } from '../tests/security/attacker'
import { demoPassword } from './fixtures'
import { sharedStack } from './global-setup'
import { captchaAnswer } from './stack'

/** The inside of the shared stack, as nobody outside should ever see it. */
export async function targetAt(origin: string): Promise<Target> {
  const { platformUrl, dataDir, settings } = sharedStack()
  const sessionSecret = (await readFile(join(dataDir, 'session-secret'), 'utf8')).trim()
  const clientSecret = settings.PLATFORM_CLIENT_SECRET
  const port = new URL(platformUrl).port
  return {
    origin,
    platformUrl,
    sessionSecret,
    clientSecret,
    hidden: {
      secrets: [sessionSecret, clientSecret],
      places: [`127.0.0.1:${port}`, `localhost:${port}`, dataDir, process.cwd(), `${tmpdir()}/atrium`],
    },
    captchaAnswer,
    password: demoPassword,
  }
}

/** Somebody who tries things against the shared stack. */
export const test = base.extend<object, { attacker: Attacker }>({
  attacker: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
    async ({}, use) => use(createAttacker(await targetAt(process.env.ATRIUM_URL ?? ''))),
    { scope: 'worker' },
  ],
})
