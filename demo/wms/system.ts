import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { type FindPage, filesIn, type Page } from '../server/files.ts'
import { wmsCalls } from './calls.ts'

const client = new URL('../client/console-client.ts', import.meta.url)
/** Markup, script and style of this folder; the server's own code is of no type that is given out. */
const sources = filesIn(new URL('./', import.meta.url))
export function wmsSystem(now?: () => Date) {
  let stripped: Page | undefined
  const files: FindPage = async (path, locale) => {
    if (path === '/console-client.js') {
      // No build step: the client without its types is JavaScript.
      stripped ??= {
        type: 'text/javascript; charset=utf-8',
        text: withoutTypes(readFileSync(client, 'utf8')),
      }
      return stripped
    }
    return sources(path, locale)
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
