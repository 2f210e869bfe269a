import { readdirSync, readFileSync } from 'node:fs'
import { createTranslator } from 'next-intl'
import { expect, test } from 'vitest'
import { textWidth } from '#components/list/column-width'
import type { Endpoint } from '#contracts/endpoint'
import { endpoints } from '#contracts/registry'
import { wholeNumber } from '#lib/whole-number'
import { messageText } from '#platform/kernel/messages'

const folder = new URL('../../messages/', import.meta.url)
const names = (locale: string) => readdirSync(new URL(`${locale}/`, folder)).toSorted()
const texts = (locale: string, name: string): Record<string, string> =>
  flat(JSON.parse(readFileSync(new URL(`${locale}/${name}`, folder), 'utf8')))
type Tree = { [key: string]: string | Tree }
const flat = (tree: Tree, prefix = ''): Record<string, string> =>
  Object.assign(
    {},
    ...Object.entries(tree).map(([key, value]) =>
      typeof value === 'string' ? { [prefix + key]: value } : flat(value, `${prefix}${key}.`),
    ),
  )
/** `{name}`, `{count, plural, …}`: the names that a text takes. */
const takes = (text: string) => [...text.matchAll(/\{(\w+)[,}]/g)].map((match) => match[1]).toSorted()

test('I18N-1 both languages have the same files, keys and arguments', () => {
  expect(names('en')).toEqual(names('zh-cn'))
  for (const name of names('en')) {
    const [en, zh] = [texts('en', name), texts('zh-cn', name)]
    expect(Object.keys(en).toSorted(), name).toEqual(Object.keys(zh).toSorted())
    for (const [key, text] of Object.entries(en)) {
      expect(new Set(takes(text)), `${name} ${key}`).toEqual(new Set(takes(zh[key] ?? '')))
    }
  }
})

const sameInBoth = ['Atrium', 'English']

test('I18N-1 no text is empty, none stands in the other language, but for names', () => {
  for (const name of names('en')) {
    for (const [key, text] of Object.entries(texts('en', name))) {
      expect(text.trim(), `${name} ${key}`).not.toBe('')
      if (`${name} ${key}` !== 'shell.json chinese')
        expect(text, `${name} ${key}`).not.toMatch(/\p{Script=Han}/u)
    }
    for (const [key, text] of Object.entries(texts('zh-cn', name))) {
      expect(text.trim(), `${name} ${key}`).not.toBe('')
      // The names of arguments are no words.
      if (!sameInBoth.includes(text) && /[A-Za-z]{2}/.test(text.replace(/\{\w+(, number)?\}/g, '')))
        expect(text, `${name} ${key}`).toMatch(/\p{Script=Han}/u)
    }
  }
})

test('I18N-1 each language has one kind of quotation marks', () => {
  for (const [locale, others] of [
    ['en', /[“”‘’]/],
    ['zh-cn', /"/],
  ] as const) {
    for (const name of names(locale)) {
      for (const [key, text] of Object.entries(texts(locale, name)))
        expect(text, `${locale}/${name} ${key}`).not.toMatch(others)
    }
  }
})

/** Arguments that are words, and the numbers that name something and are not written in groups: pages, lines, codes. */
const words = [
  ...['address', 'answer', 'detail', 'example', 'fault', 'field', 'file', 'id', 'label', 'language', 'list'],
  ...['message', 'name', 'names', 'note', 'organization', 'other', 'path', 'permission', 'place', 'problem'],
  ...['range', 'reason', 'shows', 'text', 'time', 'title', 'to', 'type', 'value', 'was', 'now', 'what'],
  ...['page', 'pages', 'line', 'number', 'status', 'version', 'known'],
  // Written by `wholeNumber`, where a page comes alive with them.
  ...['shown', 'first', 'last', 'size'],
  // Written by the platform, too, which fills in what stands behind a rule's name.
  'max',
]

test('I18N-2 every amount in a text is written as its language writes numbers', () => {
  for (const locale of ['en', 'zh-cn']) {
    for (const name of names(locale)) {
      for (const [key, text] of Object.entries(texts(locale, name))) {
        const plain = [...text.matchAll(/\{([a-z]\w*)\}/gi)].map((match) => match[1])
        expect(words, `${locale}/${name} ${key}`).toEqual(expect.arrayContaining(plain))
      }
    }
  }
})

test('I18N-2 the platform writes amounts in its messages alike', () => {
  expect(messageText('en', 'signInLocked', { seconds: 1800 })).toContain(' 1,800 ')
})

test('I18N-1 amounts in sentences have the word that fits them, in small letters', () => {
  const roleStays = (accounts: number) => messageText('en', 'roleStays', { accounts })
  expect(roleStays(1)).toMatch(/by 1 account,/)
  expect(roleStays(1200)).toMatch(/by 1,200 accounts,/)
  expect(messageText('en', 'menuInUse', { roles: 1, nodes: 0 })).toMatch(/: 1 role, 0 entries below it$/)
  const textOf = (name: string, key: string, values: Record<string, number | string>) =>
    createTranslator({ locale: 'en', messages: { text: texts('en', name)[key] ?? '' } })('text', values)
  const through = { through: 1, all: 1, resources: 1, failed: 0 }
  expect(textOf('assets.json', 'discovery.progress', through)).toBe(
    '1 of 1 system done, 1 resource, 0 failed',
  )
  const range = { first: '1', last: '10', shown: wholeNumber(10_000) }
  expect(textOf('common.json', 'rangeAtLeast', range)).toBe('Rows 1–10 of more than 10,000')
  expect(textOf('common.json', 'range', range)).toBe('Rows 1–10 of 10,000')
})

test('OLOG-1 every type of operation that is logged has a name, by which the log is filtered', () => {
  const logged = Object.values<Endpoint>(endpoints).flatMap(({ operation }) => operation?.type ?? [])
  // A list as a file, and a refusal of what changes nothing.
  const types = [...new Set([...logged, 'export', 'read'])].toSorted()
  for (const locale of ['en', 'zh-cn']) {
    const named = Object.keys(texts(locale, 'operation.json')).filter((key) => key.startsWith('types.'))
    expect(named.toSorted(), locale).toEqual(types.map((type) => `types.${type}`))
  }
})

test('OLOG-1 LIST-5 the types that fill the log are whole in the room that their column has at 1440 px', () => {
  for (const type of ['add', 'update', 'delete', 'enable', 'roles'])
    expect(textWidth(String(texts('en', 'operation.json')[`types.${type}`])), type).toBeLessThan(80)
})

test('LIST-9 LIST-10 what is asked before a switch or a deletion has the words of the specification', () => {
  const asked = ['askDisable', 'askEnable', 'askDelete']
  const [en, zh] = ['en', 'zh-cn'].map((locale) => asked.map((key) => texts(locale, 'common.json')[key]))
  expect(en).toEqual([
    'Are you sure to disable "{name}"?',
    'Are you sure to enable "{name}"?',
    'Are you sure to delete data "{name}"?',
  ])
  expect(zh).toEqual(['确定要停用“{name}”吗？', '确定要启用“{name}”吗？', '确定要删除数据“{name}”吗？'])
})
