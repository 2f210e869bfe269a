/** How a sub-application looks that does not say that it is ready. */
export type Appearance = 'empty' | 'waiting' | 'there'

/** Something to read or to press; whoever shows it has come up. */
const content = 'a[href],button,input,select,textarea,table,form,img,canvas,video,h1,h2,h3,h4,h5,h6,li,label'
const waitingWords = /^\W*(?:loading|please wait|initiali[sz]ing|正在加载|加载中|载入中|请稍[候后等])/i
/** Characters that one who waits shows at most. */
const longestWait = 60

/** @param body of the page that it has drawn */
export function appearanceOf(body: Element | null | undefined): Appearance {
  if (!body || body.getBoundingClientRect().height === 0) return 'empty'
  if (body.querySelector(content) !== null) return 'there'
  const text = shownText(body)
  // A body may be as high as its window, with nothing in it.
  if (text === '' && body.querySelector('svg,[role],[style]') === null) return 'empty'
  const isBusy = body.querySelector('[aria-busy="true"],[role="progressbar"]') !== null
  const waits = text.length <= longestWait && (waitingWords.test(text) || isBusy)
  return waits ? 'waiting' : 'there'
}

export function shownText(body: Element | null | undefined): string {
  const clone = body?.cloneNode(true) as Element | undefined
  for (const silent of clone?.querySelectorAll('script,style,template,noscript') ?? []) silent.remove()
  return (clone?.textContent ?? '').replace(/\s+/g, ' ').trim()
}
