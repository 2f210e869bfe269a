import type { BuiltFor } from '#lib/built-for'
import { contextParameter } from '#lib/page-context'
import { basePath } from '#lib/request'
import { placedSet } from '#lib/source-set'
import { statedContext } from '#lib/tab-context'
import { workerParameter } from '#lib/worker-parameter'
import type { FrameWindow } from './frame-window'
import { addParameter } from './page-address'
import { noteSaid, tellSaid } from './said-addresses'

/** Where the files of a system are, as its pages name them: builds for the root of a host say `/assets/x.js` (FRAME-2). */
export interface Files {
  /** Such as `https://console/micro/ems/`. */
  folder: string
  /** What its pages' addresses begin with, such as `/ems`. */
  prefix: string
}

/** Paths below which no file of a system's own is named. */
export const ofConsole = ['api', 'micro'].map((name) => `${basePath}/${name}/`)

/** The address to load a file from that a page names. */
export function fileAddress(given: string, { folder, prefix }: Files): string {
  if (given === '' || given.startsWith('#') || !URL.canParse(given, folder)) return given
  return placed(given, [folder, prefix, ofConsole])
}

type Placing = [folder: string, prefix: string, others: readonly string[]]

/** Of what can be an address. It is sent to workers as text, too, and knows nothing but what it is given. */
function placed(given: string, [folder, prefix, others]: Placing): string {
  const url = new URL(given, folder)
  if (url.origin !== new URL(folder).origin || !/^https?:$/.test(url.protocol)) return given
  if (others.some((path) => url.pathname.startsWith(path))) return url.href
  const path = url.pathname.startsWith(`${prefix}/`) ? url.pathname.slice(prefix.length) : url.pathname
  return new URL(`.${path}${url.search}${url.hash}`, folder).href
}

/** The address that a build gave to a file of its own; one whose addresses are relative says nothing of it. */
export function builtAddress(given: string, { folder, prefix }: Files, builtFor: BuiltFor | null): string {
  const home = [folder, new URL(folder).pathname].find((start) => given.startsWith(start))
  if (builtFor === null || home === undefined) return given
  return `${builtFor === 'prefix' ? prefix : ''}/${given.slice(home.length)}`
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

function cssAddresses(given: string, files: Files): string {
  return given.replace(
    /(url\(\s*["']?)([^"')\s]+)/gi,
    (_, before: string, address: string) => before + fileAddress(address, files),
  )
}

/** Files that the page's scripts name: by property, by attribute, or for what they make of an address. */
export function placeFiles(frame: FrameWindow, files: Files, asBuilt: (address: string) => string): void {
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
          noteSaid(this as Element, name, String(value))
        },
      })
    }
    // What stands on the media element is hidden by that of the video.
    const named: readonly string[] = kind === 'HTMLVideoElement' ? [...names, 'src'] : names
    prototype.setAttribute = function setAttribute(this: Element, name: string, value: string) {
      const at = named.find((known) => known === name.toLowerCase())
      const text = String(value)
      if (kind === 'HTMLLinkElement' && /^integrity$/i.test(name)) return
      const placed =
        at === undefined ? text : at === 'srcset' ? setAddress(text, files) : fileAddress(text, files)
      Element.prototype.setAttribute.call(this, name, placed)
      if (at !== undefined) noteSaid(this, at, text)
    }
    tellSaid(prototype, named, asBuilt)
  }
  // What a style sheet names is put right on its way, so that its sum is another: what a script says of it stays with the script.
  Object.defineProperty(frame.HTMLLinkElement.prototype, 'integrity', { writable: true, value: '' })
  // Links lead to pages, and are looked at when they are pressed.
  frame.HTMLAnchorElement.prototype.setAttribute = Element.prototype.setAttribute
  const link = Object.getOwnPropertyDescriptor(HTMLAnchorElement.prototype, 'href')
  if (link) Object.defineProperty(frame.HTMLAnchorElement.prototype, 'href', link)
  placeDrawn(frame, files, asBuilt)
  placeMade(frame, files)
}

const drawn = ['href', 'xlink:href']

/** What drawings take from other files (React's `xlinkHref`), which browsers ask for without saying who asks. */
function placeDrawn(frame: FrameWindow, files: Files, asBuilt: (address: string) => string): void {
  for (const { prototype } of [frame.SVGUseElement, frame.SVGImageElement]) {
    for (const name of ['setAttribute', 'setAttributeNS'] as const) {
      Reflect.set(prototype, name, function place(this: Element, ...given: string[]) {
        const value = String(given.pop())
        const at = given.at(-1)?.toLowerCase() ?? ''
        const isPlaced = drawn.includes(at)
        Reflect.apply(Element.prototype[name], this, [...given, isPlaced ? fileAddress(value, files) : value])
        if (isPlaced) noteSaid(this, at, value)
      })
    }
    tellSaid(prototype, drawn, asBuilt)
  }
}

/** A worker starts with what makes its calls ready; where its page stands (EDGE-1), its own address says, by which it asks. */
function workerAddress(address: string, options: unknown, { folder }: Files): string {
  if (!address.startsWith(folder)) return address
  const url = new URL(address)
  const isModule = (options as WorkerOptions | undefined)?.type === 'module'
  addParameter(url, workerParameter, isModule ? 'module' : 'classic')
  const context = statedContext()
  if (context !== undefined) addParameter(url, contextParameter, context)
  return url.href
}

/** A worker that a page has written itself knows its page's files by the root of their host, and nothing of where they are. */
function rememberBlobs(
  frame: FrameWindow,
  files: Files,
): (address: string, options: unknown) => string | undefined {
  const { createObjectURL, revokeObjectURL } = frame.URL
  const blobs = new Map<string, Blob>()
  frame.URL.createObjectURL = (given) => {
    const address = createObjectURL.call(frame.URL, given)
    if (given instanceof frame.Blob && /script$/i.test(given.type || 'script')) blobs.set(address, given)
    return address
  }
  frame.URL.revokeObjectURL = (address) => {
    blobs.delete(address)
    revokeObjectURL.call(frame.URL, address)
  }
  return (address, options) => {
    const blob = blobs.get(address) ?? textOf(frame, address)
    if (blob === undefined || (options as WorkerOptions | undefined)?.type === 'module') return undefined
    const placing: Placing = [files.folder, files.prefix, ofConsole]
    const begin = `(${placeImports})(self, ${placed}, ${JSON.stringify(placing)});\n`
    const started = createObjectURL.call(frame.URL, new frame.Blob([begin, blob], { type: blob.type }))
    setTimeout(() => revokeObjectURL.call(frame.URL, started), workerBegins)
    return started
  }
}

/** A worker that is its own address is of no origin, and may ask for nothing (Monaco). */
function textOf(frame: FrameWindow, address: string): Blob | undefined {
  const [, type, coding, text = ''] =
    /^data:([\w/.+-]*script)\b[^,]*?(;base64)?,(.*)$/is.exec(address.replace(/#.*/s, '')) ?? []
  if (type === undefined) return undefined
  try {
    const whole = coding
      ? Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))
      : decodeURIComponent(text)
    return new frame.Blob([whole], { type })
  } catch {
    // Its makers hear of it from the browser.
    return undefined
  }
}

/** Milliseconds in which a worker has read its own script. */
const workerBegins = 60_000

/** Sent as text. What names no host a worker of that kind cannot load at all. */
function placeImports(
  worker: { importScripts: (...urls: string[]) => void },
  place: typeof placed,
  placing: Placing,
): void {
  const { importScripts } = worker
  worker.importScripts = (...given) =>
    importScripts.apply(
      worker,
      given.map((one) => (URL.canParse(String(one)) ? place(String(one), placing) : one)),
    )
}

/** Workers, sounds, fonts, modules of sound. */
function placeMade(frame: FrameWindow, files: Files): void {
  const replace = (
    kind: 'Worker' | 'SharedWorker' | 'Audio' | 'FontFace',
    place: (given: unknown[]) => unknown[],
  ) => {
    const Native = frame[kind] as unknown as (() => void) | undefined
    if (Native === undefined) return
    const construct = (native: () => void, given: unknown[], self: () => void) =>
      Reflect.construct(native, place(given), self) as object
    Reflect.set(frame, kind, new Proxy(Native, { construct }))
  }
  const blobAddress = rememberBlobs(frame, files)
  for (const kind of ['Worker', 'SharedWorker'] as const)
    replace(kind, ([url, options]) => [
      blobAddress(String(url), options) ?? workerAddress(fileAddress(String(url), files), options, files),
      options,
    ])
  replace('Audio', ([url]) => (url === undefined ? [] : [fileAddress(String(url), files)]))
  replace('FontFace', ([family, source, ...rest]) => [
    ...[family, typeof source === 'string' ? cssAddresses(source, files) : source],
    ...rest,
  ])
  const { Worklet } = frame
  if (Worklet !== undefined) {
    const { addModule } = Worklet.prototype
    Worklet.prototype.addModule = function addPlaced(url, ...rest) {
      return addModule.call(this, fileAddress(String(url), files), ...rest)
    }
  }
}
