import type { Selectable } from 'kysely'
import * as applications from '#contracts/apply'
import * as menus from '#contracts/menu'
import type { Schema } from '#platform/kernel/db/schema'
import { admin, type Context, testPlatform } from './harness.ts'
import { storePicture } from './pictures.ts'
import { fresh } from './records.ts'

/** Of the test file that imports this: each has modules, and so a database, of its own. */
export const platform = testPlatform()

interface Sketch {
  code: string
  type?: number
  below?: readonly Sketch[]
}
type PoolRow = Selectable<Schema['pool_resource']>
/** Puts resources of a system of its own into the pool, as a discovery does. Gives the ids by code. */
export async function pool(system: string, ...sketches: readonly Sketch[]): Promise<Record<string, string>> {
  const rowsOf = (sketch: Sketch, pid: string | null, sort: number): PoolRow[] => {
    const { code, type = 2, below = [] } = sketch
    const id = `r-${system}-${code}`.replaceAll('.', '-')
    const own = {
      name: `N ${code}`,
      path: `/${code}`,
      method: type === 3 ? 'GET' : null,
      description: '说明',
    }
    const row = { ...own, id, pid, code, type, sort, system_code: system, created_time: platform.now() }
    return [row, ...below.flatMap((child, at) => rowsOf(child, id, at + 1))]
  }
  const rows = sketches.flatMap((sketch, at) => rowsOf(sketch, null, at + 1))
  await platform.insert('pool_resource', rows)
  return Object.fromEntries(rows.map((row) => [row.code, row.id]))
}
/** As many pages of a new system as are asked for, each with one operation. Gives the pages' ids. */
export async function pages(count = 1): Promise<{ system: string; ids: string[]; codes: string[] }> {
  const made = fresh()
  const system = `p${made}`
  const codes = Array.from({ length: count }, (_, at) => `${system}.page${at}`)
  const all = await pool(
    system,
    ...codes.map((code) => ({ code, below: [{ code: `${code}.search`, type: 3 }] })),
  )
  return { system, codes, ids: codes.map((code) => all[code] ?? '') }
}
export async function form(given: Record<string, unknown> = {}) {
  const made = fresh()
  return {
    name: `新应用${made}`,
    code: `app${made}`,
    icon: await storePicture(platform),
    enabled: true,
    ...(given.resourceIdList === undefined && { resourceIdList: (await pages()).ids }),
    ...given,
  }
}
type Form = Awaited<ReturnType<typeof form>> & { resourceIdList?: string[] }
/** Stores one and gives its form with its id. */
export async function application(
  given: Record<string, unknown> = {},
): Promise<Form & { id: string; code: string }> {
  const body = await form(given)
  await platform.ok(applications.add, admin, { body })
  return { ...body, id: await platform.systemId(body.code) }
}
export const detail = async (id: string) =>
  await platform.ok(applications.detail, admin, { params: { id }, query: { type: 2 } })
export const add = (body: unknown, who: Context = admin) => platform.call(applications.add, who, { body })
export const update = (body: unknown, who: Context = admin) =>
  platform.call(applications.update, who, { body })
export const remove = (id: string, who: Context = admin) =>
  platform.call(applications.remove, who, { params: { id } })

/** The tree of an application as text, by code. */
export async function drawn(id: string): Promise<string[]> {
  const data = await platform.ok(menus.tree, admin)
  const lines = (node: menus.MenuRow): string[] => [
    `${node.type} ${node.code}`,
    ...(node.children ?? []).flatMap(lines).map((line) => `  ${line}`),
  ]
  return data.filter((root) => root.id === id).flatMap(lines)
}
