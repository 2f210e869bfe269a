import { beforeEach, expect, test, vi } from 'vitest'
import type { MenuEntry } from '#lib/menu-entry'
import { stubSettings } from './stub-console'

const entry = { key: 'a', title: 'Alarms', icon: 'alarm', href: '/ems/alarms' }
const menu: MenuEntry[] = [{ key: 'd', title: 'Operation', icon: 'folder', entries: [entry] }]
const origin = new URL('http://127.0.0.1:4101')
const context = { orgId: 'o', orgCode: 'O', orgName: 'O', systemId: 's', systemCode: 'ems', systemName: 'E' }
const session = { v: 1, token: 't', userId: '1', username: 'u', startedAt: 0, context } as const
const visit = {
  session: { ...session, superIdentification: false },
  apps: [{ code: 'ems', name: 'E', discoverable: true, enabled: true, origin }],
}

async function alarmsIn(given: Partial<typeof visit>, entries = menu, systems?: string) {
  vi.resetModules()
  stubSettings({ ALARM_SYSTEMS: systems })
  const module = await import('#lib/server/page/alarms')
  return module.alarmsIn({ ...visit, ...given }, entries)
}
beforeEach(() => vi.unstubAllEnvs())

test('SHELL-5 alarms are counted in the systems that ALARM_SYSTEMS names, the demo’s unless it says otherwise', async () => {
  expect(await alarmsIn({})).toEqual({ href: '/ems/alarms' })
  expect(await alarmsIn({}, menu, 'wms, ems')).toEqual({ href: '/ems/alarms' })
  expect(await alarmsIn({}, menu, 'wms')).toBeUndefined()
  expect(await alarmsIn({}, menu, '')).toBeUndefined()
})

test('SHELL-5 they are not counted for a super administrator, nor where the system could not answer', async () => {
  expect(await alarmsIn({ session: { ...session, superIdentification: true } })).toBeUndefined()
  expect(
    await alarmsIn({
      apps: [
        { code: 'ems', name: 'E', discoverable: true, enabled: true, origin: undefined as unknown as URL },
      ],
    }),
  ).toBeUndefined()
  expect(
    await alarmsIn({ apps: [{ code: 'ems', name: 'E', origin, discoverable: true, enabled: false }] }),
  ).toBeUndefined()
  // A customer's own platform may answer without the system being registered.
  expect(await alarmsIn({ apps: [] })).toEqual({ href: '/ems/alarms' })
})

test('SHELL-5 the count leads to the alarms where the person’s menu has them within the shell', async () => {
  expect(await alarmsIn({}, [])).toEqual({ href: undefined })
  const elsewhere: MenuEntry[] = [{ ...menu[0], entries: [{ ...entry, external: true }] } as MenuEntry]
  expect(await alarmsIn({}, elsewhere)).toEqual({ href: undefined })
})
