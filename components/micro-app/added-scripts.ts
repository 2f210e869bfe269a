import { type Files, fileAddress } from './file-addresses'
import { type FrameWindow, shownWindow } from './shown-window'

/** By which wujie finds the script that runs in place of the one that a page knows. */
const tag = 'data-wujie-script-id'
let count = 0

/**
 * A file that a page adds as a script is loaded by the browser, as in a window of its own. wujie would have it wait for those of
 * all other systems, keep what came for as long as the console stands, and tell one that did not come as loaded.
 */
export function runAddedScripts(frame: FrameWindow, files: Files): void {
  const shown = shownWindow(frame)?.document
  const begun = new WeakSet<Node>()
  const begins = (node: Node): boolean => {
    const added = node as Partial<HTMLScriptElement> & Node
    if (added.localName !== 'script' || !added.src) return false
    const address = fileAddress(added.src, files)
    // What is no file of its own (`blob:`) wujie runs.
    if (!address.startsWith(files.folder)) return false
    if (!begun.has(node)) run(frame, node as HTMLScriptElement, address)
    begun.add(node)
    return true
  }
  for (const parent of [shown?.head, shown?.body]) {
    if (!parent) continue
    const { appendChild, insertBefore } = parent
    parent.appendChild = (node) => (begins(node) ? node : (appendChild.call(parent, node) as typeof node))
    parent.insertBefore = (node, before) =>
      begins(node) ? node : (insertBefore.call(parent, node, before) as typeof node)
  }
}

function run(frame: FrameWindow, added: HTMLScriptElement, address: string): void {
  count += 1
  added.setAttribute(tag, `added-${count}`)
  const script = frame.document.createElement('script')
  for (const { name, value } of added.attributes) script.setAttribute(name, value)
  script.src = address
  // Those that are to keep their order say so by this alone.
  script.async = added.async
  const tell = ({ type }: Event) => added.dispatchEvent(new frame.Event(type))
  for (const type of ['load', 'error']) script.addEventListener(type, tell)
  const head = frame.__WUJIE_RAW_DOCUMENT_HEAD__ as HTMLHeadElement
  head.appendChild(script)
}
