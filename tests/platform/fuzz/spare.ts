import * as applications from '#contracts/apply'
import * as assets from '#contracts/assets'
import type { Endpoint } from '#contracts/endpoint'
import * as menus from '#contracts/menu'
import { type EndpointName, endpoints, ofOneOrganization } from '#contracts/registry'
import type { Platform } from '../harness.ts'
import { makeDepartment, makeOrganization, makePerson, makeRole } from '../records.ts'
import { describedResources } from '../resources.ts'

/** Records that nothing hangs on and that no role holds: whoever may can change, move and delete them. */
export interface Spare {
  organization: { id: string; code: string }
  /** One of each resource whose records belong to one organization, by its key: of EAST. */
  own: Readonly<Record<string, string>>
  application: string
  /** Resources that the application has taken, and those that nobody has. */
  taken: readonly string[]
  free: readonly string[]
  /** In the recycle bin. */
  deleted: Readonly<Record<'account' | 'role' | 'department' | 'organization' | 'menu', string>>
  menus: { app: string; root: string; directory: string; page: string; button: string }
}

export async function makeSpare(platform: Platform, pictures: readonly string[]): Promise<Spare> {
  const { db } = platform
  const made = async (endpoint: Endpoint, body: unknown) => {
    const answer = await platform.call(endpoint, { as: 'admin', org: 'EAST' }, { body })
    if (answer.code !== endpoint.success) throw new Error(`${endpoint.path}: ${JSON.stringify(answer)}`)
  }
  const nodeOf = async (code: string) =>
    (await db.selectFrom('menu_node').where('code', '=', code).select('id').executeTakeFirstOrThrow()).id

  const pages = ['a', 'b', 'c', 'd', 'e'].map((name) => ({
    ...{ name, type: 2, path: `/spare/${name}`, code: `wms.spare.${name}` },
    operations: [
      { name: 'open', path: `/spare/${name}/open`, code: `wms.spare.${name}.open`, method: 'GET' },
    ],
  }))
  await made(assets.addAll, [{ code: 'wms', resources: pages }])
  const resources = await waitFor(platform, pages.length)
  const [taken, free] = [resources.slice(0, 2), resources.slice(2)]
  const application = { name: 'Spare', code: 'spare', icon: pictures[0], enabled: 1, resourceIdList: taken }
  await made(applications.add, application)

  const app = await nodeOf('ems')
  const entry = async (code: string, pid: string, more: object) => {
    await made(menus.add, { ...more, name: code, code: `ems.${code}`, path: `/${code}`, sort: 1, pid })
    return nodeOf(`ems.${code}`)
  }
  const directory = await entry('directory', app, { type: menus.nodeTypes.directory })
  const page = await entry('page', directory, { type: menus.nodeTypes.menu, iFrame: false, component: 'a/b' })
  const button = await entry('button', page, { type: menus.nodeTypes.button, method: 'GET' })
  const deleted = {
    account: (await makePerson(platform, { EAST: [] })).id,
    role: await makeRole(platform, 'EAST', ['ems.alarms.search']),
    department: (await makeDepartment(platform, 'EAST')).id,
    organization: (await makeOrganization(platform)).id,
    menu: await entry('deleted', app, { type: menus.nodeTypes.directory }),
  }
  for (const [key, id] of Object.entries(deleted)) {
    const params = { id, resourceId: id }
    await platform.ok(endpoints[`${key}.remove` as EndpointName], { as: 'admin', org: 'EAST' }, {
      params,
    } as never)
  }
  const own: Record<string, string> = {}
  for (const { key, make } of describedResources(platform)) {
    if (ofOneOrganization.includes(key)) own[key] = await make('EAST')
  }
  return {
    deleted,
    organization: await makeOrganization(platform),
    own,
    application: await nodeOf('spare'),
    taken,
    free,
    menus: { app, root: app, directory, page, button },
  }
}

/** The pages of the pool, once discovery has stored them behind its answer. */
async function waitFor({ db }: Platform, wanted: number): Promise<string[]> {
  for (;;) {
    const rows = await db
      .selectFrom('pool_resource')
      .where('code', 'like', 'wms.spare._')
      .orderBy('code')
      .select('id')
      .execute()
    if (rows.length === wanted) return rows.map((row) => row.id)
    await new Promise((done) => setTimeout(done, 10))
  }
}
