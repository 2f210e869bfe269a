import { ask, type Caller, call, expect, organizationIds, short, tell, unique } from './fixtures'
import { type List, lists } from './lists'
import { png } from './pictures'

export interface Made {
  id: string
  name: string
}

/** The rows that a list has for a text now. */
export async function found<Row>(caller: Caller, list: List, text: string): Promise<Row[]> {
  const path = `${list.call}?${list.search}=${encodeURIComponent(text)}&limit=100`
  return (await ask<{ content: Row[] }>(caller, path)).content
}

/** The only row for a text. */
export async function foundOne<Row>(caller: Caller, list: List, text: string): Promise<Row> {
  const [only] = await found<Row>(caller, list, text)
  if (only === undefined) throw new Error(`${text} was not stored`)
  return only
}
const idOf = async (caller: Caller, list: List, text: string) =>
  (await foundOne<{ id: string }>(caller, list, text)).id

/** An organization of the test's own; its code is its name. */
export async function addOrganization(
  admin: Caller,
  { name = unique('org'), remark = null }: { name?: string; remark?: string | null } = {},
): Promise<Made & { code: string }> {
  const code = name.replaceAll(/[^A-Za-z0-9]/g, '').slice(-20)
  await tell(admin, '/sys/org/page/add', { name, code, enabled: true, remark })
  return { id: await idOf(admin, lists.organization, name), name, code }
}

export async function addDepartment(
  caller: Caller,
  orgId: string,
  more: { name?: string; code?: string; enabled?: boolean; remark?: string } = {},
): Promise<Made & { code: string }> {
  const name = more.name ?? unique('dept')
  const code = more.code ?? name.slice(-20).replaceAll(/[^A-Za-z0-9]/g, '')
  await tell(caller, '/sys/dept/page/add', { enabled: true, remark: null, ...more, name, code, orgId })
  return { id: await idOf(caller, lists.department, name), name, code }
}

interface Node {
  id: string
  code: string
  name: string
  children?: Node[] | null
}

/** Ids of the permission tree's nodes by their codes, as far as this person sees them. */
export async function nodeIds(caller: Caller): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  const walk = (nodes: readonly Node[]) => {
    for (const node of nodes) {
      ids.set(node.code, node.id)
      walk(node.children ?? [])
    }
  }
  walk(await ask<Node[]>(caller, '/sys/menuManage/page/findAllPermission'))
  return ids
}

/** A role of at most 20 characters' name with the nodes of these codes. */
export async function addRole(
  admin: Caller,
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

/** The codes of a page's actions: `uia.role.add`. */
export const codesOf = (page: string, ...actions: string[]): string[] =>
  actions.map((action) => `uia.${page}.${action}`)

export interface System extends Made {
  code: string
  version: string
  type: number
  port: string | null
  hostName: string | null
  enable: boolean
  recordVersion?: string
}

export async function addSystem(admin: Caller, more: Partial<System> = {}): Promise<System> {
  const name = more.name ?? unique('s')
  const good = { code: name.slice(-30), version: '1.2.0', type: 0, port: '4101', hostName: '127.0.0.1' }
  await tell(admin, '/sys/resourcesConfig/page/add', { ...good, enable: true, ...more, name })
  return foundOne(admin, lists.allocation, name)
}

async function uploadIcon(caller: Caller): Promise<string> {
  const origin = process.env.ATRIUM_URL ?? ''
  const response = await caller.request.post(`${origin}/api/sys/image/page/upload`, {
    headers: { 'x-console': '1', origin },
    multipart: { file: png() },
  })
  return (await response.json()).data
}

/** An application with these resources, or with one that nobody has taken. */
export async function addApplication(
  caller: Caller,
  resourceIdList?: readonly (string | undefined)[],
  name = unique('a'),
): Promise<Made & { code: string; icon: string; resourceIdList: readonly (string | undefined)[] }> {
  const ids = resourceIdList ?? (await addResources(caller, 1)).resources.map(({ id }) => id)
  const icon = await uploadIcon(caller)
  const body = { name, code: name, icon, enabled: true, resourceIdList: ids }
  await tell(caller, '/sys/appInfo/page/manager/add', body)
  return { id: await idOf(caller, lists.apply, name), name, code: name, icon, resourceIdList: ids }
}

export interface Resource {
  id: string
  name: string
  code: string
  /** The name of what comes along with it. */
  operation: string
}

interface PoolNode extends Resource {
  children: PoolNode[]
}

/** Registers a system of the test's own and discovers pages of it, each with one operation: nobody has taken them. */
export async function addResources(
  caller: Caller,
  count: number,
): Promise<{ code: string; name: string; resources: Resource[] }> {
  const code = unique('p')
  const name = `系统${code}`
  const system = { code, name, version: '1.0', type: 0, port: '', hostName: '', enable: true }
  await tell(caller, '/sys/resourcesConfig/page/add', system)
  const pages = Array.from({ length: count }, (_, at) => {
    const page = `${code}.page${at}`
    const search = { name: `查询${at + 1}${code}`, code: `${page}.search`, path: `/${code}/list${at}` }
    const operations = [{ ...search, method: 'GET' }]
    return { name: `页面${at + 1}${code}`, code: page, path: `/${code}/page${at}`, type: 2, operations }
  })
  const answer = await call(caller, 'POST', '/sys/poolResource/page/list/addAll', [
    { code, resources: pages },
  ])
  expect(answer.code, answer.msg).toBe(200)
  let nodes: PoolNode[] = []
  const tree = `/sys/appInfo/page/findAllPoolResource?type=2&code=${code}`
  const read = async () => {
    nodes = (await ask<PoolNode[]>(caller, tree))[0]?.children ?? []
    return nodes.length
  }
  await expect.poll(read, { intervals: [20, 50, 100] }).toBe(count)
  const operationOf = ({ children, ...page }: PoolNode) => ({ ...page, operation: children[0]?.name ?? '' })
  return { code, name, resources: nodes.map(operationOf) }
}

/** Organization ids that a test names by their codes. */
export async function idOfPlace(caller: Caller, code = 'EAST'): Promise<string> {
  const id = (await organizationIds(caller))[code]
  if (id === undefined) throw new Error(`no organization ${code}`)
  return id
}
