import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { compile } from 'tailwindcss'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const require = createRequire(import.meta.url)

/** The console's looks, as its build compiles them. */
function looks() {
  const base = join(root, 'app')
  return compile(readFileSync(join(base, 'globals.css'), 'utf8'), {
    base,
    loadStylesheet: async (id, from) => {
      const path = id === 'tailwindcss' ? require.resolve('tailwindcss/index.css') : resolve(from, id)
      return { path, base: dirname(path), content: readFileSync(path, 'utf8') }
    },
  })
}

/** What elements are called by each other's looks, and for tests: no looks of their own. */
const marks = /^(group|peer)(\/[a-z]+)?$/

/** Every look that an element is given, by the file that gives it; what is put together as it runs is left out. */
function given(): Map<string, string> {
  const found = new Map<string, string>()
  for (const folder of ['app', 'components']) {
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.tsx')) continue
      const text = readFileSync(join(root, folder, name), 'utf8')
      for (const [, plain, template] of text.matchAll(/className=(?:"([^"]*)"|\{`([^`]*)`\})/g)) {
        const words = plain ?? (template ?? '').replaceAll(/\S*\$\{(?:[^{}]|\{[^{}]*\})*\}\S*/g, ' ')
        for (const word of words.split(/\s+/).filter(Boolean)) found.set(word, join(folder, name))
      }
    }
  }
  return found
}

test('A11Y-3 every look that an element is given is one that the styles have', async () => {
  const { build } = await looks()
  const all = [...given()]
  expect(all.length).toBeGreaterThan(500)
  const css = build(all.map(([word]) => word))
  const isThere = (word: string) => {
    const selector = `.${word.replaceAll(/[^\w\u0080-\uffff-]/g, '\\$&')}`
    // Longer ones begin alike.
    return css.split(selector).some((after, at) => at > 0 && !/^[\w\\-]/.test(after))
  }
  expect(all.filter(([word]) => !isThere(word) && !marks.test(word))).toEqual([])
})
