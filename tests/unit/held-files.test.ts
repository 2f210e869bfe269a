import http from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { succeeded } from '#lib/result'
import { largest } from '#lib/server/micro/rooted-files'
import { serve } from '../serve'
import { askConsole, stubConsole } from './stub-console'

let origin: URL
vi.mock('#lib/server/micro/micro-apps', async (original) => ({
  ...(await original<object>()),
  readReachableApps: async () => succeeded([{ code: 'ems', origin }]),
}))

const [rule, filling] = ['p{background:url(/a.png)}', 'p{color:red}']
const sized = (bytes: number) => (rule + filling.repeat(bytes / filling.length)).slice(0, bytes)
const files: Record<string, Buffer> = {
  'fits.css': gzipSync(sized(largest)),
  'large.css': gzipSync(sized(largest + 1)),
}
let asked = 0
const system = http.createServer(({ url = '' }, response) => {
  asked += 1
  response.writeHead(200, { 'content-type': 'text/css', 'content-encoding': 'gzip' })
  response.end(files[url.slice(1)])
})

const served = await serve(system)
beforeAll(() => {
  origin = new URL(served.origin)
  stubConsole(served.origin)
})
beforeEach(() => {
  asked = 0
})
afterAll(served.stop)

const file = async (name: string, signal?: AbortSignal) => {
  const { serveSystemFile } = await import('#lib/server/bff/system-files')
  return serveSystemFile(await askConsole(`/micro/ems/${name}`, { signal }))
}

test('HOLD-8 FRAME-10 what is held of a person who does not read it is no more than twelve files', async () => {
  // Whose session is opened first is nobody's to say: those that come first have their turn.
  const came: { answer: Response; gone: AbortController }[] = []
  for (let at = 0; at < 15; at += 1) {
    const gone = new AbortController()
    file('fits.css', gone.signal).then((answer) => came.push({ answer, gone }))
  }
  await expect.poll(() => came.length).toBe(12)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect([came.length, asked], 'while nobody reads').toEqual([12, 12])
  expect(await came[0]?.answer.text()).toMatch(/^p\{background:url\(\/micro\/ems\/a\.png\)\}/)
  await expect.poll(() => asked).toBe(13)
  await came[1]?.answer.body?.cancel()
  await expect.poll(() => asked).toBe(14)
  came[2]?.gone.abort()
  await expect.poll(() => came.length).toBe(15)
  expect(asked).toBe(15)
  for (const { answer } of came.slice(3)) await answer.body?.cancel()
})

test('FRAME-2 HOLD-8 of a file that is too large to be looked through nothing is held or changed', async () => {
  const answers = await Promise.all(Array.from({ length: 15 }, () => file('large.css')))
  expect(asked).toBe(15)
  const texts = await Promise.all(answers.map((answer) => answer.text()))
  expect(texts.every((text) => text === sized(largest + 1))).toBe(true)
})
