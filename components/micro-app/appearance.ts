/** How a sub-application looks that does not say that it is ready. */
export type Appearance = 'empty' | 'waiting' | 'there'

/** Something to read or to press; whoever shows it has come up. */
const content = 'a[href],button,input,select,textarea,table,form,img,canvas,video,h1,h2,h3,h4,h5,h6,li,label'
const waitingWords = /^\W*(?:loading|please wait|initiali[sz]ing|正在加载|加载中|载入中|请稍[候后等])/i
/** Characters that one who waits shows at most. */
const longestWait = 60
/** Elements that are looked at for one that is seen. */
const mostLooked = 2000

/** @param body of the page that it has drawn */
export function appearanceOf(body: Element | null | undefined): Appearance {
  if (!body) return 'empty'
  const parts = [body, ...shadowsIn(body)]
  if (!isSeen(body, parts)) return 'empty'
  if (has(parts, content)) return 'there'
  const text = parts.map(shownText).join(' ').trim()
  // A body may be as high as its window, with nothing in it.
  if (text === '' && !has(parts, 'svg,[role],[style]')) return 'empty'
  const isBusy = has(parts, '[aria-busy="true"],[role="progressbar"]')
  const waits = text.length <= longestWait && (waitingWords.test(text) || isBusy)
  return waits ? 'waiting' : 'there'
}

function has(parts: readonly ParentNode[], selector: string): boolean {
  return parts.some((part) => part.querySelector(selector) !== null)
}

/** A body of no height may hold a map, or a picture of the whole window, that stands by itself. */
function isSeen(body: Element, parts: readonly ParentNode[]): boolean {
  if (hasHeight(body)) return true
  return parts.some((part) => [...part.querySelectorAll('*')].slice(0, mostLooked).some(hasHeight))
}

function hasHeight(element: Element): boolean {
  return element.getBoundingClientRect().height > 0
}

/** Where elements draw what nobody finds from outside. */
function shadowsIn(root: ParentNode): ShadowRoot[] {
  return [...root.querySelectorAll('*')].flatMap(({ shadowRoot }) =>
    shadowRoot === null ? [] : [shadowRoot, ...shadowsIn(shadowRoot)],
  )
}

/** @param part whose text it is; a shadow cannot be copied, what is in it can */
export function shownText(part: Element | ShadowRoot | null | undefined): string {
  // Of another window, so of another kind than ours.
  if (part && 'host' in part) return [...part.children].map(shownText).join(' ')
  const clone = part?.cloneNode(true) as Element | undefined
  for (const silent of clone?.querySelectorAll('script,style,template,noscript') ?? []) silent.remove()
  return (clone?.textContent ?? '').replace(/\s+/g, ' ').trim()
}
