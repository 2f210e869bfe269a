import * as menus from '#contracts/menu'
import { newId } from '#platform/kernel/ids'
import { testPlatform } from './harness.ts'

/** Of the test file that imports this: each has modules, and so a database, of its own. */
export const platform = testPlatform()
let made = 0
export function fresh(): string {
  made += 1
  return `own${made}`
}

export async function rowOf(table: 'system_config' | 'menu_node' | 'pool_resource', code: string) {
  return platform.db.selectFrom(table).where('code', '=', code).selectAll().executeTakeFirstOrThrow()
}
export const systemForm = (code: string) => ({ name: code, code, version: '1', type: 0, enable: true })
export const entryForm = (pid: string, code: string) => ({
  ...{ type: menus.nodeTypes.directory, name: 'x', code, path: '/x', sort: 1, pid },
})
/** Puts a free page into the pool. */
export async function page(system: string, code: string): Promise<string> {
  const id = newId(platform.now())
  const row = { id, system_code: system, type: 2, name: code, path: `/${code}`, code, sort: 1 }
  await platform.insert('pool_resource', { ...row, created_time: platform.now() })
  return id
}
const rights = {
  systems: ['add', 'update', 'delete', 'updateEnable', 'search'].map((one) => `uia.allocation.${one}`),
  applications: ['add', 'update', 'delete', 'updateEnable', 'search'].map((one) => `uia.apply.${one}`),
  menus: ['add', 'update', 'delete', 'updateEnabled', 'search'].map((one) => `uia.menu.${one}`),
  assets: ['index', 'addAll'].map((one) => `uia.assets.${one}`),
}
export const all = Object.values(rights).flat()
