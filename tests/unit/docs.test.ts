import { globSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
/** What tells of other times: the customer's words, what is still to come, what has been. */
const otherTimes = ['docs/specification.md', 'docs/requirements.md', 'CHANGELOG.md']
const documents = globSync(['*.md', 'docs/**/*.md', 'bench/*.md'], { cwd: root }).filter(
  (file) => !otherTimes.includes(file),
)
const folders = '{app,components,lib,messages,platform,scripts,tools,tests,e2e,bench,demo,docs}'
const files = globSync(['*', `${folders}/**`], { cwd: root, exclude: ['**/node_modules'] })
const paths = new Set(files)
const names = new Set(files.map((file) => basename(file)))

/** Of a `<resource>` there are many; `position` is the recipe's example of one that is not there. */
function isThere(path: string): boolean {
  const [before = '', within, after = ''] = path.split(/[{}]/)
  if (within !== undefined) return within.split(',').every((one) => isThere(before + one + after))
  if (/position/.test(path)) return true
  if (!path.includes('/')) return names.has(path)
  return /[<*]/.test(path) || paths.has(path.replace(/\/$/, ''))
}

test('the example of a handler is the handler', () => {
  const text = readFileSync(resolve(root, 'docs/architecture.md'), 'utf8')
  const lines = /```ts\n(.*?)```/s.exec(text)?.[1]?.trim().split('\n') ?? []
  const shown = lines.map((line) => line.replace(/ \/\/.*/, '')).join('\n')
  const handlers = readFileSync(resolve(root, 'platform/modules/department/routes.ts'), 'utf8')
  expect(handlers.replaceAll(/^ +/gm, '')).toContain(shown)
})

test('every file and folder that the documents name is there', () => {
  expect(documents.length).toBeGreaterThan(10)
  const path = new RegExp(`^(?:${folders.slice(1, -1).replaceAll(',', '|')})/[^\\s…]+$`)
  // Beside barrels, which are only spoken of.
  const name = /^(?!index\.ts$)[\w-]+(?:\.[\w-]+)*\.(?:ts|tsx|mjs|md)$/
  const missing = documents.flatMap((document) =>
    [...readFileSync(resolve(root, document), 'utf8').matchAll(/`([^`\n]+)`/g)]
      .map((match) => match[1] ?? '')
      .filter((word) => (path.test(word) || name.test(word)) && !isThere(word))
      .map((word) => `${document}: ${word}`),
  )
  expect(missing).toEqual([])
})

test('the browsers that the README asks for are those that are built for', () => {
  const read = (file: string) => readFileSync(resolve(root, file), 'utf8')
  const { browserslist } = JSON.parse(read('package.json')) as { browserslist: string[] }
  const [chrome, , firefox, safari] = browserslist.map((one) => one.replace(/.* >= /, ''))
  expect(read('README.md')).toContain(
    `Chrome or Edge ${chrome}, Firefox ${firefox}, Safari ${safari}, or newer`,
  )
  // Before, there is no `AbortSignal.any`, with which the calls of a sub-application end.
  expect([Number(chrome) >= 116, Number(firefox) >= 124, Number(safari) >= 17.4]).toEqual([true, true, true])
})
