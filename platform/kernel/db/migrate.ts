import { readdir } from 'node:fs/promises'
import { extname } from 'node:path'
import { type Migration, Migrator } from 'kysely/migration'
import type { Database } from './schema.ts'

/** A file each, in the order of their names; one that was released is never edited. */
const folder = new URL('migrations/', import.meta.url)
/** `.ts` in a clone, `.mjs` in an archive. */
const ending = extname(new URL(import.meta.url).pathname)

async function getMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(ending)).toSorted()
  const named = files.map(async (file) => {
    const migration: Migration = await import(new URL(file, folder).href)
    return [file.slice(0, -ending.length), migration] as const
  })
  return Object.fromEntries(await Promise.all(named))
}

/** Brings the schema up to date. Several processes may do it at once: Kysely holds an advisory lock meanwhile. */
export async function migrate(db: Database): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations } })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
}
