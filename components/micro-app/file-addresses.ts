import { basePath } from '#lib/request'
import { placedSet } from '#lib/source-set'
import type { FrameWindow } from './shown-window'

/** Where the files of a system are, as its pages name them: builds for the root of a host say `/assets/x.js` (FRAME-2). */
export interface Files {
  /** Such as `https://console/micro/ems/`. */
  folder: string
  /** What its pages' addresses begin with, such as `/ems`. */
  prefix: string
}

const ofConsole = ['api', 'micro', '_next'].map((name) => `${basePath}/${name}/`)

/** The address to load a file from that a page names. */
export function fileAddress(given: string, { folder, prefix }: Files): string {
  if (given === '' || given.startsWith('#') || !URL.canParse(given, folder)) return given
  const url = new URL(given, folder)
  if (url.origin !== location.origin || !/^https?:$/.test(url.protocol)) return given
  if (ofConsole.some((path) => url.pathname.startsWith(path))) return url.href
  const path = url.pathname.startsWith(`${prefix}/`) ? url.pathname.slice(prefix.length) : url.pathname
  return new URL(`.${path}${url.search}${url.hash}`, folder).href
}

function setAddress(given: string, files: Files): string {
  return placedSet(given, (address) => fileAddress(address, files))
}

const attributes = {
  HTMLImageElement: ['src', 'srcset'],
  HTMLScriptElement: ['src'],
  HTMLLinkElement: ['href'],
  HTMLMediaElement: ['src'],
  HTMLVideoElement: ['poster'],
  HTMLSourceElement: ['src', 'srcset'],
  HTMLTrackElement: ['src'],
  HTMLInputElement: ['src'],
} as const

/** Files that the page's scripts name: by property, by attribute, or for a worker. */
export function placeFiles(frame: FrameWindow, files: Files): void {
  for (const [kind, names] of Object.entries(attributes)) {
    const { prototype } = frame[kind as keyof typeof attributes]
    for (const name of names) {
      const place = (given: unknown) =>
        name === 'srcset' ? setAddress(String(given), files) : fileAddress(String(given), files)
      const { get, set } =
        Object.getOwnPropertyDescriptor(window[kind as keyof typeof attributes].prototype, name) ?? {}
      Object.defineProperty(prototype, name, {
        configurable: true,
        enumerable: true,
        get,
        set(value: unknown) {
          set?.call(this, place(value))
        },
      })
    }
    // What stands on the media element is hidden by that of the video.
    const named: readonly string[] = kind === 'HTMLVideoElement' ? [...names, 'src'] : names
    prototype.setAttribute = function setAttribute(this: Element, name: string, value: string) {
      const at = named.find((known) => known === name.toLowerCase())
      const text = String(value)
      const placed =
        at === undefined ? text : at === 'srcset' ? setAddress(text, files) : fileAddress(text, files)
      Element.prototype.setAttribute.call(this, name, placed)
    }
  }
  for (const kind of ['Worker', 'SharedWorker'] as const) {
    const Native = frame[kind]
    if (Native === undefined) continue
    Reflect.set(
      frame,
      kind,
      new Proxy(Native, {
        construct: (target, [url, ...rest], self) =>
          Reflect.construct(target, [fileAddress(String(url), files), ...rest], self),
      }),
    )
  }
  // Links lead to pages, and are looked at when they are pressed.
  frame.HTMLAnchorElement.prototype.setAttribute = Element.prototype.setAttribute
  const link = Object.getOwnPropertyDescriptor(HTMLAnchorElement.prototype, 'href')
  if (link) Object.defineProperty(frame.HTMLAnchorElement.prototype, 'href', link)
}
