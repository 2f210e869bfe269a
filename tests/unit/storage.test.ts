import { afterEach, expect, test, vi } from 'vitest'
import { clearBrowserState, triesLanguage } from '#lib/storage'

afterEach(() => void vi.unstubAllGlobals())

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
    ...{
      localStorage: memory(),
      sessionStorage: memory(),
      location: { protocol: 'http:', pathname: '/login' },
    },
  })
  vi.stubGlobal('document', { cookie: '' })
  window.sessionStorage.setItem('draft', 'x')
  expect(triesLanguage('en')).toBe(true)
  clearBrowserState()
  expect(window.sessionStorage.getItem('draft')).toBeNull()
  expect([triesLanguage('en'), triesLanguage('zh-cn')]).toEqual([false, true])
})

test('LOGOUT-1 GUARD-1 FRAME-4 what sub-applications keep in cookies, databases and files goes; what is this browser’s own stays', async () => {
  const cookies = new Map<string, string>([
    ['lang /', 'en'],
    ['tz /', 'Asia/Shanghai'],
    ['keys /', 'off'],
    ['sidebar /', '1'],
    ['look-account /', '{}'],
    ['ems_user /', 'li'],
    ['ems_draft /ems', 'a=b'],
    ['ems_page /ems/', 'x'],
  ])
  const databases = new Set(['ems', 'wms'])
  const files = new Set(['ems-files'])
  vi.stubGlobal('document', {
    get cookie() {
      return Array.from(cookies, ([name, value]) => `${name.split(' ')[0]}=${value}`).join('; ')
    },
    set cookie(line: string) {
      const [, name, path] = /^([^=]*)=; Path=([^;]*); Max-Age=0/.exec(line) ?? []
      cookies.delete(`${name} ${path}`)
    },
  })
  vi.stubGlobal('window', {
    ...{ localStorage: memory(), sessionStorage: memory() },
    location: { protocol: 'https:', pathname: '/ems/stations' },
    indexedDB: {
      databases: async () => Array.from(databases, (name) => ({ name })),
      deleteDatabase: (name: string) => databases.delete(name),
    },
    caches: { keys: async () => [...files], delete: async (name: string) => files.delete(name) },
  })
  clearBrowserState(false)
  const others = ['ems_user /', 'ems_draft /ems', 'ems_page /ems/']
  expect([...cookies.keys()], 'of whoever only comes by').toEqual(['lang /', 'tz /', 'keys /', ...others])
  clearBrowserState()
  expect([...cookies.keys()]).toEqual(['lang /', 'tz /', 'keys /'])
  await expect.poll(() => databases.size + files.size).toBe(0)
})
