import { type Attributes, attributesIn } from './tag-attributes'

const begin =
  /<!--[\s\S]*?(?:-->|$)|<(script|style|textarea|template)(?=[\s/>])|(\ssrcdoc\s*=\s*)("[^"]*"|'[^']*')/gi
const restOfTag = /(?:[^<>=]|=\s*"[^"]*"|=\s*'[^']*'|=(?!\s*["']))*>/y
const ends: Record<string, RegExp> = Object.fromEntries(
  ['script', 'style', 'textarea'].map((name) => [name, new RegExp(`</${name}>`, 'gi')]),
)
const templatePart =
  /<!--[\s\S]*?(?:-->|$)|<script\b[^<>]*>[\s\S]*?(?:<\/script>|$)|<(\/?)template(?=[\s/>])/gi
/** Those that wujie, or somebody else here, has to see: code, and data that tell the browser something. */
const seenType =
  /^(?:module|importmap|speculationrules|[\w.-]+\/(?:[\w.-]+\+)?json|(?:text|application)\/(?:x-)?(?:java|ecma)script)?$/i
const mark = /^~set-aside-(\d+)~$/

/**
 * wujie looks through the whole of a page for styles, links, scripts and comments. What only bears their text, and is none of them
 * yet, is kept apart until the page stands: templates, scripts of other types. One that has no end ends the look.
 */
export function setAside(html: string): { html: string; texts: string[] } {
  const texts: string[] = []
  let made = ''
  let done = 0
  const put = (from: number, to: number, text: string) => {
    made += html.slice(done, from) + text
    done = to
  }
  begin.lastIndex = 0
  for (let found = begin.exec(html); found !== null; found = begin.exec(html)) {
    const [whole, given, before, quoted] = found
    if (before !== undefined && quoted !== undefined)
      put(found.index, found.index + whole.length, before + quoted.replaceAll('<', '&lt;'))
    if (given === undefined) continue
    const name = given.toLowerCase()
    restOfTag.lastIndex = begin.lastIndex
    const attributes = restOfTag.exec(html)?.[0]
    if (attributes === undefined) break
    const from = restOfTag.lastIndex
    begin.lastIndex = from
    const told = attributesIn(attributes.slice(0, -1))
    if (name === 'template' && 'shadowrootmode' in told) continue
    const to = endOf(name, html, from)
    if (to === undefined) break
    begin.lastIndex = to
    put(from, to, hidden(name, told, html.slice(from, to), texts))
  }
  return { html: made + html.slice(done), texts }
}

function hidden(name: string, { type = '' }: Attributes, text: string, texts: string[]): string {
  if (name === 'textarea') return text.replaceAll('<', '&lt;')
  const isSeen = name === 'style' || (name === 'script' && seenType.test(type.trim()))
  return isSeen || !text.includes('<') ? text : `~set-aside-${texts.push(text) - 1}~`
}

function endOf(name: string, html: string, from: number): number | undefined {
  const end = ends[name]
  if (end !== undefined) {
    end.lastIndex = from
    return end.exec(html)?.index
  }
  let depth = 1
  templatePart.lastIndex = from
  for (let part = templatePart.exec(html); part !== null; part = templatePart.exec(html)) {
    if (part[1] !== undefined) depth += part[1] === '' ? 1 : -1
    if (depth === 0) return part.index
  }
  return undefined
}

export function putBack(page: ParentNode, texts: readonly string[]): void {
  for (const kept of page.querySelectorAll<HTMLTemplateElement | HTMLScriptElement>('template, script')) {
    const content = 'content' in kept ? kept.content : undefined
    const text = texts[Number(mark.exec((content ?? kept).textContent ?? '')?.[1])]
    if (text !== undefined) kept.innerHTML = text
    else if (content) putBack(content, texts)
  }
}
