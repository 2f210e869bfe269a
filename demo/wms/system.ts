import { existsSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { type FindPage, filesIn, type Page } from '../server/files.ts'
import { wmsCalls } from './calls.ts'

const client = new URL('../../packages/client/src/', import.meta.url)
/** Markup, script and style of this folder; the server's own code is of no type that is given out. */
const sources = filesIn(new URL('./', import.meta.url))
export function wmsSystem(now?: () => Date) {
  const stripped = new Map<string, Page>()
  const files: FindPage = async (path, locale) => {
    const name = /^\/console-client\/(\w+)\.js$/.exec(path)?.[1]
    return name === undefined ? sources(path, locale) : (stripped.get(name) ?? clientFile(name))
  }
  /** No build step: the client without its types is JavaScript. */
  const clientFile = (name: string): Page | undefined => {
    const file = new URL(`${name}.ts`, client)
    if (!existsSync(file)) return undefined
    const text = withoutTypes(readFileSync(file, 'utf8')).replace(/(from '\.\/\w+)\.ts'/g, "$1.js'")
    const page = { type: 'text/javascript; charset=utf-8', text }
    stripped.set(name, page)
    return page
  }
  return { code: 'wms', calls: wmsCalls(now), files }
}

function withoutTypes(source: string): string {
  const { emitWarning } = process
  // It only says that the function is young.
  process.emitWarning = () => {}
  try {
    return stripTypeScriptTypes(source)
  } finally {
    process.emitWarning = emitWarning
  }
}
