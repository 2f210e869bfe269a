import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { accountForm, accountSearch, ownNames } from '#contracts/account'
import { systemForm } from '#contracts/allocation'
import { departmentForm } from '#contracts/department'
import type { Endpoint, Schema } from '#contracts/endpoint'
import { entrySearch } from '#contracts/log'
import { composed, phoneDigits, seenText, unseenIn } from '#contracts/plain-text'
import { endpoints } from '#contracts/registry'
import { loginForm } from '#contracts/session'
import { text } from '#contracts/text'
import { phoneForm } from '#contracts/user'

const unseen: Record<string, string> = {
  'zero-width space': 'ab\u200bc',
  'word joiner': 'ab\u2060c',
  'soft hyphen': 'ab\u00adc',
  'right-to-left override': '\u202eabc',
  'direction isolate': 'ab\u2066c',
  'direction mark': 'ab\u200e',
  'Arabic letter mark': 'ab\u061cc',
  'byte order mark': 'ab\ufeffc',
  'Hangul filler': '\u3164',
  'half-width Hangul filler': 'a\uffa0b',
  'empty Braille': '\u2800',
  'tag characters': 'ab\u{e0061}\u{e0062}',
  'variations alone': '\ufe0f\ufe0f',
  'a variation behind a letter': 'a\ufe0fb',
  'a joiner behind a letter': 'a\u200db',
  'half of a pair': 'ab\ud800c',
  'interlinear marks': 'ab\ufff9c\ufffbd',
  'object replacement': 'ab\ufffcc',
  'private use': 'ab\ue000c',
  unassigned: 'ab\u{e0fff}c',
  'no character': 'ab\uffffc',
  'line separator': 'ab\u2028c',
  'line break': 'ab\nc',
  tab: 'ab\tc',
  NUL: 'ab\0c',
  bell: 'ab\u0007c',
  'marks without a letter': '\u0301\u0301',
}

describe('the rule of texts', () => {
  test.each(Object.entries(unseen))('VALID-2 a text with %s is refused', (_, value) => {
    expect(text().safeParse(value).error?.issues[0]?.message).toMatch(/^unseenCharacters:U\+[0-9A-F]{4,6}$/)
  })
  test.each([
    ...['张伟', 'José O"Brien', 'ﬁ ß İ', '𠮷野家', '葛\u{e0100}城', '👩‍🚀 ❤️ 1️⃣ 👍🏽 🏳️‍🌈 🇨🇳'],
    ...['می\u200cخواهم', 'क्\u200dष', 'שלום', 'Level 3 — (A/B) №1 ± 5 °C', ''],
  ])('VALID-2 %s is a text that everybody sees', (value) => {
    expect(text().safeParse(value).data).toBe(value)
  })
  test('VALID-2 what looks the same is stored the same: blanks, and letters with their marks', () => {
    expect(text().parse('\u3000\u00a0Jose\u0301\u00a0\u2003Li\u00a0 ')).toBe('José  Li')
  })
  test('HOLD-8 a text of marks alone is not put in order, whose time would stop the process', () => {
    const forms = ['NFC', 'NFKC', 'NFKD'] as const
    for (const hostile of ['a\u0301\u0323', 'a\uff9e\u0323', '\uff9f\u0323\u0301']) {
      const run = hostile.slice(0, 1) + hostile.slice(1).repeat(16)
      for (const form of forms) expect(composed(run, form)).toBe(run)
    }
    const most = `a${'\u0301\u0323'.repeat(15)}`
    for (const form of forms) {
      expect(composed(`${most} ${most}`, form)).toBe(`${most} ${most}`.normalize(form))
      expect(composed('ｶﾞ ﬁ é', form)).toBe('ｶﾞ ﬁ é'.normalize(form))
    }
  })
  test('HOLD-8 nothing else puts a text in order', () => {
    const sources = globSync('{app,components,lib,platform,tools}/**/*.{ts,tsx}')
    const found = sources.filter((path) => readFileSync(path, 'utf8').includes('.normalize('))
    expect(found).toEqual(['lib/contracts/plain-text.ts'])
  })
  test('VALID-2 codes take what a Chinese keyboard writes full-width', () => {
    expect(departmentForm.shape.code.parse('Ａ０１．２')).toBe('A01.2')
    expect(systemForm.shape.version.parse('１．０')).toBe('1.0')
    expect(departmentForm.shape.code.safeParse('Ａ－１').success, 'a sign that none of them has').toBe(false)
  })
  test('VALID-2 the character is named, so that it can be found', () => {
    expect(unseenIn('a\u200bb')).toBe('U+200B')
    expect(unseenIn('ab')).toBeUndefined()
  })
  test('VALID-2 a name from a file is sought as people see it', () => {
    expect(seenText(' \u200bEast\t1\u00ad\r')).toBe('East 1')
    for (const name of ['葛\u{e0100}城', '👩‍🚀 1️⃣', 'می\u200cخواهم']) expect(seenText(name)).toBe(name)
    for (const value of Object.values(unseen)) expect(unseenIn(seenText(value))).toBeUndefined()
  })
})

describe('numbers as they are pasted', () => {
  test.each([
    ...[
      ['+86 138 0013 8000', '13800138000'],
      ['0086-138-0013-8000', '13800138000'],
    ],
    ...[
      ['8613800138000', '13800138000'],
      ['(+86)138.0013.8000', '13800138000'],
    ],
    ...[
      ['（＋８６）１３８００１３８０００', '13800138000'],
      ['\u202a138\u00a00013\u20118000\u202c', '13800138000'],
    ],
    ...[
      ['86123456', '86123456'],
      ['0912 345 678', '0912345678'],
      ['+852 5123 4567', '+85251234567'],
    ],
    ...[['138OO138OOO', '138OO138OOO']],
  ])('ACC-4 ME-5 %j is the phone %s', (pasted, digits) => {
    expect(phoneDigits(pasted)).toBe(digits)
  })
  test('ACC-1 ACC-4 ME-5 forms and the search take phones as they are pasted', () => {
    const pasted = '+86 138 0013 8000'
    expect(accountForm.shape.phone.parse(pasted)).toBe('13800138000')
    expect(phoneForm.shape.phone.parse(pasted)).toBe('13800138000')
    expect(accountSearch.shape.phone.parse('138 00')).toBe('13800')
  })
  test('LOGIN-2 ME-5 SYS-2 LLOG-1 codes, ports and addresses take full-width digits and blanks', () => {
    expect(loginForm.shape.code.parse(' １２ 34\u200b')).toBe('1234')
    expect(phoneForm.shape.smsCode.parse('１２3 456')).toBe('123456')
    expect(systemForm.shape.port.parse(' ８０80')).toBe('8080')
    expect(systemForm.shape.hostName.parse(' １０．0.0.1')).toBe('10.0.0.1')
    expect(entrySearch.shape.requestIp.parse('１０.0.0.1 ')).toBe('10.0.0.1')
  })
})

describe('the calls of the contract', () => {
  const places = Object.entries<Endpoint>(endpoints).flatMap(([name, endpoint]) =>
    (['params', 'query', 'body'] as const).flatMap((part) => placesOf(endpoint[part], `${name}.${part}`)),
  )

  test('VALID-2 the walk finds the fields of calls at all', () => {
    const names = places.map(({ at }) => at)
    for (const at of ['role.add.body.name', 'menu.update.body.description', 'user.update.body.nickName']) {
      expect(names).toContain(at)
    }
    expect(names.length).toBeGreaterThan(100)
  })

  test('VALID-2 no call stores or seeks a text with characters that nobody sees, or that turn others around', () => {
    // What a file says of an account is told by cell, by the rules of the form.
    const told = new RegExp(`^accountImport\\.check\\.body\\.rows.*\\.(${ownNames.join('|')})$`)
    const taken = places
      .filter(({ at }) => !told.test(at))
      .flatMap(({ at, schema }) =>
        Object.entries(unseen).flatMap(([what, value]) => {
          const kept = schema.safeParse(value).data
          return typeof kept === 'string' && unseenIn(kept) !== undefined ? [`${at}: ${what}`] : []
        }),
      )
    expect(taken).toEqual([])
  })
})

interface Parts {
  type: string
  innerType?: Schema
  element?: Schema
  shape?: Record<string, Schema>
  options?: Schema[]
}

/** The fields of a schema, each with its whole rule. */
function placesOf(schema: Schema, at: string): { at: string; schema: Schema }[] {
  const { type, innerType, element, shape = {}, options = [] } = schema.def as unknown as Parts
  if (type === 'object') {
    return Object.entries(shape).flatMap(([name, part]) => placesOf(part, `${at}.${name}`))
  }
  if (type === 'array' && element !== undefined) return placesOf(element, `${at}[]`)
  if (type === 'union') return options.flatMap((part) => placesOf(part, at))
  if (['optional', 'nullable', 'default'].includes(type) && innerType !== undefined) {
    return placesOf(innerType, at)
  }
  return type === 'unknown' ? [] : [{ at, schema }]
}
