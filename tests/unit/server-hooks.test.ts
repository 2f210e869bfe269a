import { once } from 'node:events'
import { Agent, createServer, get, type IncomingMessage } from 'node:http'
import { expect, test, vi } from 'vitest'
import { barePolicy, securityHeaders } from '#lib/security-headers'
import { installServerHooks } from '#lib/server/http/server-hooks'
import { serve } from '../serve'
import { stubSettings } from './stub-console'

stubSettings({ PLATFORM_URL: 'http://127.0.0.1:1' })

test('CALL-3 a redirect of Next’s own bears the headers that every answer has; other redirects keep their policy', async () => {
  installServerHooks()
  const server = createServer((request, response) => {
    if (request.url === '/own') response.setHeader('content-security-policy', "default-src 'self'")
    response.statusCode = 308
    response.setHeader('location', '/there').end()
  })
  server.on('upgrade', () => {})
  const { origin, stop } = await serve(server)
  const headersOf = async (path: string) =>
    Object.fromEntries((await fetch(origin + path, { redirect: 'manual' })).headers)
  expect(await headersOf('/twice')).toMatchObject({
    ...securityHeaders,
    ...{ location: '/there', 'content-security-policy': barePolicy },
  })
  expect((await headersOf('/own'))['content-security-policy']).toBe("default-src 'self'")
  await stop()
})

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
