import { describe, expect, test } from 'vitest'
import * as accounts from '#contracts/account'
import { type MenuNode, mainMenu } from '#contracts/session'
import { type Context, testPlatform } from './harness.ts'
import { makePerson } from './records.ts'

const platform = testPlatform()

/** The tree as text: a page with its buttons behind a colon. */
function drawn(nodes: readonly MenuNode[] | null | undefined): string[] {
  return (nodes ?? []).flatMap((node) => [
    `${node.code}${node.btns?.length ? `: ${node.btns.join(' ')}` : ''}`,
    ...drawn(node.children).map((line) => `  ${line}`),
  ])
}

async function menu(context: Context) {
  const answer = await platform.call(mainMenu, context)
  return answer.code === 0 ? drawn(answer.data) : answer.code
}

describe('the main menu', () => {
  test('GUARD-6 it shows what the roles grant, with the folders above and the buttons on their pages', async () => {
    const { account } = await makePerson(platform, {
      EAST: ['uia.account.search', 'uia.account.add', 'uia.page.online', 'ems.alarms.search'],
    })
    expect(await menu({ as: account, org: 'EAST', system: 'uia' })).toEqual([
      'uia.people',
      '  uia.account.list: uia.account.search uia.account.add',
      '  uia.page.online',
    ])
    expect(await menu({ as: account, org: 'EAST', system: 'ems' })).toEqual([
      'ems.operation',
      '  ems.page.alarms: ems.alarms.search',
    ])
  })

  test('MICRO-7 PERM-5 it tells what is granted from what only shows for what is below it', async () => {
    const { account } = await makePerson(platform, {
      EAST: ['ems.alarms.search', 'ems.page.stations', 'ems.operation'],
    })
    const who = { as: account, org: 'EAST', system: 'ems' }
    const flat = (nodes: readonly MenuNode[]): MenuNode[] =>
      nodes.flatMap((node) => [node, ...flat(node.children ?? [])])
    const told = flat(await platform.ok(mainMenu, who)).map(({ code, granted }) => [code, granted])
    expect(told).toEqual([
      ['ems.operation', true],
      ['ems.page.stations', true],
      ['ems.page.alarms', false],
    ])
  })

  test('GUARD-6 its nodes are complete', async () => {
    const data = await platform.ok(mainMenu, { as: 'operator', org: 'EAST', system: 'uia' })
    expect(data[0]?.children?.[0]).toMatchObject({
      systemId: await platform.systemId('uia'),
      name: '账号管理',
      code: 'uia.account.list',
      path: '/account/index',
      type: 2,
      insideFlag: '0',
    })
  })

  test('GUARD-6 the roles of one organization count in that organization only', async () => {
    const { account } = await makePerson(platform, {
      EAST: ['uia.account.search'],
      WEST: ['uia.role.search'],
    })
    const shown = (org: string) => menu({ as: account, org, system: 'uia' })
    expect(await shown('EAST')).toEqual(['uia.people', '  uia.account.list: uia.account.search'])
    expect(await shown('WEST')).toEqual(['uia.people', '  uia.role.roleManage: uia.role.search'])
  })

  test('GUARD-6 an organization or system that the person cannot enter is refused', async () => {
    const { account } = await makePerson(platform, {
      EAST: ['uia.account.search'],
      PILOT: ['uia.account.search'],
    })
    expect(await menu({ as: account, org: 'WEST', system: 'uia' })).toBe(403)
    expect(await menu({ as: account, org: 'PILOT', system: 'uia' })).toBe(403)
    expect(await menu({ as: account, org: 'EAST', system: 'ems' })).toBe(403)
    expect(await menu({ as: account, org: 'EAST' })).toBe(403)
    expect(await menu({ as: account })).toBe(403)
  })

  test('GUARD-6 a super administrator gets nothing without a context and everything with one', async () => {
    expect(await menu({ as: 'admin' })).toEqual([])
    expect(await menu({ as: 'admin', org: 'NORTH', system: 'report' })).toEqual([
      'report.analysis',
      '  report.page.overview: report.overview.search report.overview.export',
    ])
  })

  test('GUARD-6 a disabled node takes all below it out of the menu, and the permission with it', async () => {
    const { account } = await makePerson(platform, { EAST: ['uia.account.search', 'uia.role.search'] })
    const who = { as: account, org: 'EAST', system: 'uia' }
    const setEnabled = async (code: string, enabled: boolean) =>
      platform.set('menu_node', { code }, { enabled })
    for (const code of ['uia.account.search', 'uia.account.list', 'uia.people', 'uia']) {
      await platform.ok(accounts.list, who)
      await setEnabled(code, false)
      expect(JSON.stringify(await menu(who))).not.toContain('uia.account.search')
      expect(await platform.code(accounts.list, who)).toBe(403)
      await setEnabled(code, true)
    }
  })
})

describe('its ETag', () => {
  async function tagged(context: Context, known?: string) {
    const headers: Record<string, string> = known === undefined ? {} : { 'if-none-match': known }
    const response = await platform.send('GET', mainMenu.path, { ...context, headers })
    return { status: response.status, etag: response.headers.get('etag') ?? '', text: await response.text() }
  }

  test('EDGE-8 an unchanged menu is answered 304 without a body', async () => {
    const who = { as: 'operator', org: 'EAST', system: 'uia' }
    const first = await tagged(who)
    expect(first).toMatchObject({ status: 200 })
    expect(first.etag).not.toBe('')
    expect(await tagged(who, first.etag)).toEqual({ status: 304, etag: first.etag, text: '' })
  })

  test('EDGE-8 another person, context or language has another ETag', async () => {
    const who = { as: 'operator', org: 'EAST', system: 'uia' }
    const others = [
      { ...who, as: 'auditor' },
      { ...who, org: 'WEST' },
      { ...who, system: 'ems' },
      { ...who, locale: 'zh-cn' as const },
    ]
    const { etag } = await tagged(who)
    for (const other of others) expect((await tagged(other, etag)).status).toBe(200)
  })

  test('EDGE-8 a change of a role, of a role’s rights, of a membership, a node or an organization shows at once', async () => {
    const person = await makePerson(platform, { EAST: ['uia.account.search', 'uia.role.search'] })
    const who = { as: person.account, org: 'EAST', system: 'uia' }
    const orgId = await platform.orgId('EAST')
    const node_id = (await platform.row('menu_node', { code: 'uia.account.add' })).id
    const roleId = person.roles.EAST ?? ''
    const account_id = person.id
    const changes = [
      () => platform.insert('role_node', { role_id: roleId, node_id }),
      () => platform.delete('role_node', { node_id }),
      () => platform.set('menu_node', { code: 'uia.account.list' }, { name: '账户' }),
      () => platform.delete('account_role', { account_id }),
      () => platform.insert('account_role', { account_id, org_id: orgId, role_id: roleId }),
      () => platform.set('organization', { id: orgId }, { enabled: false }),
      () => platform.set('organization', { id: orgId }, { enabled: true }),
      () => platform.delete('membership', { account_id }),
    ]
    let { etag } = await tagged(who)
    for (const change of changes) {
      await change()
      const next = await tagged(who, etag)
      expect(next.status).not.toBe(304)
      if (next.status === 200) etag = next.etag
    }
    expect((await tagged(who, etag)).status).toBe(403)
  })
})
