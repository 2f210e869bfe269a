import { type FindPage, filesIn } from '../server/files.ts'
import { emsCalls } from './calls.ts'
import { screenPage } from './screen.ts'

/** Where the build puts the pages. */
export const built = new URL('./dist/', import.meta.url)

const screenPath = '/ems/screen'
const sources = filesIn(new URL('./', import.meta.url))

export function emsSystem(folder = built, now?: () => Date) {
  const pages = filesIn(folder)
  const files: FindPage = async (path, locale) => {
    if (path === screenPath) return screenPage(locale, now?.())
    if (path === '/.well-known/console-resources.json') return sources('/resources.json', locale)
    return pages(path, locale)
  }
  return { code: 'ems', calls: emsCalls(now), files, pages: [screenPath] }
}
