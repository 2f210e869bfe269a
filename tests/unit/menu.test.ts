import { expect, test } from 'vitest'
import { iconNames } from '#contracts/icons'
import { limits } from '#contracts/limits'
import { codeOf } from '#contracts/permission'
import { type MenuNode, mainMenu } from '#contracts/session'
import { buttonCodes, consolePages, systemsIn } from '#lib/console-pages'
import { builtInMenu, menuFromTree as menuOf } from '#lib/menu'
import { openBranch } from '#lib/menu-entry'

const registered = new Map(['ems', 'x'].map((code) => [code, { enabled: true }]))
const menuFromTree = (nodes: readonly MenuNode[]) => menuOf(nodes, 'en', registered)
const node = (more: Partial<MenuNode>): MenuNode => ({ id: more.code ?? 'n', name: 'name', type: 2, ...more })

test('NAV-1 the built-in menu holds every admin page once', () => {
  const hrefs = builtInMenu('en').flatMap((folder) => folder.entries?.map((entry) => entry.href) ?? [])
  expect(hrefs.toSorted()).toEqual(consolePages.map((page) => page.path).toSorted())
})

test('a page opens by the right to see its rows, wherever that call stands in its resource', () => {
  for (const { key, permissions } of consolePages)
    expect(permissions, key).toEqual([codeOf(key, key === 'assets' ? 'index' : 'search')])
})

test('MICRO-7 PERM-5 what opens a system are pages, buttons and components, never what they are sorted into', () => {
  const systems = (nodes: readonly MenuNode[]) => [...systemsIn(nodes)].sort()
  const below = (children: MenuNode[]) =>
    node({ type: 0, code: 'tms', children: [node({ type: 1, code: 'wms.folder', children })] })
  expect(systems([below([])])).toEqual([])
  expect(systems([below([node({ code: 'ems.page' })])])).toEqual(['ems'])
  expect(systems([below([node({ code: 'wms.page', granted: true })])])).toEqual(['wms'])
  const shownFor = (more: Partial<MenuNode>) =>
    systems([below([node({ code: 'wms.page', granted: false, ...more })])])
  expect(shownFor({ btns: ['ems.page.search'] })).toEqual(['ems'])
  expect(shownFor({ children: [node({ type: 4, code: 'ems.part' })] })).toEqual(['ems'])
  expect(shownFor({ children: [node({ type: 3, code: 'ems.page.search' })] })).toEqual(['ems'])
  // An address is no right, and a name that only begins like another is another.
  expect(shownFor({ path: '/wms/x', linkUrl: '/wms/y', iFrame: true, discoverType: '1' })).toEqual([])
  expect(systems([node({ code: 'wmsx.page' }), node({ code: null }), node({ code: 'WMS.page' })])).toEqual([
    'WMS',
    'wmsx',
  ])
})

test('NAV-1 I18N-1 the console’s own pages and folders are called as the tree calls them, where it does', () => {
  const [page] = consolePages
  const named = (locale: 'en' | 'zh-cn', more: Partial<MenuNode>) =>
    menuOf(
      [node({ type: 1, code: 'x', children: [node({ code: page?.code ?? '', ...more })] })],
      locale,
      registered,
    ).flatMap(({ entries = [] }) => entries.map(({ title, href }) => [title, href]))
  expect(named('zh-cn', { name: '人员' })).toEqual([['人员', page?.path]])
  expect(named('en', { name: '人员', nameEn: 'Staff' })).toEqual([['Staff', page?.path]])
  expect(named('en', { name: '人员' })).toEqual([[page?.name.en, page?.path]])
})

test('I18N-1 NAV-2 an English menu has the English names, where there are any', () => {
  const nodes = [
    node({
      type: 1,
      code: 'a',
      name: '目录',
      nameEn: 'Folder',
      children: [
        node({ code: 'ems.y.z', name: '页面', nameEn: 'Page', path: '/ems/z' }),
        node({ code: 'ems.y.x', name: '无', nameEn: null, path: '/ems/x' }),
      ],
    }),
  ]
  const names = (locale: 'en' | 'zh-cn') =>
    menuOf(nodes, locale, registered).flatMap(({ title, entries = [] }) => [
      title,
      ...entries.map((entry) => entry.title),
    ])
  expect(names('en')).toEqual(['Folder', 'Page', '无'])
  expect(names('zh-cn')).toEqual(['目录', '页面', '无'])
})

test('NAV-2 the menu comes from the permission tree, sorted, without empty directories', () => {
  const menu = menuFromTree([
    node({
      type: 1,
      code: 'b',
      name: 'B',
      sort: 2,
      children: [node({ code: 'ems.y.z', name: 'Z', path: '/ems/z' })],
    }),
    node({
      type: 1,
      code: 'a',
      name: 'A',
      sort: 1,
      children: [node({ code: 'uia.account.list', name: '账号管理', path: '/elsewhere' })],
    }),
    node({ type: 1, code: 'c', name: 'C', children: [] }),
  ])
  expect(menu).toMatchObject([
    { title: 'A', entries: [{ title: 'Accounts', href: '/account/index' }] },
    { title: 'B', entries: [{ title: 'Z', href: '/ems/z' }] },
  ])
})

test('NAV-2 MENU-6 an entry on the deepest level that one may be added on shows', () => {
  const page = node({ code: 'ems.x', path: '/ems/x' })
  const chain = Array.from({ length: limits.menuDepth - 1 }).reduce<MenuNode>(
    (below, _, at) => node({ type: 1, code: `folder.${at}`, children: [below] }),
    page,
  )
  const menu = menuFromTree([node({ type: 0, code: 'ems', children: [chain] })])
  expect(openBranch(menu, '/ems/x')).toHaveLength(limits.menuDepth)
})

test('NAV-2 GUARD-13 a page of the console is found by its path, too, also where its folder has the first half', () => {
  const page = (path: string, more: Partial<MenuNode> = {}) =>
    node({ code: 'uia.page.own', name: 'Own', path, ...more })
  const entry = { title: 'Own', icon: 'organization', href: '/organization/index' }
  expect(menuFromTree([page('/organization/index')])).toMatchObject([entry])
  for (const [above, below] of [
    ['/organization', 'index'],
    ['/organization/', '/index'],
    ['organization', 'index'],
  ] as const) {
    const tree = [node({ type: 1, path: above, children: [page(below)] })]
    expect(menuFromTree(tree), above).toMatchObject([{ entries: [entry] }])
  }
  const foreign = page('index', { code: 'ems.page.own' })
  expect(menuFromTree([node({ type: 1, path: '/organization', children: [foreign] })])).toMatchObject([
    { entries: [{ href: '/ems/index', icon: 'page' }] },
  ])
  const link = { iFrame: true, linkUrl: 'https://report.example' }
  expect(menuFromTree([page('/organization/index', link)])).toMatchObject([
    { href: link.linkUrl, external: true },
  ])
})

test('NAV-2 an address that is none of ours makes no entry', () => {
  for (const path of [
    ...['javascript:alert(1)', '//evil.example', 'https://evil.example', '', '/\\evil.example'],
  ]) {
    expect(menuFromTree([node({ path })]), path).toEqual([])
  }
})

test('NAV-3 pages of registered systems are inside the shell, below their system’s prefix path', () => {
  for (const [code, path, href] of [
    ...[['ems.page.stations', '/ems/stations', '/ems/stations']],
    ...[['ems.page.stations', '/stations?state=on', '/ems/stations?state=on']],
    ...[
      ['ems.page.stations', 'stations/list', '/ems/stations/list'],
      ['ems.page.home', '/ems', '/ems'],
    ],
    ...[
      ['ems.page.twin', '/emsx/a', '/ems/emsx/a'],
      ['uia.page.more', '/more', '/more'],
    ],
    ...[['uia.account.list', '/elsewhere', '/account/index']],
  ] as const) {
    expect(menuFromTree([node({ code, path, discoverType: '1' })]), path).toMatchObject([{ key: code, href }])
    expect(menuFromTree([node({ code, path, discoverType: '1' })])[0]).not.toHaveProperty('external')
  }
})

test('NAV-3 pages of other systems are external links, with new- before a discovered path', () => {
  for (const [more, href] of [
    [{ path: '/report/x' }, '/report/x'],
    [{ path: '/report/x', discoverType: '1' }, '/new-report/x'],
    [{ path: '/report/x/y?z=1', discoverType: '1' }, '/new-report/x/y?z=1'],
    [{ path: 'report', discoverType: '1' }, '/new-report'],
    [{ path: '/', discoverType: '1' }, '/'],
    [{ path: '/report/x', discoverType: '2' }, '/report/x'],
    [{ path: '/report/x', discoverType: null }, '/report/x'],
    [
      { path: '/report/x', linkUrl: 'https://example.com/x?y#z', discoverType: '1' },
      'https://example.com/x?y#z',
    ],
    [{ path: '/report/x', linkUrl: '/outside/x', discoverType: '1' }, '/outside/x'],
    [{ path: '/report/x', linkUrl: '' }, '/report/x'],
  ] as const) {
    const entries = menuFromTree([node({ code: 'report.page.x', ...more })])
    expect(entries, JSON.stringify(more)).toEqual([
      { key: 'report.page.x', title: 'name', icon: 'page', href, external: true },
    ])
  }
  expect(menuOf([node({ code: 'ems.page.x', path: '/ems/x' })], 'en', new Map())).toMatchObject([
    { href: '/ems/x', external: true },
  ])
})

test('NAV-3 a page of a system that is switched off stays inside, and says that it is not to be had', () => {
  const off = new Map([['ems', { enabled: false }]])
  const pages = [node({ code: 'ems.page.x', path: '/ems/x' }), node({ code: 'wms.page.y', path: '/wms/y' })]
  expect(menuOf(pages, 'en', off)).toEqual([
    { key: 'ems.page.x', title: 'name', icon: 'page', href: '/ems/x', unavailable: true },
    { key: 'wms.page.y', title: 'name', icon: 'page', href: '/wms/y', external: true },
  ])
})

test('NAV-3 a page that shows a link address is an external link, whose system ever it is', () => {
  const link = { path: '/ems/x', linkUrl: 'https://example.com/' }
  for (const code of ['ems.page.x', 'uia.page.x', 'report.page.x']) {
    expect(menuFromTree([node({ code, ...link, iFrame: true })])).toMatchObject([
      { href: 'https://example.com/', external: true },
    ])
  }
  const inside = [{ key: 'ems.page.x', title: 'name', icon: 'page', href: '/ems/x' }]
  expect(menuFromTree([node({ code: 'ems.page.x', ...link, iFrame: false })])).toEqual(inside)
  expect(menuFromTree([node({ code: 'ems.page.x', path: '/ems/x', iFrame: true })])).toEqual(inside)
})

test('NAV-3 a link that is a script, or leads elsewhere without saying so, makes no entry', () => {
  for (const bad of [
    ...['javascript:alert(1)', 'JavaScript:alert(1)', ' javascript:alert(1)', 'java\nscript:alert(1)'],
    ...['data:text/html,<script>alert(1)</script>', 'vbscript:x', '//evil.example', '/\\evil.example'],
    ...['\\\\evil.example', '/x/..//evil.example', '/api/authorization/logout'],
  ]) {
    for (const code of ['ems.page.x', 'uia.page.x', 'report.page.x']) {
      expect(menuFromTree([node({ code, path: '/x', linkUrl: bad, iFrame: true })]), bad).toEqual([])
      const entries = menuFromTree([node({ code, path: bad })])
      for (const { href } of entries) expect(href, bad).toMatch(/^\/ems\//)
    }
  }
})

test('NAV-2 MENU-6 PERM-1 what is switched off in the tree of a person is no entry, grants nothing, and hides what is below', () => {
  const told = (more: Partial<MenuNode>) => node({ id: '1', ...more })
  const below = [told({ code: 'ems.a', path: '/ems/a', enabled: true, btns: ['ems.a.add'] })]
  const button = told({ type: 3, code: 'ems.b.off', enabled: false })
  const menu = mainMenu.data.parse([
    told({ type: 1, code: 'off', enabled: false, children: below }),
    told({
      type: 1,
      code: 'on',
      children: [told({ code: 'ems.b', path: '/ems/b', children: [button] }), ...below],
    }),
  ])
  expect(menuFromTree(menu)).toMatchObject([{ key: 'on', entries: [{ key: 'ems.b' }, { key: 'ems.a' }] }])
  expect(buttonCodes(menu)).toEqual(['ems.a.add'])
})

test('NAV-2 buttons and components are no entries', () => {
  const page = node({ code: 'ems.page.x', path: '/ems/x' })
  const part = (type: number) => node({ type, code: 'ems.part', path: '/ems/part', children: [page] })
  expect(menuFromTree([part(3), part(4)])).toEqual([])
  expect(menuFromTree([part(0), part(1)])).toHaveLength(2)
})

test('NAV-4 an external link is never the current page', () => {
  const entries = menuFromTree([
    node({ type: 1, code: 'a', children: [node({ code: 'report.x', path: '/home' })] }),
  ])
  expect(entries[0]?.entries).toHaveLength(1)
  expect(openBranch(entries, '/home')).toEqual([])
})

test('NAV-4 a page or folder without an icon gets one, and every page of the console has its own', () => {
  const entries = menuFromTree([
    node({ type: 1, code: 'a', icon: '', children: [node({ code: 'ems.x', path: '/ems/x', icon: '' })] }),
  ])
  expect(entries).toMatchObject([{ icon: 'folder', entries: [{ icon: 'page' }] }])
  const shown = builtInMenu('en').flatMap((folder) => [folder, ...(folder.entries ?? [])])
  for (const { icon } of shown) expect(iconNames).toContain(icon)
})

test('NAV-2 a tree without end does not hang', () => {
  const endless = node({ type: 1, code: 'loop' })
  endless.children = [endless, node({ path: '/x' })]
  expect(menuFromTree([endless]).length).toBe(1)
})

test('NAV-4 the branch of the current page is known, at any depth', () => {
  const menu = menuFromTree([
    node({
      type: 1,
      code: 'a',
      children: [node({ type: 1, code: 'b', children: [node({ code: 'x.p', path: '/x/p' })] })],
    }),
  ])
  expect(openBranch(menu, '/x/p')).toEqual(['a', 'b'])
  expect(openBranch(menu, '/x/q')).toEqual([])
})

test('PERM-1 button codes are those of the pages’ buttons, wherever they stand', () => {
  const codes = buttonCodes([
    node({ btns: ['uia.account.add'], children: [node({ type: 3, code: 'uia.role.add' })] }),
    node({ type: 1, children: [node({ btns: ['uia.role.update'] })] }),
  ])
  expect(codes).toEqual(['uia.account.add', 'uia.role.add', 'uia.role.update'])
})

test('NAV-1 the pages of the specification stand in its order, each in its folder', () => {
  const named = {
    people: ['账号管理', '角色管理', '部门管理', '组织管理', '在线用户'],
    platform: ['应用管理', '系统配置', '菜单管理', '资源管理'],
    records: ['登录日志', '操作日志'],
  }
  for (const [key, names] of Object.entries(named)) {
    const pages = consolePages.filter(({ folder }) => folder === key).map(({ name }) => name['zh-cn'])
    expect(pages.filter((name) => names.includes(name))).toEqual(names)
  }
})
