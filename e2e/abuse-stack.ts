import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from 'playwright/test'
import { type Attacker, createAttacker, type Target } from '../tests/abuse/attacker'
import { demoPassword } from './fixtures'
import { captchaAnswer } from './global-setup'

/** What global-setup.ts tells of the stack that all tests share. */
export interface SharedStack {
  platformUrl: string
  dataDir: string
}

export function sharedStack(): SharedStack {
  return JSON.parse(process.env.ATRIUM_STACK ?? '{}')
}

/** The inside of the shared stack, as nobody outside should ever see it. */
export async function targetAt(origin: string): Promise<Target> {
  const { platformUrl, dataDir } = sharedStack()
  const secret = async (name: string) => (await readFile(join(dataDir, name), 'utf8')).trim()
  // A console that shares the platform by its environment knows the client's secret from there.
  const given: { PLATFORM_CLIENT_SECRET?: string } = JSON.parse(process.env.ATRIUM_PLATFORM ?? '{}')
  const sessionSecret = await secret('session-secret')
  const clientSecret = given.PLATFORM_CLIENT_SECRET ?? (await secret('platform-client-secret'))
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
