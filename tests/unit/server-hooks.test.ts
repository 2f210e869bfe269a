import { once } from 'node:events'
import { Agent, createServer, get, type IncomingMessage } from 'node:http'
import { expect, test, vi } from 'vitest'
import { installServerHooks } from '#lib/server/http/server-hooks'
import { serve } from '../serve'
import { stubSettings } from './stub-console'

stubSettings({ PLATFORM_URL: 'http://127.0.0.1:1' })

test('OPS-11 CALL-3 a console that stops lets calls finish, and is gone within seconds whatever its connections do', async () => {
  const handlers = new Map<unknown, () => void>()
  vi.spyOn(process, 'once').mockImplementation((name: unknown, handler: unknown) => {
    handlers.set(name, handler as () => void)
    return process
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
  installServerHooks()
  let finishSlow = () => {}
  const server = createServer((request, response) => {
    response.write('begun')
    if (request.url === '/kept') response.end()
    if (request.url === '/slow') finishSlow = () => response.end('done')
  })
  // As Next's does.
  server.on('upgrade', () => {})
  server.keepAliveTimeout = 75_000
  const { port } = await serve(server)
  const agent = new Agent({ keepAlive: true })
  const ask = async (path: string) => {
    const [answer] = await once(
      get({ port, path, agent }).on('error', () => {}),
      'response',
    )
    return (answer as IncomingMessage).on('error', () => {})
  }
  // A scrape of the metrics, last of all, at a server of their own.
  const metrics = createServer((_, response) => response.end('told'))
  const { port: scraped } = await serve(metrics)
  const scrape = async () => {
    const told = get({ port: scraped, agent: false })
    const [answer] = await once(told, 'response')
    for await (const _ of answer as IncomingMessage);
  }
  for await (const _ of await ask('/kept'));
  const [slow] = [await ask('/slow'), await ask('/never')]
  await scrape()
  metrics.close()
  let isClosed = false
  const closed = new Promise((resolve) => server.close(resolve)).then(() => (isClosed = true))
  handlers.get('SIGTERM')?.()
  vi.advanceTimersByTime(1000)
  finishSlow()
  let text = ''
  for await (const chunk of slow) text += chunk
  expect(text).toBe('begundone')
  vi.advanceTimersByTime(1999)
  await new Promise((resolve) => setImmediate(resolve))
  expect(isClosed).toBe(false)
  vi.advanceTimersByTime(1)
  await closed
  vi.useRealTimers()
  agent.destroy()
})
