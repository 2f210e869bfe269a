import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
const filesBelow = (...folders: string[]) =>
  folders.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }))

const ours = filesBelow('app', 'components', 'lib', 'platform')
const code = [...ours, 'middleware.ts', 'instrumentation.ts', 'next.config.ts'].map((file) => ({
  file,
  text: textOf(file),
}))

type Tree = { [key: string]: string | Tree }
const keysOf = (tree: Tree, before = ''): string[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [before + key] : keysOf(value, `${before}${key}.`),
  )

/** Keys may be put together from words (`t(\`faults.${fault}\`)`), but the last word stands somewhere. */
test('every text’s key ends in a word of the code', () => {
  const words = new Set(code.flatMap(({ text }) => text.match(/[A-Za-z0-9_]+/g) ?? []))
  const unused = globSync('messages/en/*.json', { cwd: root }).flatMap((file) =>
    keysOf(JSON.parse(textOf(file)))
      .filter((key) => !words.has(key.slice(key.lastIndexOf('.') + 1)))
      .map((key) => `${basename(file)} ${key}`),
  )
  expect(unused).toEqual([])
})

/** What Next finds by its name, and what is started or named in a configuration. */
const begins =
  /^app\/(?:.*\/)?(?:page|layout|route|error|global-error|loading|not-found|forbidden|unauthorized)\.tsx?$|^platform\/server\.ts$|^platform\/kernel\/db\/migrations\/|^lib\/i18n\/request\.ts$/

test('every file is imported by another that is shipped', () => {
  const aliases: Record<string, string> = {
    '#app/': 'app/',
    '#components/': 'components/',
    '#contracts/': 'lib/contracts/',
    '#lib/': 'lib/',
    '#platform/': 'platform/',
  }
  const targetOf = (file: string, name: string) => {
    if (name.startsWith('.')) return relative(root, resolve(root, dirname(file), name))
    const alias = Object.keys(aliases).find((prefix) => name.startsWith(prefix))
    return alias === undefined ? name : aliases[alias] + name.slice(alias.length)
  }
  const imported = new Set(
    code.flatMap(({ file, text }) =>
      [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)].map((match) =>
        withoutEnding(targetOf(file, match[1] ?? '')),
      ),
    ),
  )
  const started = filesBelow('scripts')
    .concat(globSync('scripts/**/*.mjs', { cwd: root }))
    .map(textOf)
    .join('\n')
  const unused = ours.filter(
    (file) => !begins.test(file) && !imported.has(withoutEnding(file)) && !started.includes(basename(file)),
  )
  expect(unused).toEqual([])
})

function withoutEnding(path: string): string {
  return path.replace(/\.tsx?$/, '')
}

test('every class and colour of our own style sheets is used', () => {
  const style = ['globals', 'tokens', 'themes'].map((name) => textOf(`app/${name}.css`)).join('\n')
  const classes = code.map(({ text }) => text).join('\n')
  const utilities = [...style.matchAll(/@utility ([\w-]+)/g)].map((match) => match[1] ?? '')
  const colours = [...style.matchAll(/--color-([\w-]+):/g)].map((match) => match[1] ?? '')
  expect(utilities.length).toBeGreaterThan(0)
  expect(colours.length).toBeGreaterThan(10)
  const unused = [
    ...utilities.filter((name) => !new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(classes)),
    // As `bg-soft`, `border-b-line` or `var(--color-soft)`.
    ...colours.filter(
      (name) =>
        !new RegExp(`-${name}(?![\\w-])`).test(`${classes}${style.replaceAll(`--color-${name}:`, '')}`),
    ),
  ]
  expect(unused).toEqual([])
})
