import { type FrameWindow, shownWindow } from './shown-window'

/**
 * wujie takes a page's scripts out of it, and runs them in a document that nobody sees. One that asks for its own place in
 * the page, to draw beside it (SvelteKit), finds a mark that was left there.
 */
const inline = /<script\b(?![^<>]*\ssrc\s*=)([^<>]*)>([\s\S]*?)(<\/script>|$)/gi
const placeType = 'text/x-place'
const mark = 'data-script-place'

export function withPlaces(html: string): string {
  let place = 0
  return html.replace(inline, (whole, attributes: string, code: string, end: string) => {
    if (end === '' || !code.includes('currentScript')) return whole
    place += 1
    const name = `${mark}="${place}"`
    return `<script type="${placeType}" ${name}></script><script ${name}${attributes}>${code}</script>`
  })
}

export function tellPlaces(frame: FrameWindow): void {
  const own = Object.getOwnPropertyDescriptor(frame.Document.prototype, 'currentScript')?.get
  Object.defineProperty(frame.document, 'currentScript', {
    configurable: true,
    get: () => {
      const script: HTMLOrSVGScriptElement | null = own?.call(frame.document) ?? null
      const place = script?.getAttribute(mark)
      const left = place && `script[type="${placeType}"][${mark}="${CSS.escape(place)}"]`
      return (left && shownWindow(frame)?.document.querySelector(left)) || script
    },
  })
}
