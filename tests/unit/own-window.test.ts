import { expect, test, vi } from 'vitest'

vi.stubGlobal('location', new URL('https://console.example/ems/alarms'))
vi.stubGlobal('window', Object.assign(new EventTarget(), { fetch: () => {} }))
const { openWhereShown } = await import('../../components/micro-app/own-window')
const { routePlugin, routesOf } = await import('../../components/micro-app/route-plugin')

const files = { folder: 'https://console.example/micro/ems/', prefix: '/ems' }

/** What `open` of a page of a build for the root of its host does. */
function opened(...given: string[]): string[] {
  const done: string[] = []
  const shown = {
    location: { href: '', replace: () => {} },
    history: { replaceState: () => {} },
    open: (...rest: string[]) => void done.push(rest.join(' ')),
  }
  const place = new URL('/alarms', location.href)
  const replaceState = (_: unknown, __: string, to: string) => (place.href = new URL(to, place).href)
  const frame = Object.assign(new EventTarget(), {
    ...{ History: { prototype: { replaceState } }, history: { state: null }, location: place },
    ...{ PopStateEvent: Event, HashChangeEvent: Event },
    __WUJIE: { document: { defaultView: shown, getElementsByTagName: () => [] } },
  }) as unknown as Parameters<typeof openWhereShown>[0]
  routePlugin({
    ...{ ...files, entry: '/micro/ems/index.html', initial: () => '/ems' },
    onGo: (to, how) => done.push(`${how} ${to}`),
  }).windowPropertyOverride?.(frame)
  routesOf(frame)?.takePrefix(false)
  openWhereShown(frame, files)
  frame.open(...given)
  return done
}

const report = 'blob:https://console.example/1-2'
const own = 'https://console.example'
test.each([
  [[report], `${report} _blank`],
  [['mailto:a@b.example'], 'mailto:a@b.example _blank'],
  [['/form?a=1'], '/ems/form?a=1 _blank'],
  [['/form', 'side', 'popup'], '/ems/form side popup'],
  [['/manual.pdf#page=3'], `${own}/micro/ems/manual.pdf#page=3 _blank`],
  [['/api/ems/report'], `${own}/api/ems/report _blank`],
  [['https://other.example/x'], 'https://other.example/x _blank'],
  [[''], ' _blank'],
])('FRAME-3 `open` of %j leads where it says, in a window', (given, shown) => {
  expect(opened(...given)).toEqual([shown])
})

test.each([
  [['/form', '_self'], ['push /ems/form']],
  [['/form', '_TOP'], ['push /ems/form']],
  [['/api/ems/export', '_self'], [`${own}/api/ems/export _blank`]],
  [[report, '_parent'], [`${report} _blank`]],
  [['https://other.example/x', '_self'], ['https://other.example/x _blank']],
  [['', '_self'], []],
])('FRAME-8 FRAME-3 `open` of %j takes the page nowhere', (given, done) => {
  expect(opened(...given)).toEqual(done)
})
