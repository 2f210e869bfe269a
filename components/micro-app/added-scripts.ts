import { scriptPath } from '#lib/file-answer'
import { type Files, fileAddress } from './file-addresses'
import { type FrameWindow, shownWindow } from './frame-window'

/** By which wujie finds the script that runs in place of the one that a page knows. */
const tag = 'data-wujie-script-id'
let count = 0

/**
 * A script that a page adds is run by the browser, as in a window of its own. wujie would have it wait for those of all other
 * systems, keep what came for as long as the console stands, and tell one that did not come as loaded.
 */
export function runAddedScripts(frame: FrameWindow, files: Files, encoding: string | null): void {
  const shown = shownWindow(frame)?.document
  const begun = new WeakSet<Node>()
  /** What a page writes as HTML runs one after the other. */
  let written = Promise.resolve()
  const begins = (node: Node, parent?: Node): boolean => {
    const added = node as HTMLScriptElement
    if (added.localName !== 'script') return false
    const address = added.src && fileAddress(added.src, files)
    const isOwn = address ? address.startsWith(files.folder) && isTyped(frame, address) : added.text !== ''
    if (!isOwn || begun.has(node)) return isOwn
    begun.add(node)
    // jQuery takes a script out of where it has put it as soon as it has run.
    if (parent) Object.defineProperty(added, 'parentNode', { configurable: true, value: parent })
    const isWritten = added.ownerDocument.defaultView === null
    if (isWritten) written = written.then(() => run(frame, added, address, encoding))
    else run(frame, added, address, encoding)
    return true
  }
  /** Scripts within what is put into the page (htmx, Turbo streams) run once it stands there. */
  const putWhole: PutWhole = (place, nodes, put) => {
    if (!place.isConnected || ownerOf(place) !== shown) return put()
    const held = nodes.flatMap(scriptsIn).map((script) => [script, holdBack(script)] as const)
    try {
      return put()
    } finally {
      const due = held.filter(([, isDue]) => isDue())
      for (const [script] of due) begins(script)
    }
  }
  if (shown?.defaultView) {
    const runs = (node: unknown, parent: Node | null): boolean => {
      if (!isScript(node) || !parent?.isConnected || ownerOf(parent) !== shown) return false
      return begins(node, parent)
    }
    for (const realm of [frame, shown.defaultView]) runWherePut(realm as FrameWindow, runs, begun, putWhole)
  }
  for (const parent of [shown?.head, shown?.body]) {
    if (!parent) continue
    const { appendChild, insertBefore } = parent
    const add = <T extends Node>(node: T, before: Node | null, passOn: () => Node): T => {
      if (begins(node, parent)) return node
      if (!isOwnSheet(node, files)) return putWhole(parent, [node], passOn) as T
      // What a page adds is there again when it is shown again without its scripts.
      frame.__WUJIE.styleSheetElements.push(node as Node as HTMLLinkElement)
      return Node.prototype.insertBefore.call(parent, node, before) as T
    }
    parent.appendChild = (node) => add(node, null, () => appendChild.call(parent, node))
    parent.insertBefore = (node, before) => {
      // A script is nowhere in what is seen.
      const place = before !== null && begun.has(before) ? null : before
      return add(node, place, () => insertBefore.call(parent, node, place))
    }
  }
}

/** What wujie says of an element that a script has made is its script's document. */
const ownerOf = (node: Node): unknown =>
  Object.getOwnPropertyDescriptor(Node.prototype, 'ownerDocument')?.get?.call(node)

const scriptType = /^(?:module|(?:text|application)\/(?:x-)?(?:java|ecma)script)?$/i

/** One that browsers run; texts and templates stay where they are put. */
function isScript(node: unknown): node is HTMLScriptElement {
  const { localName, type, src, text } = (node ?? {}) as Partial<HTMLScriptElement>
  return localName === 'script' && scriptType.test(type?.trim() ?? '') && Boolean(src || text)
}

const scriptsIn = (node: unknown): HTMLScriptElement[] =>
  [...((node as Partial<Element> | null)?.querySelectorAll?.('script') ?? [])].filter(isScript)

const mark = 'console:begun'
/**
 * The browser alone knows which scripts have yet to begin (none of text that was set as HTML), and would run them in the shown
 * window, where nothing of the page is. What it runs instead says so.
 * @returns gives the script back what it holds, and says whether it has yet to run
 */
function holdBack(script: HTMLScriptElement): () => boolean {
  const { text } = script
  const kept = ['src', 'type', 'nomodule'].map((name) => [name, script.getAttribute(name)] as const)
  let isDue = false
  const note = () => {
    isDue = true
  }
  script.addEventListener(mark, note)
  for (const [name] of kept) script.removeAttribute(name)
  script.text = `document.currentScript.dispatchEvent(new Event('${mark}'))`
  return () => {
    script.removeEventListener(mark, note)
    script.text = text
    for (const [name, value] of kept) if (value !== null) script.setAttribute(name, value)
    return isDue
  }
}

type PutWhole = (place: Node, nodes: unknown[], put: () => unknown) => unknown

/** The same wherever in the page a script is put, by whichever way. */
function runWherePut(
  { Node: kind, Element: element, CharacterData: text, Range: range }: FrameWindow,
  runs: (node: unknown, parent: Node | null) => boolean,
  begun: WeakSet<Node>,
  putWhole: PutWhole,
): void {
  const wrap = (
    owner: object,
    name: string,
    put: (place: Element, given: unknown[], native: (given: unknown[]) => unknown) => unknown,
  ) => {
    const own = Reflect.get(owner, name) as () => unknown
    Reflect.set(owner, name, function place(this: Element, ...given: unknown[]) {
      return put(this, given, (rest) => putWhole(this, rest, () => Reflect.apply(own, this, rest)))
    })
  }
  const { insertNode } = range.prototype
  range.prototype.insertNode = function place(node) {
    putWhole(this.startContainer, [node], () => insertNode.call(this, node))
  }
  wrap(kind.prototype, 'appendChild', (place, given, native) =>
    runs(given[0], place) ? given[0] : native(given),
  )
  wrap(kind.prototype, 'insertBefore', (place, [node, before], native) => {
    if (runs(node, place)) return node
    // A script is nowhere in what is seen.
    return native([node, before && begun.has(before as Node) ? null : before])
  })
  wrap(kind.prototype, 'replaceChild', (place, [node, old], native) => {
    if (!runs(node, place)) return native([node, old])
    return place.removeChild(old as Node)
  })
  for (const name of ['append', 'prepend', 'replaceChildren'])
    wrap(element.prototype, name, (place, given, native) => native(given.filter((one) => !runs(one, place))))
  for (const owner of [element, text])
    for (const name of ['before', 'after', 'replaceWith'])
      wrap(owner.prototype, name, (place, given, native) =>
        native(given.filter((one) => !runs(one, place.parentNode))),
      )
  wrap(element.prototype, 'insertAdjacentElement', (place, [where, node], native) => {
    const parent = /^(?:before|after)(?:begin|end)$/i.test(String(where))
      ? /^(?:afterbegin|beforeend)$/i.test(String(where))
        ? place
        : place.parentNode
      : null
    return runs(node, parent) ? node : native([where, node])
  })
}

/** On plain HTTP browsers do not tell that they ask for a script, and refuse one that its server calls a text (JSP): wujie runs it. */
function isTyped({ isSecureContext }: FrameWindow, address: string): boolean {
  return isSecureContext || scriptPath.test(new URL(address).pathname)
}

/**
 * A style sheet that a page adds is the browser's to load: the page may give it another file, switch it off and take it out.
 * wujie would show a copy, which knows nothing of it, and tell one that did not come as loaded.
 */
function isOwnSheet(node: Node, { folder }: Files): boolean {
  const { localName, rel, href } = node as HTMLLinkElement
  if (localName !== 'link' || !/\bstylesheet\b/i.test(rel)) return false
  // TinyMCE says which one when it has put it in.
  return href.startsWith(folder) || !(node as HTMLLinkElement).getAttribute('href')
}

/** Resolves when it has run, or has not come. */
function run(
  frame: FrameWindow,
  added: HTMLScriptElement,
  address: string,
  encoding: string | null,
): Promise<void> {
  count += 1
  added.setAttribute(tag, `added-${count}`)
  const script = frame.document.createElement('script')
  for (const { name, value } of added.attributes) script.setAttribute(name, value)
  if (encoding !== null && !script.hasAttribute('charset')) script.setAttribute('charset', encoding)
  if (address) script.src = address
  else script.text = added.text
  // Those that are to keep their order say so by this alone.
  script.async = added.async
  return new Promise((resolve) => {
    for (const type of ['load', 'error'])
      script.addEventListener(type, () => {
        added.dispatchEvent(new frame.Event(type))
        resolve()
      })
    const head = frame.__WUJIE_RAW_DOCUMENT_HEAD__ as HTMLHeadElement
    head.appendChild(script)
    if (!address || script.noModule) resolve()
  })
}
