import { type BrowserContext, expect as check, type Locator, type Page } from 'playwright/test'
import { organizationIds } from './accounts'
import { call, demoPassword, enter, hash, signIn, unique } from './fixtures'

/** A console list: its page, the search field in its address, and the call that fills it. */
export interface List {
  title: string
  path: string
  search: string
  call: string
}

export const lists = {
  role: { title: '角色管理', path: '/role/index', search: 'roleName', call: '/sys/role/page/findAll' },
  department: { title: '部门管理', path: '/department/index', search: 'name', call: '/sys/dept/page/list' },
  organization: {
    title: '组织管理',
    path: '/organization/index',
    search: 'name',
    call: '/sys/org/page/list',
  },
  allocation: {
    title: '系统配置',
    path: '/allocation/index',
    search: 'name',
    call: '/sys/resourcesConfig/page/list',
  },
  apply: {
    title: '应用管理',
    path: '/apply/index',
    search: 'seachStr',
    call: '/sys/appInfo/page/manager/list',
  },
  online: { title: '在线用户', path: '/online/index', search: 'filter', call: '/sys/online' },
  entryLog: { title: '登录日志', path: '/entryLog/index', search: 'userName', call: '/sys/loginLog/list' },
  operation: { title: '操作日志', path: '/operation/index', search: 'userName', call: '/sys/log/page/list' },
} as const satisfies Record<string, List>

export const tableOf = (page: Page, list: List): Locator =>
  page.getByRole('region', { name: `${list.title}，表格` })
/** The rows below the head. */
export const rowsOf = (page: Page, list: List): Locator =>
  tableOf(page, list).locator('tbody').getByRole('row')
export const rowOf = (page: Page, list: List, name: string): Locator =>
  rowsOf(page, list).filter({ has: page.getByRole('cell', { name, exact: true }) })
export const addButton = (page: Page): Locator => page.getByRole('button', { name: '新增', exact: true })
export const searchButton = (page: Page): Locator => page.getByRole('button', { name: '查询' })
export const resetButton = (page: Page): Locator =>
  page.getByRole('search').getByRole('button', { name: '重置' })
export const confirmButton = (page: Page): Locator =>
  page.getByRole('alertdialog').getByRole('button', { name: '确定' })
export const saveButton = (dialog: Locator): Locator => dialog.getByRole('button', { name: '保存' })
export const textOf = (dialog: Locator, label: string): Locator =>
  dialog.getByRole('textbox', { name: label, exact: true })
export const nothingFound = (page: Page): Locator => page.getByText('没有符合条件的数据')

/** The message that a field is tied to. */
export async function noteOf(control: Locator): Promise<Locator> {
  return control.page().locator(`[id="${await control.getAttribute('aria-describedby')}"]`)
}

/** Opens a list at one name, so that what other tests do meanwhile shows nowhere. */
export async function openListAt(page: Page, list: List, text: string, more = ''): Promise<void> {
  await page.goto(`${list.path}?${list.search}=${encodeURIComponent(text)}${more}`)
  await check(tableOf(page, list)).toBeVisible()
}

export async function ask<Data>(context: BrowserContext, path: string): Promise<Data> {
  const answer = await call(context, 'GET', path)
  check(answer.code, `${path}: ${answer.msg}`).toBe(0)
  return answer.data as Data
}

export async function tell(context: BrowserContext, path: string, body?: unknown): Promise<void> {
  const answer = await call(context, 'POST', path, body)
  check(answer.code, `${path}: ${answer.msg} ${JSON.stringify(answer.data)}`).toBe(0)
}

/** The rows that a list has for a text now. */
export async function found<Row>(context: BrowserContext, list: List, text: string): Promise<Row[]> {
  const path = `${list.call}?${list.search}=${encodeURIComponent(text)}&limit=100`
  return (await ask<{ content: Row[] }>(context, path)).content
}

async function idOf(context: BrowserContext, list: List, text: string): Promise<string> {
  const [only] = await found<{ id: string }>(context, list, text)
  if (only === undefined) throw new Error(`${text} was not stored`)
  return only.id
}

export interface Made {
  id: string
  name: string
}

/** An organization of the test's own; its code is its name. */
export async function addOrganization(
  admin: BrowserContext,
  { name = unique('org'), remark = null }: { name?: string; remark?: string | null } = {},
): Promise<Made & { code: string }> {
  const code = name.replaceAll(/[^A-Za-z0-9]/g, '').slice(-20)
  await tell(admin, '/sys/org/page/add', { name, code, enabled: true, remark })
  return { id: await idOf(admin, lists.organization, name), name, code }
}

export async function addDepartment(
  context: BrowserContext,
  orgId: string,
  more: { name?: string; code?: string; enabled?: boolean; remark?: string } = {},
): Promise<Made & { code: string }> {
  const name = more.name ?? unique('dept')
  const code = more.code ?? name.slice(-20).replaceAll(/[^A-Za-z0-9]/g, '')
  await tell(context, '/sys/dept/page/add', { enabled: true, remark: null, ...more, name, code, orgId })
  return { id: await idOf(context, lists.department, name), name, code }
}

interface Node {
  id: string
  code: string
  name: string
  children?: Node[] | null
}

/** Ids of the permission tree's nodes by their codes, as far as this person sees them. */
export async function nodeIds(context: BrowserContext): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  const walk = (nodes: readonly Node[]) => {
    for (const node of nodes) {
      ids.set(node.code, node.id)
      walk(node.children ?? [])
    }
  }
  walk(await ask<Node[]>(context, '/sys/menuManage/page/findAllPermission'))
  return ids
}

/** A role of at most 20 characters' name with the nodes of these codes. */
export async function addRole(
  admin: BrowserContext,
  orgId: string,
  codes: readonly string[],
  more: { name?: string; description?: string } = {},
): Promise<Made & { resourceIdList: string[] }> {
  const name = more.name ?? short()
  const ids = await nodeIds(admin)
  const resourceIdList = codes.map((code) => ids.get(code) ?? `no node ${code}`)
  await tell(admin, '/sys/role/page/add', { description: null, ...more, name, orgId, resourceIdList })
  return { id: await idOf(admin, lists.role, name), name, resourceIdList }
}

/** A name of at most 20 characters that no other test uses. */
export function short(prefix = 'r'): string {
  const whole = unique('')
  return `${prefix}${whole.slice(-(19 - prefix.length))}`
}

export interface Worker extends Made {
  account: string
  orgId: string
  role: Made & { resourceIdList: string[] }
}

/** Stores a person with a role of their own that holds exactly these codes in an organization, demo password. */
export async function addWorker(
  admin: BrowserContext,
  orgId: string,
  codes: readonly string[],
): Promise<Worker> {
  const role = await addRole(admin, orgId, codes)
  const account = unique('w')
  await tell(admin, '/sys/user/page/add', {
    ...{ account, name: account, phone: '13800138000', password: hash(demoPassword) },
    userOrgList: [{ orgId, deptId: null }],
    usersRoleList: [role.id],
  })
  const { content } = await ask<{ content: Made[] }>(admin, `/sys/user/page/list?account=${account}`)
  return { id: content[0]?.id ?? '', name: account, account, orgId, role }
}

/** The same, in EAST unless said otherwise, and signed in there inside `uia`. */
export async function beginWorker(
  context: BrowserContext,
  admin: BrowserContext,
  codes: readonly string[],
  orgCode = 'EAST',
): Promise<Worker> {
  const orgId = (await organizationIds(admin))[orgCode] ?? `no organization ${orgCode}`
  const worker = await addWorker(admin, orgId, codes)
  await signIn(context, worker.account)
  await enter(context, orgCode, 'uia')
  return worker
}
