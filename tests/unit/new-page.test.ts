import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '#contracts/endpoint'
import { endpoints } from '#contracts/registry'
import { consolePages } from '#lib/console-pages'
import * as namespaces from '#lib/i18n/namespaces'
import { lists } from '../../tools/conformance/list-filters.ts'
import { plainForm, plainKeys } from '../../tools/conformance/writes/plain.ts'

/** What CONTRIBUTING.md's recipe of a new page asks for, where neither the compiler nor another test does. */

// biome-ignore lint/suspicious/noExplicitAny: JSON Schema, as zod writes it.
type Json = any
const root = resolve(import.meta.dirname, '../..')
const all = Object.entries<Endpoint>(endpoints)
const fieldsOf = (schema: unknown) => Object.keys((schema as { shape?: Record<string, unknown> }).shape ?? {})

test('every page of a resource has its file and its texts', () => {
  for (const { key, path } of consolePages) {
    expect(existsSync(resolve(root, `app/(console)${path}/page.tsx`)), path).toBe(true)
    expect(Object.keys(namespaces), path).toContain(key)
  }
})

test('the conformance run pages through every list, and knows what its search matches', () => {
  // A list has pages of the size that is asked for; those of a recycle bin have one. It tells them, other than the listing of systems.
  const isPaged = ({ query, data }: Endpoint) =>
    ['page', 'limit'].every((name) => fieldsOf(query).includes(name)) && fieldsOf(data).includes('meta')
  const paged = all.filter(([, endpoint]) => isPaged(endpoint)).map(([name]) => name)
  expect(lists.map(({ call }) => call).toSorted()).toEqual(paged.toSorted())
  for (const { call, filters } of lists) {
    const { properties, $defs } = z.toJSONSchema(endpoints[call].data, {
      io: 'input',
      unrepresentable: 'any',
    }) as Json
    const { $ref, ...row } = properties.content.anyOf[0].items
    const known = Object.keys(($ref === undefined ? row : $defs[$ref.split('/').at(-1)]).properties)
    const found = filters.flatMap((filter) => (filter.kind === 'contains' ? filter.fields : []))
    expect(known, call).toEqual(expect.arrayContaining(found))
  }
})

test('EDGE-15 the conformance run fills in the form of whatever has nothing particular', () => {
  for (const key of plainKeys) {
    const form = plainForm(key, 'b81884', '1')
    expect(z.safeParse(endpoints[`${key}.add`].body, form).error, key).toBeUndefined()
  }
})

test('OLOG-1 the operation log has words for every field of a form', () => {
  const words: unknown = JSON.parse(readFileSync(resolve(root, 'messages/en/operation.json'), 'utf8')).fields
  const logged = all.filter(([, { operation }]) => operation?.type === 'add' || operation?.type === 'update')
  // A record's own id and versions, what is kept under another name or not at all, and what people set up for themselves.
  const unlogged = ['id', 'userId', 'deptId', 'version', 'recordVersion', 'password', 'key', 'value']
  const wordless = logged.flatMap(([name, { body }]) =>
    fieldsOf(body)
      .filter((field) => !unlogged.includes(field) && !Object.hasOwn(words as object, field))
      .map((field) => `${name}: ${field}`),
  )
  expect(wordless).toEqual([])
})
