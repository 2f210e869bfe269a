import type { Endpoint } from '#contracts/endpoint'
import * as menus from '#contracts/menu'
import { admin, type Context, testPlatform } from './harness.ts'
import { fresh } from './records.ts'

/** Of the test file that imports this: each has modules, and so a database, of its own. */
export const platform = testPlatform()
const { directory, menu, button, component } = menus.nodeTypes
export const writes = ['add', 'update', 'delete', 'updateEnabled'].map((action) => `uia.menu.${action}`)

const own: Record<number, object> = {
  [directory]: { icon: 'folder' },
  [menu]: { icon: 'page', component: 'views/page' },
  [button]: { method: 'POST' },
  [component]: { icon: 'page', component: 'views/part' },
}
/** A form that is right; `parent` is a code. */
export async function form(type: number, parent: string, given: Record<string, unknown> = {}) {
  const number = fresh()
  const entry = { name: `条目${number}`, code: `made.entry.n${number}`, path: `/made/${number}`, sort: 1 }
  return { type, ...entry, pid: await platform.nodeId(parent), ...own[type], ...given }
}
/** Stores one and gives its code. */
export async function entry(
  type: number,
  parent: string,
  given: Record<string, unknown> = {},
): Promise<string> {
  const body = await form(type, parent, given)
  await platform.ok(menus.add, admin, { body })
  return body.code
}
/** What an update of a stored one sends when nothing is changed. */
export async function formOf(code: string): Promise<Record<string, unknown>> {
  const row = flat(await platform.ok(menus.tree, admin)).find((one) => one.code === code)
  if (row === undefined) throw new Error(code)
  const { id, type, name, path, sort, pid, icon, method, description, iFrame, version } = row
  const shown = iFrame ? { iFrame, linkUrl: row.linkUrl } : { component: row.component }
  return { id, type, name, code, path, sort, pid, icon, method, description, ...shown, version }
}
export const send = (endpoint: Endpoint, body: unknown, who: Context = admin) =>
  platform.call(endpoint, who, { body })
export const update = async (code: string, given: Record<string, unknown>, who: Context = admin) =>
  send(menus.update, { ...(await formOf(code)), ...given }, who)
export const remove = async (code: string, who: Context = admin, query = {}) =>
  platform.call(menus.remove, who, { params: { resourceId: await platform.nodeId(code) }, query })
export const enable = async (code: string, enabled: unknown, who: Context = admin) =>
  platform.call(menus.updateEnable, who, { query: { id: await platform.nodeId(code), enabled } })

export function flat(nodes: readonly menus.MenuRow[] | null | undefined): menus.MenuRow[] {
  return (nodes ?? []).flatMap((node) => [node, ...flat(node.children)])
}
export const codesOf = (nodes: readonly menus.MenuRow[]) => flat(nodes).map((node) => node.code)
export async function tree(who: Context, searchStr?: string) {
  const answer = await platform.call(menus.tree, who, { query: { searchStr } })
  return answer.code === 0 ? answer.data : []
}
