import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import type { CollectedResource } from '#contracts/assets'
import * as assets from '#contracts/assets'
import { newId } from '#platform/kernel/ids'
import { admin, testPlatform } from './harness.ts'

/** Of the test file that imports this: each has modules, and so a database, of its own. */
export const platform = testPlatform()
let made = 0

export async function makeSystem(given: { code?: string; enable?: boolean } = {}): Promise<string> {
  made += 1
  const code = given.code ?? `sys${made}`
  await platform.insert('system_config', {
    ...{ id: newId(platform.now()), code, name: `System ${code}`, version: '1', type: 0 },
    ...{ enable: given.enable !== false, created_time: platform.now() },
  })
  return code
}

/** A page with a search operation, and whatever else is wanted. */
export function page(code: string, name: string, more: Partial<CollectedResource> = {}): CollectedResource {
  const path = `/${code}/${name}`
  const search = { name: 'search', path, code: `${code}.${name}.search`, method: 'GET' as const }
  return { name, type: 2, path, code: `${code}.page.${name}`, operations: [search], ...more }
}
export function plain(code: string, name: string, more: Partial<CollectedResource> = {}): CollectedResource {
  return page(code, name, { operations: [], ...more })
}

export async function send(systems: { code: string; resources: unknown[] }[], context: object = admin) {
  return platform.call(assets.addAll, { ...admin, ...context }, { body: systems })
}
export async function status(context: object = admin) {
  return await platform.ok(assets.getAddStatus, { ...admin, ...context })
}
export async function finished(context: object = admin) {
  for (let tries = 0; tries < 500; tries += 1) {
    const now = await status(context)
    if (now.addIsDone === 1) return now
    await wait(10)
  }
  throw new Error('the job does not end')
}
export async function store(systems: { code: string; resources: unknown[] }[]) {
  platform.forward(1)
  const answer = await send(systems)
  expect([answer.status, answer.code], answer.msg).toEqual([200, 200])
  return finished()
}
export async function listed(query: Record<string, unknown>) {
  return await platform.ok(assets.findAll, admin, { query: { limit: 100, ...query } })
}
export async function codesOf(code: string) {
  return (await listed({ code })).content.map((row) => row.code)
}
export async function operations(subject: string) {
  return platform.db
    .selectFrom('operation_log')
    .where('module', '=', 'assets')
    .where('subject_name', '=', subject)
    .orderBy('create_time')
    .selectAll()
    .execute()
}
