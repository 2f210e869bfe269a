import { createHash, randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../scripts/lib/ports.mjs'
import { startStack } from '../../scripts/lib/stack.mjs'
import { benchFolder } from './bench-folder.mjs'

export const captcha = '2468'
export const password = createHash('sha256').update('Atrium2026').digest('hex')

/**
 * The built console over an embedded platform with demo data, in a folder of its own.
 * @param databaseUrl an empty database for it; none for the embedded one
 * @param more environment variables
 */
export async function benchStack(databaseUrl, more = {}) {
  const { dataDir, removeFolder } = benchFolder()
  const env = {
    CAPTCHA_FIXED: captcha,
    DEMO: '1',
    // A measurement is a flood.
    RATE_LIMIT: '0',
    PLATFORM_URL: undefined,
    DATABASE_URL: databaseUrl,
    PUBLIC_ORIGIN: undefined,
    ...more,
  }
  const stack = await startStack({
    port: await freePort(),
    platformPort: await freePort(),
    emsPort: await freePort(),
    wmsPort: await freePort(),
    dataDir,
    env,
  })
  return {
    ...stack,
    dataDir,
    stop: async () => {
      await stack.stop()
      removeFolder()
    },
  }
}

/** The built console alone, over what stands before the platform of another stack. */
export async function benchConsole({ dataDir: ofPlatform }, platformUrl) {
  const { dataDir, removeFolder } = benchFolder()
  const env = {
    ...{ PLATFORM_URL: platformUrl, PLATFORM_CLIENT_ID: 'atrium', RATE_LIMIT: '0', PUBLIC_ORIGIN: undefined },
    PLATFORM_CLIENT_SECRET: clientSecret(ofPlatform),
    SESSION_SECRET: 'the-seal-of-the-sessions-of-a-bench',
  }
  const stack = await startStack({ port: await freePort(), dataDir, env, alone: true })
  return {
    url: stack.url,
    stop: async () => {
      await stack.stop()
      removeFolder()
    },
  }
}

const clientSecret = (dataDir) => readFileSync(join(dataDir, 'platform-client-secret'), 'utf8').trim()

/** Signs in at the platform itself; gives the token. */
export async function platformToken({ dataDir, platformUrl }) {
  const basic = `Basic ${Buffer.from(`atrium:${clientSecret(dataDir)}`).toString('base64')}`
  const headers = { authorization: basic }
  const key = `${Date.now()}654321`
  await fetch(`${platformUrl}/authorization/captcha?key=${key}`, { headers })
  const form = { username: 'admin', secret: password, code: captcha, key, grant_type: 'password' }
  const body = new URLSearchParams(form)
  const response = await fetch(`${platformUrl}/authorization/oauth/token`, { method: 'POST', headers, body })
  const { data, msg } = await response.json()
  if (!data?.access_token) throw new Error(`token: ${msg}`)
  return data.access_token
}

/** Signs in through the console; gives the session's cookie. */
export async function signIn(url, username = 'admin') {
  const headers = { 'x-console': '1', origin: new URL(url).origin }
  const key = `${Date.now()}${randomInt(100_000, 1_000_000)}`
  await fetch(`${url}/api/authorization/captcha?key=${key}`, { headers })
  const response = await fetch(`${url}/api/session/sign-in`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ username, code: captcha, secret: password, key }),
  })
  if (!response.ok) throw new Error(`sign-in: ${response.status} ${await response.text()}`)
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

/** Enters the system of that code in organization EAST; gives the cookies of the session in it. */
export async function enterSystem(url, cookie, systemCode) {
  const headers = { 'x-console': '1', origin: new URL(url).origin, cookie }
  const read = async (path) => (await (await fetch(`${url}/api${path}`, { headers })).json()).data
  const organizations = await read('/sys/org/page/listUserOrg?enabled=true')
  const orgId = organizations.find(({ orgCode }) => orgCode === 'EAST').orgId
  const systems = await read(`/sys/user/app/list?orgId=${orgId}`)
  const response = await fetch(`${url}/api/session/enter`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ orgId, systemId: systems.find(({ code }) => code === systemCode).id }),
  })
  if (!response.ok) throw new Error(`enter ${systemCode}: ${response.status} ${await response.text()}`)
  const given = response.headers.getSetCookie().map((line) => line.split(';')[0])
  const names = new Set(given.map((pair) => pair.split('=')[0]))
  return [...cookie.split('; ').filter((pair) => !names.has(pair.split('=')[0])), ...given].join('; ')
}
