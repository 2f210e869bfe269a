import { registerHooks } from 'node:module'
import { GivenFault } from '../../scripts/lib/fault.mjs'
import { release } from '../../scripts/lib/paths.mjs'

const choices = new Set([undefined, '', '0', '1'])

/** As the platform reads them, with what the start gives it besides. @throws GivenFault with a line for each that is wrong */
export async function checkPlatformSettings({ demo, captchaFixed }) {
  const { readConfig } = await import('../../platform/config.ts')
  const { DEMO } = process.env
  told(() =>
    readConfig({
      ...process.env,
      DATA_DIR: undefined,
      DEMO: choices.has(DEMO) ? String(Number(demo)) : DEMO,
      CAPTCHA_FIXED: captchaFixed,
      ...clientCredentials(),
    }),
  )
}

/** As the console reads them, with what the start gives it besides. @throws GivenFault that names each that is wrong */
export async function checkConsoleSettings({ platformUrl, publicOrigin, microAppOrigins }) {
  if (!release) allowServerCode()
  const { parseConfig } = await import('../../lib/server/config.ts')
  const { SESSION_SECRET } = process.env
  told(() =>
    parseConfig({
      ...process.env,
      SESSION_SECRET: SESSION_SECRET || 'x'.repeat(32),
      ...clientCredentials(),
      PLATFORM_URL: platformUrl,
      PUBLIC_ORIGIN: publicOrigin,
      MICRO_APP_ORIGINS: microAppOrigins,
    }),
  )
}

/** What is not set is made at the first start, or told as missing already. */
function clientCredentials({ PLATFORM_CLIENT_ID, PLATFORM_CLIENT_SECRET } = process.env) {
  return {
    PLATFORM_CLIENT_ID: PLATFORM_CLIENT_ID || 'given',
    PLATFORM_CLIENT_SECRET: PLATFORM_CLIENT_SECRET || 'given',
  }
}

function told(read) {
  try {
    read()
  } catch (error) {
    throw new GivenFault(error.message)
  }
}

/** Outside of Next, its marker for code of the server refuses every import; an archive is built without it. */
function allowServerCode() {
  registerHooks({
    resolve: (name, context, next) =>
      name === 'server-only' ? { url: 'data:text/javascript,', shortCircuit: true } : next(name, context),
  })
}
