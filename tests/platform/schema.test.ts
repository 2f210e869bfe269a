import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sql, type TableMetadata } from 'kysely'
import { expect, test } from 'vitest'
import { missingTrigramIndexes } from '#platform/kernel/db/trigram'
import { countedAs, usesOf } from '#platform/kernel/uses'
import { testPlatform } from './harness.ts'

const platform = testPlatform()
const root = resolve(import.meta.dirname, '../..')

const types: Record<string, string> = {
  text: 'string',
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'string',
  timestamptz: 'Date',
  bytea: 'Buffer',
  jsonb: 'object',
  _text: 'string[]',
}

/** What `schema.ts` has to say of a table, and which columns a new row may leave out. */
function madeOf({ name, columns }: TableMetadata): string {
  const rows = columns.map((column) => {
    const type = types[column.dataType] ?? `no type for ${column.dataType}`
    return `${column.name}: ${type}${column.isNullable ? ' | null' : ''}`
  })
  const mayLack = columns
    .filter((column) => column.isNullable || column.hasDefaultValue)
    .map((column) => `'${column.name}'`)
  return `${name}: { row: { ${rows.join('; ')} }; mayLack: ${mayLack.join(' | ') || 'never'} }`
}

/** Compiles only where both say the same; else the message names tables and columns. */
const comparison = `
import type { Insertable, Selectable } from 'kysely'
import type { Schema } from '#platform/kernel/db/schema'

type OnlyOne = Exclude<keyof Made, keyof Schema> | Exclude<keyof Schema, keyof Made>
type Both = keyof Made & keyof Schema

type Differing<T extends Both, Row = Made[T]['row'], Said = Selectable<Schema[T]>> = {
  [C in (keyof Row | keyof Said) & string]: C extends keyof Row & keyof Said
    ? [Said[C], null & Row[C]] extends [Row[C], null & Said[C]] ? never : \`\${T}.\${C}\`
    : \`\${T}.\${C}\`
}[(keyof Row | keyof Said) & string]

type New<T extends Both> = Insertable<Schema[T]>
type Optional<T extends Both> = { [C in keyof New<T>]-?: object extends Pick<New<T>, C> ? C : never }[keyof New<T>]
type WronglyOptional<T extends Both> = \`\${T}.\${Exclude<Optional<T>, Made[T]['mayLack']> & string} is needed\`

type Faults = OnlyOne | { [T in Both]: Differing<T> | WronglyOptional<T> }[Both]
export const nothing: { [Fault in Faults]: true } = {}
`

test('schema.ts says of tables and columns what the migrations make', async () => {
  const tables = await platform.db.introspection.getTables()
  const made = tables.filter((table) => !table.isView).map(madeOf)
  const folder = join(root, 'node_modules/.cache/schema')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'made.ts'), `interface Made {\n  ${made.join('\n  ')}\n}\n${comparison}`)
  const options = { noEmit: true, incremental: false }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      compilerOptions: options,
      files: ['made.ts'],
      include: [],
    }),
  )
  expect(await compile(folder)).toBe('')
})

test('whatever refers to a record, and stays when that is deleted, is counted before', async () => {
  const { rows } = await sql<{ target: string; tables: string[] }>`
    select target.relname as target, array_agg(t.relname::text order by 1) as tables
    from pg_constraint c join pg_class target on target.oid = c.confrelid join pg_class t on t.oid = c.conrelid
    where c.contype = 'f' and c.confdeltype in ('a', 'r') group by target.relname`.execute(platform.db)
  const counted = async (table: 'organization' | 'department') => {
    const tables = (await usesOf(platform.db, table)).map((use) => use.table)
    for (const one of tables) expect(countedAs(one)?.key, one).toMatch(/\w/)
    return tables.sort()
  }
  expect(Object.fromEntries(rows.map(({ target, tables }) => [target, tables.sort()]))).toEqual({
    organization: await counted('organization'),
    department: await counted('department'),
    // Of what a system has no more, discovery deletes only what no application has taken.
    pool_resource: ['application_resource'],
  })
})

function compile(folder: string): Promise<string> {
  return new Promise((done) => {
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    execFile(process.execPath, [compiler, '-p', folder], (_, output, errors) => done(output + errors))
  })
}

test('HOLD-7 each column in which a list looks for a text has an index for its parts', async () => {
  expect(await missingTrigramIndexes(platform.db)).toEqual([])
})
