import { describe, expect, test } from 'vitest'
import { entryAt, type MenuEntry } from '#lib/menu-entry'
import {
  closeView,
  mostViews,
  pathAfterClosing,
  restoredViews,
  showView,
  titleOf,
  type Views,
  viewOf,
} from '#lib/micro-views'

const apps = [
  { code: 'ems', name: '能源管理' },
  { code: 'ems-yr', name: '能源云' },
]
const entries: MenuEntry[] = [
  {
    key: 'ems.operation',
    title: '运行监控',
    icon: 'folder',
    entries: [
      { key: 'ems.page.stations', title: '电站列表', icon: 'page', href: '/ems/stations' },
      { key: 'ems.page.alarms', title: '告警中心', icon: 'page', href: '/ems/alarms' },
    ],
  },
]
const view = (path: string) => {
  const found = viewOf(path, apps, entries)
  if (found === undefined) throw new Error(path)
  return found
}

describe('the view of an address', () => {
  test('SHELL-9 the cache goes by the third segment of the page’s code', () => {
    expect(view('/ems/stations')).toMatchObject({ key: 'ems.stations', title: '电站列表' })
    expect(view('/ems/alarms/17?tab=notes')).toMatchObject({
      key: 'ems.alarms',
      path: '/ems/alarms/17?tab=notes',
    })
  })
  test('MICRO-1 a page that the menu does not name belongs to its system all the same', () => {
    expect(view('/ems/settings')).toMatchObject({ key: 'ems.index', code: 'ems', title: '能源管理' })
    expect(view('/ems-yr/x')).toMatchObject({ code: 'ems-yr' })
  })
  test.each([
    ['/shop/home', 'Home'],
    ['/shop/home/x', 'Home'],
    ['/shop/item/8', 'Items'],
    ['/shop/items/new', 'New item'],
    ['/shop/items/new/2', 'New item'],
    ['/shop/order/3', 'Orders'],
    ['/shop/other', 'Shop'],
  ])('FRAME-6 NAV-4 %s is of the page %s, in the tab and in the menu', (path, title) => {
    const menu: MenuEntry[] = [
      { key: 'shop.page.home', title: 'Home', icon: 'page', href: '/shop/home' },
      { key: 'shop.page.items', title: 'Items', icon: 'page', href: '/shop/items' },
      { key: 'shop.page.new', title: 'New item', icon: 'page', href: '/shop/items/new' },
      { key: 'shop.page.orders', title: 'Orders', icon: 'page', href: '/shop/order-list' },
      { key: 'shops.page.x', title: 'Elsewhere', icon: 'page', href: '/shops' },
    ]
    expect(viewOf(path, [{ code: 'shop', name: 'Shop' }], menu)?.title).toBe(title)
    expect(entryAt(menu, path)?.title ?? 'Shop').toBe(title)
  })
  test('GUARD-9 standalone pages and foreign addresses are no view', () => {
    for (const path of [
      ...['/ems/screen', '/ems/screen?x=1', '/ems-yr/screen2', '/account/index', '/emsx', '/'],
    ]) {
      expect(viewOf(path, apps, entries), path).toBeUndefined()
    }
  })
})

describe('open views', () => {
  const none: Views = { tabs: [], used: [] }
  const open = (...paths: string[]) => paths.reduce((views, path) => showView(views, view(path)), none)

  test('SHELL-9 a page that is opened again keeps its tab, with the address it shows now', () => {
    const views = open('/ems/stations', '/ems/alarms', '/ems/stations?page=2')
    expect(views.tabs.map((tab) => tab.path)).toEqual(['/ems/stations?page=2', '/ems/alarms'])
  })
  test('FRAME-6 a tab is called as its page calls itself, until it shows another page of the menu', () => {
    const [tab] = open('/ems/stations').tabs
    if (tab === undefined) throw new Error('no tab')
    const named: Views = { tabs: [{ ...tab, ownTitle: '电站 3' }], used: [tab.key] }
    expect(showView(named, view('/ems/stations/3')).tabs.map(titleOf)).toEqual(['电站 3'])
    const other = { ...view('/ems/stations/3'), title: '电站地图' }
    expect(showView(named, other).tabs.map(titleOf)).toEqual(['电站地图'])
  })
  test('SHELL-9 closing goes back to the tab that was looked at before, or home', () => {
    const views = open('/ems/stations', '/ems-yr/x', '/ems/alarms')
    expect(pathAfterClosing(views, 'ems.alarms')).toBe('/ems-yr/x')
    expect(closeView(views, 'ems.alarms').tabs).toHaveLength(2)
    expect(pathAfterClosing(open('/ems/stations'), 'ems.stations')).toBe('/home')
  })
  test('SHELL-9 beyond the limit the view that was left longest ago goes, not the oldest tab', () => {
    const many = Array.from({ length: mostViews }, (_, index) => ({
      ...view('/ems/stations'),
      key: `ems.${index}`,
    }))
    const full = many.reduce((views, one) => showView(views, one), none)
    const again = showView(full, { ...view('/ems/stations'), key: 'ems.0' })
    const next = showView(again, view('/ems/alarms'))
    expect(next.tabs).toHaveLength(mostViews)
    expect(next.tabs.map((tab) => tab.key)).not.toContain('ems.1')
    expect(next.tabs.map((tab) => tab.key)).toContain('ems.0')
  })
  const keys = ({ tabs }: Views) => tabs.map(({ key }) => key)
  const eight = Array.from({ length: mostViews }, (_, at) => ({ ...view('/ems/stations'), key: `ems.${at}` }))
  const full = eight.reduce((views, one) => showView(views, one), none)
  test('FRAME-7 what holds unsaved work is not closed for another one', () => {
    const kept = showView(full, view('/ems/alarms'), (key) => key === 'ems.0' || key === 'ems.1')
    expect(keys(kept)).not.toContain('ems.2')
    expect(keys(kept)).toEqual(expect.arrayContaining(['ems.0', 'ems.1', 'ems.alarms']))
    expect(kept.isOver).toBe(false)
    const over = showView(full, view('/ems/alarms'), () => true)
    expect(over.tabs).toHaveLength(mostViews + 1)
    expect(over.isOver).toBe(true)
    expect(showView(over, view('/ems-yr/x')).tabs, 'later it is made up for').toHaveLength(mostViews)
  })
  test('FRAME-7 tabs come back after a reload, without those that are not the person’s any more', () => {
    const kept = [
      { path: '/ems/stations?page=2', ownTitle: '电站 2' },
      { path: '/gone/x' },
      { path: '/ems/alarms' },
    ]
    const restored = restoredViews(kept, (path) => viewOf(path, apps, entries))
    expect(keys(restored)).toEqual(['ems.stations', 'ems.alarms'])
    expect(restored.tabs.map(titleOf)).toEqual(['电站 2', '告警中心'])
    expect(restored.used, 'none is loaded before it is looked at').toEqual([])
    const shown = showView(restored, view('/ems/alarms'))
    expect(pathAfterClosing(shown, 'ems.alarms')).toBe('/ems/stations?page=2')
    const unseen: Views = { tabs: full.tabs, used: ['ems.0'] }
    const next = showView(unseen, view('/ems-yr/x'))
    expect(keys(next), 'those never looked at go first').toContain('ems.0')
    expect(keys(next)).not.toContain('ems.1')
  })
})
