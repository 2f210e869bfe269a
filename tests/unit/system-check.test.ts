import { readdirSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SystemPlace } from '#contracts/allocation'
import { ownCertificate } from '../own-certificate'
import { serve } from '../serve'
import { stubSettings } from './stub-console'

/** One that answers 404 to everything, one whose certificate nobody knows, one that never answers, and a port where nobody listens. */
const there = await serve(http.createServer((_, response) => void response.writeHead(404).end()))
const own = await serve(https.createServer(ownCertificate(1)))
const mute = await serve(http.createServer(() => {}))
const away = await serve(http.createServer(() => {}))
const ports = { there: String(there.port), mute: String(mute.port), away: String(away.port) }

beforeAll(async () => {
  await away.stop()
  const origins = [there, mute, away].map(({ origin }) => origin)
  origins.push(`https://127.0.0.1:${own.port}`)
  stubSettings({ PUBLIC_ORIGIN: 'https://console.example.com', MICRO_APP_ORIGINS: origins.join() })
})
afterAll(() => Promise.all([there.stop(), own.stop(), mute.stop()]))

const check = async (place: Partial<SystemPlace>) => {
  const { placeFault } = await import('#lib/server/bff/system-check')
  return placeFault({
    code: 'ems',
    type: 0,
    hostName: '127.0.0.1',
    port: ports.there,
    enable: true,
    ...place,
  })
}

test('MICRO-7 a system that answers anything at an allowed address may be registered', async () => {
  expect(await check({})).toBeUndefined()
})

const ownFolders = ['app', 'app/(console)', 'app/api'].flatMap((folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^[A-Za-z0-9-]+$/.test(entry.name))
    .map(({ name }) => name),
)

test.each(['sys', 'auth', ...ownFolders])(
  'MICRO-7 the code %s is refused at its field: it is a path of the console’s own',
  async (code) => {
    expect(await check({ code })).toEqual({ field: 'code', key: 'codeIsPath' })
    expect(await check({ code, hostName: '', enable: false })).toEqual({ field: 'code', key: 'codeIsPath' })
  },
)

test('MICRO-7 an app for phones is loaded nowhere here: its address is not looked at', async () => {
  const away = { hostName: 'nowhere.example', port: null }
  expect(await check(away)).toMatchObject({ field: 'hostName' })
  expect(await check({ ...away, type: 1 })).toBeUndefined()
})

test('MICRO-7 a code that is no path segment is refused where there is an address to show', async () => {
  expect(await check({ code: '电站' })).toEqual({ field: 'code', key: 'codeNoPath' })
  expect(await check({ code: '电站', hostName: '' })).toBeUndefined()
})

test('MICRO-7 an address that is not allowed, does not answer, or has a certificate of nobody known, is refused at its field', async () => {
  expect(await check({ port: '9' })).toEqual({ field: 'hostName', key: 'notAllowed' })
  expect(await check({ port: ports.away })).toEqual({ field: 'hostName', key: 'unreachable' })
  expect(await check({ port: String(own.port) })).toEqual({ field: 'hostName', key: 'untrusted' })
  expect(await check({ port: ports.mute })).toEqual({ field: 'hostName', key: 'timeout' })
})

test('MICRO-7 a system that is switched off may come later', async () => {
  expect(await check({ port: '9', enable: false })).toBeUndefined()
  expect(await check({ port: ports.away, enable: false })).toBeUndefined()
})
