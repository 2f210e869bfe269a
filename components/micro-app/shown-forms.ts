import { CallError, readEnvelope } from '#lib/request'
import { fileNameIn, saveFile } from '#lib/save-file'
import { type FrameWindow, shownWindow } from './frame-window'
import { hearLast } from './heard-last'
import { addressIn } from './page-address'
import { routesOf } from './route-plugin'
import { isCall, isHere, isOwn } from './where-to'

export interface FormsTold {
  /** Of one that would take the page away. */
  onLeave: (to: string) => void
  /** Of one whose call brought nothing: its page hears of no answer. */
  onRefused: (error: CallError) => void
}

/** Characters of a system's own words that are told. */
const longestText = 300

/**
 * Forms that the browser would send by itself: the frame that shows the page goes nowhere. What asks for a page of its own
 * leads there, as a link does; a call bears the mark, and what it answers is saved where it is a file.
 */
export function followForms(frame: FrameWindow, told: FormsTold): void {
  const shown = shownWindow(frame)
  if (shown === undefined) return
  const send = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement
    if (event.defaultPrevented || !sent(frame, form, told, event.submitter)) return
    event.preventDefault()
  }
  shown.addEventListener('submit', (event) => hearLast(event, shown, send), { capture: true })
  // By script, which nobody is told of.
  for (const { HTMLFormElement: kind } of [frame, shown]) {
    const { submit } = kind.prototype
    kind.prototype.submit = function submitShown(this: HTMLFormElement) {
      if (!sent(frame, this, told)) submit.call(this)
    }
  }
}

/** Whether it was taken care of: a form of a dialog is the browser's. */
function sent(
  frame: FrameWindow,
  form: HTMLFormElement,
  told: FormsTold,
  button: HTMLElement | null = null,
): boolean {
  const said = (name: string) => button?.getAttribute(`form${name}`) ?? form.getAttribute(name) ?? ''
  const method = said('method').toLowerCase()
  const to = said('action') === '' ? new URL(frame.location.href) : addressIn(frame, said('action'))
  if (method === 'dialog') return false
  const fields = new FormData(form, button)
  if (!isOwn(to) || (method === 'post' && !isCall(to))) {
    told.onLeave(to.href)
    return true
  }
  const target = said('target')
  const into = frameNamed(form, target)
  if (method === 'post') {
    const body = bodyOf(fields, said('enctype'))
    const hear = into ? heardIn(into) : isHere(target) ? undefined : shownIn(frame, target)
    take(frame, to, { method: 'POST', body }, hear).catch(told.onRefused)
    return true
  }
  to.search = String(new URLSearchParams(textsOf(fields)))
  if (isCall(to) && into !== undefined) take(frame, to, {}, heardIn(into)).catch(told.onRefused)
  else if (isCall(to) || !isHere(target)) frame.open(to.href, isHere(target) ? '_blank' : target)
  else routesOf(frame)?.follow(to, 'push')
  return true
}

function textsOf(fields: FormData): [string, string][] {
  return [...fields].map(([name, value]) => [name, typeof value === 'string' ? value : value.name])
}

function bodyOf(fields: FormData, kind: string): FormData | URLSearchParams {
  return kind === 'multipart/form-data' ? fields : new URLSearchParams(textsOf(fields))
}

/** A frame of the page's own by its name, into which old pages send forms to stay where they are. */
function frameNamed({ ownerDocument }: Element, name: string): HTMLIFrameElement | undefined {
  const frames = isHere(name) ? [] : ownerDocument.querySelectorAll('iframe')
  return [...frames].find((one) => one.name === name)
}

/** Frames that ask for an answer of the page's API by their address: a file is saved, another answer stands in them as text. */
export function followFrames(frame: FrameWindow, { onRefused }: FormsTold): void {
  for (const { HTMLIFrameElement: kind } of [frame, shownWindow(frame) ?? frame]) {
    const own = Object.getOwnPropertyDescriptor(kind.prototype, 'src')
    const { setAttribute } = kind.prototype
    const asks = (into: HTMLIFrameElement, given: string) => {
      const to = URL.canParse(given, frame.location.href) ? addressIn(frame, given) : undefined
      if (to === undefined || !isCall(to)) return false
      take(frame, to, {}, heardIn(into)).catch(onRefused)
      return true
    }
    Object.defineProperty(kind.prototype, 'src', {
      ...own,
      set(this: HTMLIFrameElement, given: unknown) {
        if (asks(this, String(given))) return
        leave(this)
        own?.set?.call(this, given)
      },
    })
    kind.prototype.setAttribute = function set(this: HTMLIFrameElement, name, value) {
      const isAddress = name.toLowerCase() === 'src'
      if (isAddress && asks(this, String(value))) return
      if (isAddress) leave(this)
      setAttribute.call(this, name, value)
    }
  }
}

/** How often a frame was given something else to show. */
const turns = new WeakMap<HTMLIFrameElement, number>()

/** Whatever is still on its way for it comes too late; the text that it has would stand before any address. */
function leave(frame: HTMLIFrameElement): number {
  const turn = (turns.get(frame) ?? 0) + 1
  turns.set(frame, turn)
  if (frame.hasAttribute('srcdoc')) frame.removeAttribute('srcdoc')
  return turn
}

/** Hears what is answered; nothing where it is a file to save, or none came. */
type Hear = (answer?: Response) => Promise<void>

/** A frame has the text of it, a refusal's, too: the page may show its frame to nobody. */
function heardIn(frame: HTMLIFrameElement): Hear {
  const turn = leave(frame)
  return async (answer) => {
    if (answer === undefined) return
    const text = document.createElement('pre')
    text.textContent = await answer.text()
    if (turns.get(frame) === turn) frame.srcdoc = text.outerHTML
  }
}

/** What a window shows of its own by an address of this origin: neither has scripts. */
const shownKinds = /^(?:application\/pdf|image\/(?!svg))/

/** A window shows a report or a picture, and whatever else as text: it would be a page of the console's origin. */
function shownIn(frame: FrameWindow, target: string): Hear {
  // At the press: once the answer is there, browsers open none.
  const opened = frame.open('', target)
  return async (answer) => {
    if (opened === null) return
    if (!answer?.ok) return opened.close()
    const isShown = shownKinds.test(answer.headers.get('content-type') ?? '')
    const content = isShown
      ? await answer.blob()
      : new Blob([await answer.text()], { type: 'text/plain; charset=utf-8' })
    opened.location.replace(URL.createObjectURL(content))
  }
}

/**
 * @param to of its own API; the page stays, as it does at a download
 * @throws CallError
 */
async function take(
  frame: FrameWindow,
  to: URL,
  init: RequestInit,
  hear: Hear = async () => {},
): Promise<void> {
  const lost = async () => {
    await hear()
    throw new CallError('offline')
  }
  const response = await frame.fetch(to.href, init).catch(lost)
  if (!response.ok) {
    await hear(response.clone()).catch(lost)
    // A system answers in a form of its own: nothing was refused on the way.
    const { code, msg } = await readEnvelope(response).catch((error: CallError) => {
      throw error.kind === 'blocked' ? new CallError('system') : error
    })
    throw new CallError('refused', code, msg.slice(0, longestText))
  }
  const disposition = response.headers.get('content-disposition') ?? ''
  if (/^attachment/i.test(disposition)) {
    await hear()
    saveFile(await response.blob().catch(lost), fileNameIn(disposition))
  } else await hear(response).catch(lost)
}
