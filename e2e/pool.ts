import { type BrowserContext, expect as check } from 'playwright/test'
import { call, unique } from './fixtures'
import { ask, tell } from './lists'

export interface Resource {
  id: string
  name: string
  code: string
  /** The name of what comes along with it. */
  operation: string
}

interface Node extends Resource {
  children: Node[]
}

/** Registers a system of the test's own and discovers pages of it, each with one operation: nobody has taken them. */
export async function addResources(
  admin: BrowserContext,
  count: number,
): Promise<{ code: string; name: string; resources: Resource[] }> {
  const code = unique('p')
  const name = `系统${code}`
  const system = { code, name, version: '1.0', type: 0, port: '', hostName: '', enable: true }
  await tell(admin, '/sys/resourcesConfig/page/add', system)
  const pages = Array.from({ length: count }, (_, at) => ({
    ...{ name: `页面${at + 1}${code}`, code: `${code}.page${at}`, path: `/${code}/page${at}`, type: 2 },
    operations: [
      {
        name: `查询${at + 1}${code}`,
        code: `${code}.page${at}.search`,
        path: `/${code}/list${at}`,
        method: 'GET',
      },
    ],
  }))
  const answer = await call(admin, 'POST', '/sys/poolResource/page/list/addAll', [{ code, resources: pages }])
  check(answer.code, answer.msg).toBe(200)
  let found: Node[] = []
  await check
    .poll(async () => {
      const systems = await ask<Node[]>(admin, `/sys/appInfo/page/findAllPoolResource?type=2&code=${code}`)
      found = systems[0]?.children ?? []
      return found.length
    })
    .toBe(count)
  const resources = found.map(({ children, ...page }) => ({ ...page, operation: children[0]?.name ?? '' }))
  return { code, name, resources }
}
