import { expect, test, vi } from 'vitest'

vi.stubGlobal('location', new URL('https://console.example/ems/alarms'))
vi.stubGlobal('window', Object.assign(new EventTarget(), { fetch: () => {} }))
const { microFetch } = await import('../../components/micro-app/micro-fetch')

const folder = 'https://console.example/micro/ems/'
const asked: [string, string, string | null][] = []
const ask = microFetch(
  {
    ...{ folder, prefix: '/ems', entry: new URL('index.html', folder), apiBase: '/api/ems' },
    connections: { add: () => () => {}, signal: () => new AbortController().signal, close: () => {} },
    onEntry: () => {},
  },
  async (input, init) => {
    const { url, method, headers } = new Request(input, init)
    asked.push([method, url, headers.get('x-page-headers') ?? headers.get('x-own')])
    return new Response('{}')
  },
)

test('FRAME-2 a file that is asked for by a Request is found, and a call stays a call', async () => {
  const headers = { 'x-own': 'kept' }
  await ask(new Request('https://console.example/config.json', { headers }))
  await ask(new Request('https://console.example/api/ems/list', { headers }))
  await ask(new Request('https://console.example/send', { headers, method: 'POST', body: '1' }))
  await ask(new Request('https://other.example/x.json', { headers }))
  expect(asked).toEqual([
    ['GET', `${folder}config.json`, 'kept'],
    ['GET', 'https://console.example/api/ems/list', 'x-own=kept'],
    ['POST', 'https://console.example/send', 'kept'],
    ['GET', 'https://other.example/x.json', 'kept'],
  ])
})
