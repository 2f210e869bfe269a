import { expect, test, vi } from 'vitest'

class Element {
  written: Record<string, string> = {}
  setAttribute(name: string, value: string) {
    this.written[name] = value
  }
  setAttributeNS(_space: string | null, name: string, value: string) {
    this.written[name] = value
  }
  getAttribute(name: string): string | null {
    return this.written[name] ?? null
  }
}
/** Kinds of elements as a window has them, whose properties write attributes. */
function kinds() {
  const kind = (parent: typeof Element, names: readonly string[]) => {
    class Kind extends parent {}
    for (const name of names) {
      Object.defineProperty(Kind.prototype, name, {
        configurable: true,
        get(this: Element) {
          return this.written[name]
        },
        set(this: Element, value: string) {
          this.written[name] = value
        },
      })
    }
    return Kind
  }
  const media = kind(Element, ['src'])
  return {
    ...{ HTMLImageElement: kind(Element, ['src', 'srcset']), HTMLScriptElement: kind(Element, ['src']) },
    ...{ HTMLLinkElement: kind(Element, ['href', 'integrity']), HTMLMediaElement: media },
    ...{ HTMLVideoElement: kind(media, ['poster']), HTMLAudioElement: kind(media, []) },
    ...{ HTMLSourceElement: kind(Element, ['src', 'srcset']), HTMLTrackElement: kind(Element, ['src']) },
    ...{ HTMLInputElement: kind(Element, ['src']), HTMLAnchorElement: kind(Element, ['href']) },
    ...{ SVGUseElement: kind(Element, []), SVGImageElement: kind(Element, []) },
  }
}
vi.stubGlobal('location', new URL('https://console.example/ems/alarms'))
vi.stubGlobal('Element', Element)
const own = kinds()
vi.stubGlobal('window', own)
vi.stubGlobal('HTMLAnchorElement', own.HTMLAnchorElement)
const { builtAddress, placeFiles } = await import('../../components/micro-app/file-addresses')

const home = 'https://console.example/micro/ems'
/** Notes what it is made of. */
class Made {
  given: unknown[]
  constructor(...given: unknown[]) {
    this.given = given
  }
  addModule(...given: unknown[]) {
    return given
  }
}
const frame = {
  ...kinds(),
  ...{ Worker: class extends Made {}, Audio: class extends Made {}, FontFace: class extends Made {} },
  URL: { createObjectURL: () => '', revokeObjectURL: () => {} },
  ...{ Worklet: Made, Navigator: { prototype: { serviceWorker: {} } } },
}
const files = { folder: `${home}/`, prefix: '/ems' }
placeFiles(frame as never, files, (address) => builtAddress(address, files, 'root'))

test.each([
  ['HTMLImageElement', 'src', '/a.png', `${home}/a.png`],
  ['HTMLImageElement', 'srcset', '/a.png 1x, /b,c.png 2x', `${home}/a.png 1x, ${home}/b,c.png 2x`],
  [
    'HTMLImageElement',
    'srcset',
    '/api/ems/p 1x, data:image/gif;base64,AA 2x',
    'https://console.example/api/ems/p 1x, data:image/gif;base64,AA 2x',
  ],
  ['HTMLSourceElement', 'srcset', '/ems/a.webp', `${home}/a.webp`],
  ['HTMLVideoElement', 'src', '/film.mp4', `${home}/film.mp4`],
  ['HTMLVideoElement', 'poster', '/film.png', `${home}/film.png`],
  ['HTMLAudioElement', 'src', '/sound.wav', `${home}/sound.wav`],
  ['HTMLTrackElement', 'src', '/words.vtt', `${home}/words.vtt`],
  ['HTMLLinkElement', 'href', '/x.css', `${home}/x.css`],
  ['HTMLAnchorElement', 'href', '/form', '/form'],
] as const)(
  'FRAME-2 what a script sets on a %s as %s is found, by property and by attribute: %s',
  (kind, name, given, placed) => {
    const byProperty = new frame[kind]()
    Reflect.set(byProperty, name, given)
    expect(byProperty.written[name]).toBe(placed)
    const byAttribute = new frame[kind]()
    byAttribute.setAttribute(name, given)
    expect(byAttribute.written[name]).toBe(placed)
    byAttribute.setAttribute('alt', given)
    expect(byAttribute.written.alt, 'no address').toBe(given)
  },
)

const said = {
  HTMLImageElement: { src: 'img/on.svg', srcset: '/a.png 1x, b.png 2x' },
  HTMLVideoElement: { src: './film.mp4', poster: '/film.png' },
  HTMLInputElement: { src: 'go.png' },
  HTMLLinkElement: { href: '/x.css' },
}
const allSaid = Object.entries(said).flatMap(([kind, names]) =>
  Object.entries(names).map(([name, given]) => [kind as keyof typeof said, name, given] as const),
)

test.each(allSaid)('FRAME-2 a page reads in its %s’s %s what it has said: %s', (kind, name, given) => {
  const byProperty = new frame[kind]()
  Reflect.set(byProperty, name, given)
  expect(byProperty.getAttribute(name)).toBe(given)
  const element = new frame[kind]()
  expect(element.getAttribute(name)).toBeNull()
  element.setAttribute(name, given)
  expect(element.getAttribute(name.toUpperCase())).toBe(given)
  element.setAttribute(name, 'https://other.example/x')
  expect(element.getAttribute(name)).toBe('https://other.example/x')
  element.setAttribute('alt', '/micro/ems/a.png')
  expect(element.getAttribute('alt'), 'no address').toBe('/micro/ems/a.png')
})

test('FRAME-2 a link that a script adds bears no sum: what its sheet names is put right on its way', () => {
  const [link, script] = [new frame.HTMLLinkElement(), new frame.HTMLScriptElement()]
  for (const added of [link, script]) added.setAttribute('integrity', 'sha256-x')
  Reflect.set(link, 'integrity', 'sha256-x')
  expect([link.written, script.written]).toEqual([{}, { integrity: 'sha256-x' }])
})

test('FRAME-2 of what came as HTML, or was copied, a page reads what its build says', () => {
  const element = new frame.HTMLImageElement()
  element.written = { src: '/micro/ems/a.png', srcset: `/micro/ems/a.png 1x, ${home}/b.png 2x` }
  expect(element.getAttribute('src')).toBe('/a.png')
  expect(element.getAttribute('srcset')).toBe('/a.png 1x, /b.png 2x')
})

test('FRAME-2 what a script makes of an address is found: a worker, a sound, a font, a module of sound', () => {
  const module = { type: 'module' }
  expect(new frame.Worker('/assets/w.js?v=1', module).given).toEqual([
    ...[`${home}/assets/w.js?v=1&console-worker=module`, module],
  ])
  expect(new frame.Worker('blob:https://console.example/1').given[0]).toBe('blob:https://console.example/1')
  expect(new frame.Audio('/alarm.mp3').given).toEqual([`${home}/alarm.mp3`])
  expect(new frame.Audio().given).toEqual([])
  const weight = { weight: '600' }
  expect(new frame.FontFace('Own', "url('/own.woff2'), url(/b.woff)", weight).given).toEqual([
    ...['Own', `url('${home}/own.woff2'), url(${home}/b.woff)`, weight],
  ])
  const bytes = new ArrayBuffer(1)
  expect(new frame.FontFace('Own', bytes).given).toEqual(['Own', bytes])
  expect(new frame.Worklet().addModule('/meter.js')).toEqual([`${home}/meter.js`])
})

test.each(['SVGUseElement', 'SVGImageElement'] as const)('FRAME-2 %s takes from where a file is', (kind) => {
  const element = new frame[kind]()
  for (const name of ['href', 'xlink:href']) {
    element.setAttributeNS('http://www.w3.org/1999/xlink', name, '/icons.svg#add')
    expect([element.written[name], element.getAttribute(name)]).toEqual([
      ...[`${home}/icons.svg#add`, '/icons.svg#add'],
    ])
    element.setAttribute(name, '#add')
    expect(element.written[name]).toBe('#add')
  }
  element.setAttribute('width', '4')
  expect(element.written.width).toBe('4')
})
