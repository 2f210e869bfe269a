import { expect, test } from 'vitest'
import { giveStorage } from '../../components/micro-app/own-storage'

/** As browsers have it: its keys are properties. */
class Storage {
  getItem(key: string): unknown {
    return Object.hasOwn(this, key) ? Reflect.get(this, key) : null
  }
  setItem(key: string, value: unknown) {
    Reflect.set(this, key, String(value))
  }
  removeItem(key: string) {
    Reflect.deleteProperty(this, key)
  }
  key(index: number) {
    return Object.keys(this)[index] ?? null
  }
  clear() {
    for (const key of Object.keys(this)) this.removeItem(key)
  }
}

/** A window of a system's page over what the browser keeps. */
function pageOf(code: string, whole: Storage) {
  const own = { Storage: class extends Storage {}, EventTarget, sessionStorage: new Storage() }
  const frame = Object.assign(new EventTarget(), own, { localStorage: whole })
  giveStorage(frame as never, `/${code}:`)
  return frame
}

test('FRAME-2 what a system keeps is its own, however it is written, and goes with the whole', () => {
  const whole = new Storage()
  const [ems, wms] = [pageOf('ems', whole).localStorage, pageOf('wms', whole).localStorage]
  whole.setItem('draft', 'of another')
  ems.setItem('token', 1)
  Reflect.set(ems, 'menu', 'open')
  Reflect.set(wms, 'token', 'other')
  const keys = ['token', 'menu', 'length', 'draft']
  expect(keys.map((key) => Reflect.get(ems, key))).toEqual(['1', 'open', 2, undefined])
  expect([ems.getItem('token'), ems.getItem('draft'), ems.key(0), ems.key(2)]).toEqual([
    '1',
    null,
    'token',
    null,
  ])
  expect([{ ...ems }, JSON.stringify(wms)]).toEqual([{ token: '1', menu: 'open' }, '{"token":"other"}'])
  expect(['menu' in ems, 'menu' in wms, 'clear' in wms]).toEqual([true, false, true])
  Reflect.deleteProperty(ems, 'menu')
  expect(Object.keys(ems)).toEqual(['token'])
  ems.clear()
  expect(Object.keys(whole)).toEqual(['draft', '/wms:token'])
  whole.clear()
  expect(wms.getItem('token')).toBeNull()
})

test('FRAME-2 MICRO-2 what the console keeps a page reads until it keeps a value of that name itself', () => {
  const whole = new Storage()
  const [ems, wms] = [pageOf('ems', whole).localStorage, pageOf('wms', whole).localStorage]
  whole.setItem('lang', 'en')
  expect(ems.getItem('lang')).toBe('en')
  ems.setItem('lang', 'de')
  expect([whole, ems, wms].map((one) => one.getItem('lang'))).toEqual(['en', 'de', 'en'])
})

test('FRAME-2 a library that watches what is kept stands in between', () => {
  const ems = pageOf('ems', new Storage())
  const { prototype } = ems.Storage
  const [own, heard] = [prototype.setItem, [] as string[]]
  prototype.setItem = function setItem(key: string, value: unknown) {
    heard.push(key)
    own.call(this, key, value)
  }
  ems.localStorage.setItem('a', 'b')
  expect([heard, ems.localStorage.getItem('a')]).toEqual([['a'], 'b'])
  expect(ems.localStorage).toBeInstanceOf(ems.Storage)
})
