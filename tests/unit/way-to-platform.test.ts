import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { log } from '#lib/server/log'
import texts from '#messages/zh-cn/errors'
import { ownCertificate } from '../own-certificate'
import { callConsole, stubConsole } from './stub-console'

let lines: string[] = []
beforeEach(() => {
  lines = []
  vi.spyOn(log, 'warn').mockImplementation((line) => void lines.push(line))
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

/** What a signed-in person's call comes to with a platform there, and whether they are in their session still. */
async function callThrough(platform: string) {
  stubConsole(platform)
  const { log } = await import('#lib/server/log')
  vi.spyOn(log, 'warn').mockImplementation((line) => void lines.push(line))
  const answer = await callConsole('/sys/dept/page/list')
  return { status: answer.status, cookies: answer.headers.getSetCookie(), msg: (await answer.json()).msg }
}

test('HOLD-9: a platform whose name is gone is told to the operator; nobody is signed out', async () => {
  expect(await callThrough('http://platform.invalid:4000')).toEqual({
    status: 502,
    cookies: [],
    msg: texts.system,
  })
  expect(lines.join('\n')).toMatch(
    /GET \/sys\/dept\/page\/list: unreachable \(platform\.invalid is not known to the name service of this machine: check the address, and DNS\)/,
  )
})

test('HOLD-9: a platform whose certificate has expired is not talked to, and that is told; nobody is signed out', async () => {
  const certificate = ownCertificate(-1)
  let asked = 0
  const server = https.createServer(certificate, (_request, response) => {
    asked += 1
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, certificate.cert])
  try {
    const { port } = server.address() as AddressInfo
    expect(await callThrough(`https://127.0.0.1:${port}`)).toEqual({
      status: 502,
      cookies: [],
      msg: texts.system,
    })
  } finally {
    setDefaultCACertificates(before)
    server.close()
  }
  expect(asked).toBe(0)
  expect(lines.join('\n')).toMatch(/unreachable \(its certificate has expired: renew it on that server\)/)
})
