import { expect, test, vi } from 'vitest'

const asked = vi.fn<(address: string, init?: RequestInit) => Promise<unknown>>()
vi.stubGlobal('window', Object.assign(new EventTarget(), { fetch: asked }))
const { standIn } = await import('#lib/tab-context')
const { watchParts } = await import('#lib/page-parts')
const { sessionBack, sessionOver } = await import('#lib/session-end')
const { watchWork } = await import('#lib/unsaved')

const origin = 'https://console.example'
const answer = (path: string, text = '') =>
  Object.defineProperty(new Response(text), 'url', { value: `${origin}${path}` })
const roles = answer('/role/index', '0:["$","p",null,{"children":"NEXT_REDIRECT;replace;/login;307;"}]\n')
const redirect = '0:{"b":"x"}\n4:E{"digest":"NEXT_REDIRECT;replace;/login?reason=ended;307;"}\n'
const ways = [answer('/login?from=%2Frole%2Findex'), answer('/role/index', redirect)]
standIn({ userId: '7', username: 'li', orgId: 'o', orgName: 'O', systemId: 's', systemName: 'S' })
watchParts()
const part = () => window.fetch('/role/index', { headers: { rsc: '1' } })

test('CALL-3 LIST-1 LIST-3 offline, what was asked for comes with the connection, and the page stays', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  asked.mockClear()
  asked.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValueOnce(roles)
  const shown = part()
  await expect.poll(() => asked).toHaveBeenCalledTimes(1)
  vi.stubGlobal('navigator', { onLine: true })
  window.dispatchEvent(new Event('online'))
  expect(await shown).toBe(roles)
  // It may be back before the loss is told, and be lost after asking.
  for (const before of [false, true]) {
    vi.stubGlobal('navigator', { onLine: before })
    asked.mockImplementationOnce(async () => {
      window.dispatchEvent(new Event(before ? 'offline' : 'online'))
      vi.stubGlobal('navigator', { onLine: true })
      throw new TypeError('Failed to fetch')
    })
    asked.mockResolvedValueOnce(roles)
    expect(await part()).toBe(roles)
  }
  // Whoever is online and gets no answer is left to the browser, whose page says more.
  asked.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await expect(part()).rejects.toThrow('Failed to fetch')
  asked.mockClear()
})

test('EDGE-3 FRAME-7 a press that finds the session over asks in place where there is work, and goes on afterwards', async () => {
  const over = vi.fn()
  window.addEventListener(sessionOver, over)
  const release = watchWork(() => true)
  for (const [index, signIn] of ways.entries()) {
    asked.mockResolvedValueOnce(signIn).mockResolvedValueOnce(roles)
    const shown = part()
    await expect.poll(() => over).toHaveBeenCalledTimes(index + 1)
    expect(asked).toHaveBeenCalledTimes(2 * index + 1)
    window.dispatchEvent(new Event(sessionBack))
    expect(await shown).toBe(roles)
  }
  release()
  // Where nothing would be lost, the browser leaves for the sign-in page.
  for (const signIn of ways) {
    asked.mockResolvedValueOnce(signIn)
    expect(await part()).toBe(signIn)
  }
  expect(over).toHaveBeenCalledTimes(ways.length)
})
