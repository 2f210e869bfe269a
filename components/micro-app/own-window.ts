import type { plugin as Plugin } from 'wujie'
import { type BuiltFor, builtForHeader, encodingHeader } from '#lib/built-for'
import { answerOf, beginsAsPage, plainType } from '#lib/file-answer'
import { contextParameter } from '#lib/page-context'
import { statedContext } from '#lib/tab-context'
import { runAddedScripts } from './added-scripts'
import { connections, pinConnections } from './connections'
import { builtAddress, type Files, placeFiles } from './file-addresses'
import { type FrameWindow, shownWindow } from './frame-window'
import { watchGone } from './gone-code'
import { watchElements } from './late-elements'
import { tellLinks } from './link-addresses'
import { EntryFault, isCallOf, markCalls, microFetch, placeFetch } from './micro-fetch'
import { storagePlugin } from './own-storage'
import { addressIn, tellAddress } from './page-address'
import { pageLifePlugin } from './page-life'
import { pageSightPlugin } from './page-sight'
import { plainHtmlPlugin } from './plain-html'
import { routePlugin, routesOf } from './route-plugin'
import { keepSaid } from './said-addresses'
import { frameOf } from './sandbox'
import { placesPlugin, tellPlaces } from './script-places'
import { type FormsTold, followForms, followFrames } from './shown-forms'
import { followLinks, keepAddress, openDocument, type PassOn, tellPresses } from './shown-links'
import { shownWindowPlugin } from './shown-window'
import { stayInside } from './stay-inside'
import { tellTypes } from './told-type'
import { isDocument, isHere, isOwn, isPage } from './where-to'

interface Options extends FormsTold {
  folder: string
  entry: URL
  prefix: string
  apiBase: string
  initial: () => string
  noted: () => unknown
  onGo: Parameters<typeof routePlugin>[0]['onGo']
  passOn: PassOn
  onReload: () => void
  /** What the page calls its window, which it finds again when it is loaded anew. */
  windowName: { current: string }
  /** The document that shows the page is there, before its first script. */
  onShown: (shown: Document) => void
  /** Has a page's calls wait for their turn. */
  inTurn: (fetch: typeof window.fetch) => typeof window.fetch
  /** The same for the files that it is shown with. */
  loadInTurn: (fetch: typeof window.fetch) => typeof window.fetch
}

/** What makes a sandbox of wujie like a window of the page's own: its routes, files, calls and links. */
export function ownWindow(options: Options): {
  plugins: Plugin[]
  fetch: ReturnType<typeof microFetch>
  /** The page is gone. */
  end: () => void
} {
  const { entry, folder, prefix } = options
  let builtFor: BuiltFor | null = null
  let encoding: string | null = null
  let own: typeof fetch | undefined
  let isGone: (() => boolean) | undefined
  const open = connections()
  const ends = [open.close]
  const places = {
    ...options,
    connections: open,
    onEntry: (headers: Headers) => {
      builtFor = headers.get(builtForHeader) as BuiltFor | null
      encoding = headers.get(encodingHeader)
    },
  }
  // After everything that wujie does to the frame, and before the page's first script.
  const prepare = (given: Window) => {
    const frame = given as FrameWindow
    Object.defineProperty(frame, 'frameElement', { configurable: true, get: () => null })
    Object.defineProperty(frame, 'name', {
      configurable: true,
      enumerable: true,
      get: () => options.windowName.current,
      set: (given: unknown) => {
        options.windowName.current = String(given)
      },
    })
    placeFiles(frame, options, (said) => builtAddress(said, options, builtFor ?? 'root'))
    runAddedScripts(frame, options, encoding)
    openWhereShown(frame, options)
    watchElements(frame)
    tellPlaces(frame, (address) => builtAddress(address, options, builtFor))
    tellAddress(frame)
    ends.push(stayInside(frame))
    // A page's calls are its own: their answers and errors are of its kinds, and end with it.
    if (own) placeFetch(frame, microFetch(places, options.inTurn(own)))
    markCalls(frame, places)
    tellTypes(frame)
    pinConnections(frame, (url) => isCallOf(options.apiBase, url), open)
    tellLinks(frame)
    followLinks(frame, options, options.passOn)
    followForms(frame, options)
    followFrames(frame, options)
    tellPresses(frame)
    const shown = shownWindow(frame)
    if (shown) options.onShown(shown.document)
    isGone = watchGone(shown ? [frame, shown] : [frame])
    // Relative addresses in the page start from its root, however deep its route is. What the page shows by an address bears
    // no header, but the browser says which document asks for it: where that stands (EDGE-1).
    const stated = statedContext()
    const query = stated === undefined ? '' : `?${new URLSearchParams({ [contextParameter]: stated })}`
    shown?.history.replaceState(null, '', `${prefix}/${query}`)
    // A build for the root of its host: its router stands at `/` as well.
    routesOf(frame)?.takePrefix(builtFor !== 'root')
  }
  return {
    // wujie keeps what it loads for all pages that come: nothing of it may end with this one (MICRO-4).
    fetch: microFetch(
      places,
      options.loadInTurn((...given) => loadFile(entry, () => encoding, ...given)),
    ),
    end: () => {
      for (const end of ends) end()
    },
    plugins: madeReadyAtOnce([
      shownWindowPlugin,
      storagePlugin(prefix),
      routePlugin({ ...options, entry: entry.pathname, isGone: () => isGone?.() ?? false }),
      plainHtmlPlugin(options),
      placesPlugin(options),
      pageLifePlugin,
      pageSightPlugin,
      {
        jsIgnores: [asRule((address) => kept.has(address))],
        // Before wujie puts the other one there.
        windowPropertyOverride: (frame) => {
          own = frame.fetch.bind(frame)
        },
        jsBeforeLoaders: [{ callback: prepare }],
        patchElementHook: (element) => {
          Object.defineProperty(element, 'baseURI', { configurable: true, get: () => folder })
          keepAddress(element as unknown as Element)
          keepSaid(element as unknown as Element)
        },
      },
    ]),
  }
}

/**
 * wujie starts what makes a page ready one after the other, each when the browser has time, and an `async` script that has come
 * between them: it would run in a window that is not its own yet (Next.js).
 */
function madeReadyAtOnce(plugins: readonly Plugin[]): Plugin[] {
  const loaders = plugins.flatMap(({ jsBeforeLoaders = [] }) => jsBeforeLoaders)
  const callback = (frame: Window) => {
    for (const loader of loaders) loader.callback?.(frame)
  }
  const rest = plugins.map(({ jsBeforeLoaders: _, ...plugin }) => plugin)
  return [{ jsBeforeLoaders: [{ callback }] }, ...rest]
}

/** A page that is answered in place of a file is a fault, which wujie does not keep; what else says that it is one may be a script. */
async function loadFile(
  entry: URL,
  encoding: () => string | null,
  ...given: Parameters<typeof fetch>
): Promise<Response> {
  const response = await window.fetch(...given)
  if (!response.ok || response.url === entry.href) return response
  const type = plainType(response.headers.get('content-type')) ?? ''
  const isHtml = type.toLowerCase() === 'text/html'
  if (isHtml && beginsAsPage.test(await response.clone().text())) throw new EntryFault(answerOf(response))
  const decoded = await inEncoding(response, encoding())
  if (decoded === response && /(?:java|ecma)script$/i.test(type)) kept.add(response.url)
  return decoded
}

/** A file that says nothing of its encoding is read in that of its page; no text in another happens to be UTF-8. */
async function inEncoding(response: Response, encoding: string | null): Promise<Response> {
  const { status, headers } = response
  if (encoding === null || /;\s*charset=/i.test(headers.get('content-type') ?? '')) return response
  const bytes = await response.clone().arrayBuffer()
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return response
  } catch {
    return new Response(new TextDecoder(encoding).decode(bytes), { status, headers })
  }
}

/**
 * Scripts of pages' HTML that wujie has from an earlier opening, and would run for ever: browsers ask whether they are the
 * present ones. Of those that bear a script's type, since others they would not run.
 */
const kept = new Set<string>()

/** Of a rule wujie asks nothing but this. */
function asRule(test: (address: string) => boolean): RegExp {
  return { test } as RegExp
}

/**
 * Windows are opened by the one that a person uses; others would be blocked. Its own pages open in the console, and the
 * frame that shows the page goes nowhere.
 */
export function openWhereShown(frame: FrameWindow, files: Files): void {
  frame.open = (given = '', name = '', ...rest) => {
    const url = String(given)
    const target = name || '_blank'
    const shown = shownWindow(frame) ?? window
    const staysHere = isHere(target)
    if (url === '') return staysHere ? frame : shown.open('', target, ...rest)
    const to = addressIn(frame, url)
    if (isDocument(to)) return openDocument(shown, to, files)
    const routes = isOwn(to) && isPage(to) ? routesOf(frame) : undefined
    if (staysHere && routes) {
      routes.follow(to, 'push')
      return frame
    }
    return shown.open(routes?.shown(to) ?? to.href, staysHere ? '_blank' : target, ...rest)
  }
}

/** `basePath`, told to a page that asks for it: from then on its addresses begin with it. A copy of the rest asks for nothing. */
export function telling<Props extends { basePath: string }>(name: string, props: Props): Props {
  const told = props.basePath
  return Object.defineProperty({ ...props }, 'basePath', {
    enumerable: false,
    configurable: true,
    get: () => {
      const frame = frameOf(name)
      if (frame) routesOf(frame)?.takePrefix(true)
      return told
    },
  })
}
