import { basePath } from '#lib/request'
import { addressIn } from './page-address'
import { routesOf } from './route-plugin'
import { type FrameWindow, shownWindow } from './shown-window'

/**
 * Forms that the browser would send by itself: the frame that shows the page goes nowhere. What asks for a page of its own
 * leads there, as a link does; a call bears the mark, and what it answers is saved where it is a file.
 * @param onLeave hears of one that would take the page away
 */
export function followForms(frame: FrameWindow, onLeave: (to: string) => void): void {
  const shown = shownWindow(frame)
  if (shown === undefined) return
  shown.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement
    if (event.defaultPrevented || !sent(frame, form, onLeave, event.submitter)) return
    event.preventDefault()
  })
  // By script, which nobody is told of.
  for (const { HTMLFormElement: kind } of [frame, shown]) {
    const { submit } = kind.prototype
    kind.prototype.submit = function submitShown(this: HTMLFormElement) {
      if (!sent(frame, this, onLeave)) submit.call(this)
    }
  }
}

/** Whether it was taken care of: a form of a dialog is the browser's. */
function sent(
  frame: FrameWindow,
  form: HTMLFormElement,
  onLeave: (to: string) => void,
  button: HTMLElement | null = null,
): boolean {
  const said = (name: string) => button?.getAttribute(`form${name}`) ?? form.getAttribute(name) ?? ''
  const method = said('method').toLowerCase()
  const to = said('action') === '' ? new URL(frame.location.href) : addressIn(frame, said('action'))
  if (method === 'dialog') return false
  const fields = new FormData(form, button)
  const isCall = to.pathname.startsWith(`${basePath}/api/`)
  if (to.origin !== location.origin || (method === 'post' && !isCall)) {
    onLeave(to.href)
    return true
  }
  if (method === 'post') {
    void save(frame, to, bodyOf(fields, said('enctype')))
    return true
  }
  to.search = String(new URLSearchParams(textsOf(fields)))
  const target = said('target')
  const isHere = ['', '_self', '_top', '_parent'].includes(target)
  if (isCall || !isHere) frame.open(to.href, isHere ? '_blank' : target)
  else routesOf(frame)?.follow(to, 'push')
  return true
}

function textsOf(fields: FormData): [string, string][] {
  return [...fields].map(([name, value]) => [name, typeof value === 'string' ? value : value.name])
}

function bodyOf(fields: FormData, kind: string): FormData | URLSearchParams {
  return kind === 'multipart/form-data' ? fields : new URLSearchParams(textsOf(fields))
}

/** @param to of its own API; the page stays, as it does at a download */
async function save(frame: FrameWindow, to: URL, body: FormData | URLSearchParams): Promise<void> {
  const response = await frame.fetch(to.href, { method: 'POST', body })
  const disposition = response.headers.get('content-disposition') ?? ''
  if (!/^attachment/i.test(disposition)) return
  const link = document.createElement('a')
  link.download = /filename="?([^";]+)/i.exec(disposition)?.[1] ?? ''
  link.href = URL.createObjectURL(await response.blob())
  link.click()
  URL.revokeObjectURL(link.href)
}
