import { describe, expect, test } from 'vitest'
import type { MenuEntry } from '#lib/menu-entry'
import { closeView, mostViews, pathAfterClosing, showView, type Views, viewOf } from '#lib/micro-views'

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
    const full = many.reduce(showView, none)
    const again = showView(full, { ...view('/ems/stations'), key: 'ems.0' })
    const next = showView(again, view('/ems/alarms'))
    expect(next.tabs).toHaveLength(mostViews)
    expect(next.tabs.map((tab) => tab.key)).not.toContain('ems.1')
    expect(next.tabs.map((tab) => tab.key)).toContain('ems.0')
  })
})
