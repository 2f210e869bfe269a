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
