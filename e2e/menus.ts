import type { Locator } from 'playwright/test'
import { ask, type Caller, expect, type Page, tell } from './fixtures'

export const menuPath = '/menu/index'
const treeCall = '/sys/menuManage/page/loadPermissionTree'
export const addCall = '/sys/menuManage/page/list/add'
export const updateCall = '/sys/menuManage/page/list/update'

interface StoredNode {
  id: string
  name: string
  code: string
  type: number
  pid: string
  path: string
  sort: number
  systemId: string
  enabled: boolean
  version: string
  children: StoredNode[]
}

export interface Wanted {
  type: number
  pid: string
  name?: string
  code?: string
  sort?: number
  [field: string]: unknown
}

/** What a menu entry of each type has to have. */
const needed: Record<number, object> = {
  2: { component: 'views/a' },
  3: { method: 'GET' },
  4: { component: 'views/a' },
}

/** Every node of the tree that the platform finds for a text, in order. */
export async function storedNodes(context: Caller, text = ''): Promise<StoredNode[]> {
  const flat = (nodes: readonly StoredNode[]): StoredNode[] =>
    nodes.flatMap((node) => [node, ...flat(node.children)])
  return flat(await ask<StoredNode[]>(context, `${treeCall}?searchStr=${encodeURIComponent(text)}`))
}

export async function storedNode(context: Caller, name: string): Promise<StoredNode> {
  const node = (await storedNodes(context, name)).find((candidate) => candidate.name === name)
  if (node === undefined) throw new Error(`${name} is not stored`)
  return node
}

/** Adds a node of the test's own. */
export async function addNode(context: Caller, wanted: Wanted): Promise<StoredNode> {
  const name = wanted.name ?? word()
  const own = { code: `ems.${name}`, path: `/ems/${name}`, sort: 1, ...needed[wanted.type] }
  await tell(context, addCall, { ...own, ...wanted, name })
  return storedNode(context, name)
}

/** A directory with a menu with a button, in the energy system. */
export async function addBranch(context: Caller) {
  const ems = await storedNode(context, '能源管理系统')
  const directory = await addNode(context, { type: 1, pid: ems.id })
  const menu = await addNode(context, { type: 2, pid: directory.id })
  const button = await addNode(context, { type: 3, pid: menu.id })
  return { ems, directory, menu, button }
}

let words = 0
/** A name as short as entries' names have to be, of a letter and digits: whatever they are, it is as wide. */
export function word(): string {
  words += 1
  return `n${process.pid % 1000}${Date.now() % 100_000_000}${words}`
}

export const grid = (page: Page): Locator => page.getByRole('treegrid', { name: '菜单管理，表格' })
/** The rows below the head, as far as they are in the document. */
export const gridRows = (page: Page): Locator => grid(page).locator('tr[aria-level]')
export const gridRow = (page: Page, name: string): Locator =>
  gridRows(page).filter({ has: page.getByText(name, { exact: true }) })
export const names = (page: Page): Promise<string[]> =>
  gridRows(page).evaluateAll((rows) => rows.map((row) => row.querySelector('td')?.title ?? ''))

export async function openMenus(page: Page, text = ''): Promise<void> {
  await page.goto(text === '' ? menuPath : `${menuPath}?searchStr=${encodeURIComponent(text)}`)
  await expect(grid(page)).toBeVisible()
}

export const addDialog = (page: Page): Locator => page.getByRole('dialog', { name: '新增菜单' })
export const editDialog = (page: Page): Locator => page.getByRole('dialog', { name: '编辑菜单' })
export const parentField = (dialog: Locator): Locator => dialog.getByRole('combobox', { name: '上级目录' })

/** Picks a parent as a person does: opens the tree, looks for it, presses it. */
export async function pickParent(dialog: Locator, name: string): Promise<void> {
  await parentField(dialog).click()
  await dialog.getByRole('textbox', { name: '查找上级目录' }).fill(name)
  await dialog.getByRole('treeitem', { name, exact: true }).click()
  await expect(parentField(dialog)).toContainText(name)
}

export const expand = (page: Page, name: string) =>
  page.getByRole('button', { name: `展开${name}`, exact: true })
export const type = (page: Page, name: string) => addDialog(page).getByRole('radio', { name, exact: true })
