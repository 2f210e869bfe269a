import { typeHeader } from '#lib/file-answer'
import type { FrameWindow } from './frame-window'

/** What came as a text for the browser is of the type that its system said, for what asks by XMLHttpRequest, too. */
export function tellTypes(frame: FrameWindow): void {
  const { prototype } = frame.XMLHttpRequest
  const { open, getResponseHeader, getAllResponseHeaders } = prototype
  const told = (request: XMLHttpRequest) => getResponseHeader.call(request, typeHeader)
  prototype.open = function (this: XMLHttpRequest, ...given: unknown[]) {
    const type = () => {
      const own = this.readyState === this.HEADERS_RECEIVED ? told(this) : null
      // A document is made of it (`responseXML`).
      if (own !== null) this.overrideMimeType(own)
    }
    this.addEventListener('readystatechange', type)
    this.addEventListener('loadend', () => this.removeEventListener('readystatechange', type), { once: true })
    Reflect.apply(open, this, given)
  } as typeof open
  prototype.getResponseHeader = function (name) {
    return (/^content-type$/i.test(name) ? told(this) : null) ?? getResponseHeader.call(this, name)
  }
  prototype.getAllResponseHeaders = function () {
    const all = getAllResponseHeaders.call(this)
    const own = told(this)
    return own === null ? all : all.replace(/^content-type:.*$/im, () => `content-type: ${own}`)
  }
}
