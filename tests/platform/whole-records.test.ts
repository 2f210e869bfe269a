import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import * as accounts from '#contracts/account'
import * as allocation from '#contracts/allocation'
import * as applications from '#contracts/apply'
import * as assets from '#contracts/assets'
import * as departments from '#contracts/department'
import type { Endpoint } from '#contracts/endpoint'
import * as menus from '#contracts/menu'
import * as organizations from '#contracts/organization'
import * as roles from '#contracts/role'
import { admin, testPlatform } from './harness.ts'
import { storePicture } from './pictures.ts'

const platform = testPlatform()
const query = { limit: 100 }
const row = z.looseObject({ id: z.string(), name: z.nullish(z.string()) })

/** Each record of a list, as its detail answers it. */
async function detailed(list: Endpoint, detail?: Endpoint) {
  const data = await platform.ok(list, admin, { query })
  const { content, meta } = z.parse(
    z.object({ content: z.array(row), meta: z.object({ count: z.number() }) }),
    data,
  )
  expect(content).toHaveLength(meta.count)
  if (detail === undefined) return content
  const details = content.map(async ({ id }) =>
    z.parse(row, await platform.ok(detail, admin, { params: { id } })),
  )
  return Promise.all(details)
}

/** What its form says of a record, and the platform of saving it as it is. */
async function savedUnchanged(update: Endpoint, body: { id: string; name?: string | null | undefined }) {
  const faults = z
    .safeParse(update.body, body)
    .error?.issues.map(({ path, message }) => `${path}: ${message}`)
  const { code, msg } = await platform.call(update, admin, { body })
  return code === 0 && faults === undefined ? [] : [`${body.name} (${faults ?? msg})`]
}

function nodesIn(tree: readonly menus.MenuRow[], below: menus.MenuRow[] = []): menus.MenuRow[] {
  for (const node of tree) {
    if (node.type !== menus.nodeTypes.application) below.push(node)
    nodesIn(node.children ?? [], below)
  }
  return below
}
async function menuNodes(): Promise<menus.MenuRow[]> {
  return nodesIn(await platform.ok(menus.tree, admin))
}
/** What the dialog sends of a node. */
function formOf(node: menus.MenuRow) {
  const { children: _, enabled: __, isControl: ___, ...fields } = node
  return fields
}

describe('every record that is made by the seed', () => {
  test.each<[string, Endpoint, Endpoint | undefined, Endpoint]>([
    ['ACC-3 account', accounts.list, accounts.detail, accounts.update],
    ['ROLE-2 role', roles.list, roles.detail, roles.update],
    ['DEPT-2 department', departments.list, departments.detail, departments.update],
    ['ORG-2 organization', organizations.list, organizations.detail, organizations.update],
    ['SYS-2 system', allocation.list, undefined, allocation.update],
    ['APP-2 application', applications.list, applications.detail, applications.update],
  ])('%s passes its own form and is saved as it is', async (_, list, detail, update) => {
    const records = await detailed(list, detail)
    expect(records.length).toBeGreaterThan(2)
    const refused: string[] = []
    for (const { usersRoleList: _, ...record } of records) {
      // Without an organization by what it is for.
      if (record.account === 'orphan') continue
      refused.push(...(await savedUnchanged(update, record)))
    }
    expect(refused).toEqual([])
  })

  test('MENU-3 entry of the menu passes its form, and is saved as it is where it is not built in', async () => {
    const nodes = await menuNodes()
    const refused: string[] = []
    for (const node of nodes) {
      const faults = z.safeParse(menus.update.body, formOf(node)).error?.issues
      if (faults) refused.push(`${node.code}: ${faults.map(({ path, message }) => `${path} ${message}`)}`)
      else if (node.insideFlag !== '0') refused.push(...(await savedUnchanged(menus.update, formOf(node))))
    }
    expect(refused).toEqual([])
    expect(nodes.filter(({ insideFlag }) => insideFlag !== '0').length).toBeGreaterThan(10)
  })

  test('APP-2 application has a picture of its own, and a new one finds resources that nobody has taken', async () => {
    const icons = (await detailed(applications.list)).map(({ icon }) => String(icon))
    expect(new Set(icons).size).toBe(icons.length)
    for (const icon of icons) {
      const picture = await platform.send('GET', icon, admin)
      expect(picture.headers.get('content-type')).toBe('image/png')
    }
    const { data: pool } = await platform.call(applications.findAllPoolResource, admin, {
      query: { type: 2 },
    })
    const free = pool
      .flatMap(({ children }) => children ?? [])
      .filter(({ applicationName }) => !applicationName)
    expect(free.length).toBeGreaterThan(2)
    const body = {
      ...{ name: '运维', code: 'maintenance', enabled: true, icon: await storePicture(platform) },
      resourceIdList: free.map(({ id }) => id),
    }
    await platform.ok(applications.add, admin, { body })
  })
})

describe('what discovery brings in', () => {
  const page = (code: string, name: string, more: object = {}) => ({
    ...{ code: `odd.page.${code}`, name, path: `/odd/${code}`, type: 2, ...more },
  })
  async function discover(resources: readonly object[]): Promise<void> {
    const { code, msg } = await platform.call(assets.addAll, admin, { body: [{ code: 'odd', resources }] })
    expect(code, msg).toBe(200)
    await expect.poll(async () => (await platform.ok(assets.getAddStatus, admin)).addIsDone).toBe(1)
  }
  const pool = async () =>
    platform.db
      .selectFrom('pool_resource')
      .where('system_code', '=', 'odd')
      .orderBy('sort')
      .select(['id', 'name', 'type'])
      .execute()

  test('RES-5 MENU-3 stays as it was reported; menu entries made of it have names that they may have, and are saved as they are', async () => {
    const system = { name: 'Odd', code: 'odd', version: '1.0', type: 0, port: '', hostName: '', enable: true }
    await platform.ok(allocation.add, admin, { body: system })
    const operation = { name: 'Search & find', code: 'odd.alpha.search', path: '/odd/list' }
    await discover([
      page('alpha', 'alpha one', { operations: [operation], description: "It's <new> ".repeat(20) }),
      page('cafe', 'Café — Übersicht: “heute”'),
      page('mixed', '电站 列表，全部'),
      page('emoji', '🔋🔋'),
      page('long', 'A very long name of a page that no menu can show'),
      page('kept', '能源(全部)/A-1_b.c'),
      page('deep', 'Deep', { path: `/odd/${'x'.repeat(290)}` }),
      page('script', '<img src=x onerror=alert(1)>'),
    ])
    expect((await pool()).slice(0, 2).map(({ name }) => name)).toEqual(['alpha one', 'Search & find'])
    const taken = (await pool()).filter(({ type }) => type === 2)
    const body = {
      ...{ name: 'Odd things, all of them, and more', code: 'odds', enabled: true },
      ...{ icon: await storePicture(platform), resourceIdList: taken.map(({ id }) => id) },
    }
    await platform.ok(applications.add, admin, { body })
    const made = (await menuNodes()).filter(({ code }) => /^odds?\./.test(code ?? ''))
    expect(made).toHaveLength(10)
    expect(new Set(made.map(({ name }) => name))).toEqual(
      new Set([
        ...['alpha-one', 'Search-find', 'Cafe-Ubersicht-heute', '电站-列表-全部', 'odd.page.emoji'],
        ...['A-very-long-name-of-a-page-tha', '能源(全部)/A-1_b.c', 'Deep', 'img-src-x-onerror-alert(1)'],
        'Odd-things-all-of-them-and-mor',
      ]),
    )
    for (const node of made) expect(await savedUnchanged(menus.update, formOf(node))).toEqual([])

    await discover([
      page('alpha', 'beta two', { operations: [{ ...operation, method: 'POST' }], path: '/odd/beta' }),
    ])
    const followed = (await menuNodes()).filter(({ code }) => code?.includes('alpha'))
    expect(followed.map(({ name, path, method, component }) => ({ name, path, method, component }))).toEqual([
      { name: 'beta-two', path: '/odd/beta', method: null, component: '/odd/beta' },
      { name: 'Search-find', path: '/odd/list', method: 'POST', component: null },
    ])
  })

  test.each(['/odd/a b', '/odd?x=1', 'javascript:alert(1)', '//elsewhere/x', '/odd/../uia'])(
    'RES-5 RES-7 with the path %j is refused, with the field',
    async (path) => {
      const resources = [page('path', 'Path', { path })]
      const { code, data } = await platform.call(assets.addAll, admin, { body: [{ code: 'odd', resources }] })
      expect({ code, data }).toMatchObject({ code: 400, data: [{ field: '0.resources.0.path' }] })
    },
  )
})
