import { expect, test, vi } from 'vitest'
import { clearBrowserState, triesLanguage } from '#lib/storage'

function memory() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    clear: () => kept.clear(),
  }
}

test('LOGIN-1 SHELL-6 a page is loaded anew for the kept language once, also where signing in clears what the browser keeps', () => {
  vi.stubGlobal('window', {
    ...{ localStorage: memory(), sessionStorage: memory(), location: { protocol: 'http:' } },
  })
  vi.stubGlobal('document', { cookie: '' })
  window.sessionStorage.setItem('draft', 'x')
  expect(triesLanguage('en')).toBe(true)
  clearBrowserState()
  expect(window.sessionStorage.getItem('draft')).toBeNull()
  expect([triesLanguage('en'), triesLanguage('zh-cn')]).toEqual([false, true])
})

test('LOGOUT-1 GUARD-1 FRAME-4 signing out leaves nothing that a system kept for the person, and what is the browser’s', async () => {
  const cookies = new Map(
    Object.entries({
      lang: 'en',
      tz: 'UTC',
      keys: 'off',
      signed_out: '1',
      'Admin-Token': 'x',
      'look-role': 'y',
    }),
  )
  const gone: string[] = []
  vi.stubGlobal('document', {
    get cookie() {
      return Array.from(cookies, (one) => one.join('=')).join('; ')
    },
    set cookie(text: string) {
      if (/Max-Age=0/.test(text)) cookies.delete(text.split('=')[0] ?? '')
    },
  })
  vi.stubGlobal('window', {
    ...{ localStorage: memory(), sessionStorage: memory(), location: { protocol: 'http:' } },
    indexedDB: {
      databases: async () => [{ name: 'drafts' }],
      deleteDatabase: (name: string) => gone.push(name),
    },
    caches: { keys: async () => ['files'], delete: async (name: string) => gone.push(name) },
  })
  clearBrowserState()
  expect([...cookies.keys()]).toEqual(['lang', 'tz', 'keys', 'signed_out'])
  await expect.poll(() => gone).toEqual(['drafts', 'files'])
})
