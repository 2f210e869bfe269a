import type { plugin as Plugin } from 'wujie'
import { placeFiles } from './file-addresses'
import { markCalls, microFetch } from './micro-fetch'
import { routePlugin, routesOf } from './route-plugin'
import { sandboxOf } from './sandbox'
import { followLinks, type PassOn, tellPresses } from './shown-links'
import { type FrameWindow, shownWindow, shownWindowPlugin } from './shown-window'

interface Options {
  folder: string
  entry: URL
  prefix: string
  apiBase: string
  initial: () => string
  onGo: Parameters<typeof routePlugin>[0]['onGo']
  passOn: PassOn
  onReload: () => void
  /** To another site, or, where none is said, unseen. */
  onLeave: (to: string) => void
  /** The document that shows the page is there, before its first script. */
  onShown: (shown: Document) => void
  /** What asks in the end. */
  load: typeof fetch
}

/** A build for the root of its host: its router stands at `/` as well. */
const isForRoot = /<base\b[^>]*\shref=["']\/["']|<script\b[^>]*\ssrc=["']\//i

/** What makes a sandbox of wujie like a window of the page's own: its routes, files, calls and links. */
export function ownWindow(options: Options): { plugins: Plugin[]; fetch: ReturnType<typeof microFetch> } {
  const { entry, folder, prefix } = options
  let takesPrefix = true
  const places = {
    ...options,
    onEntry: (html: string) => {
      takesPrefix = !isForRoot.test(html)
    },
  }
  // After everything that wujie does to the frame, and before the page's first script.
  const prepare = (given: Window) => {
    const frame = given as FrameWindow
    placeFiles(frame, options)
    markCalls(frame, places)
    followLinks(frame, options.passOn)
    tellPresses(frame)
    const shown = shownWindow(frame)?.document
    if (shown) options.onShown(shown)
    // Relative addresses in the page start from its root, however deep its route is.
    shownWindow(frame)?.history.replaceState(null, '', `${prefix}/`)
    routesOf(frame)?.takePrefix(takesPrefix)
  }
  return {
    fetch: microFetch(places, options.load),
    plugins: [
      shownWindowPlugin,
      routePlugin({ ...options, entry: entry.pathname }),
      {
        jsBeforeLoaders: [{ callback: prepare }],
        patchElementHook: (element) => {
          Object.defineProperty(element, 'baseURI', { configurable: true, get: () => folder })
        },
      },
    ],
  }
}

/** `basePath`, told to a page that asks for it: from then on its addresses begin with it. */
export function telling<Props extends { basePath: string }>(name: string, props: Props): Props {
  const { basePath } = props
  return Object.defineProperty({ ...props }, 'basePath', {
    enumerable: true,
    configurable: true,
    get: () => {
      const frame = sandboxOf(name)?.iframe?.contentWindow
      if (frame) routesOf(frame)?.takePrefix(true)
      return basePath
    },
  })
}
