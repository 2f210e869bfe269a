import { actionNames } from '#contracts/actions'
import type { Endpoint } from '#contracts/endpoint'
import { resources } from '#contracts/registry'
import type { Resource } from '#contracts/resource'
import { consolePages, pageWithCode } from './console-pages'
import { htmlLang, type Locale } from './i18n/locale'

/** What can be asked of a permission: its codes, any one of which is enough, and what they allow. */
export interface Permission {
  codes: string
  name: string
}

/** What the console's pages allow, page by page. */
export function pagePermissions(locale: Locale): { page: string; permissions: Permission[] }[] {
  return consolePages.map(({ key, name }) => {
    const { endpoints }: Resource = resources[key]
    const sets = new Map(
      Object.values<Endpoint>(endpoints)
        .filter(({ permissions }) => permissions.length > 0)
        .map(({ permissions }) => [permissions.join(','), actionName(permissions[0], locale)]),
    )
    const named = new Map<string, Permission>()
    // Several calls that one press stands for: the fewest codes say it.
    for (const [codes, action] of [...sets].toSorted(([one], [other]) => one.length - other.length)) {
      if (!named.has(action)) named.set(action, { codes, name: action })
    }
    return { page: name[locale], permissions: [...named.values()] }
  })
}

/** Codes in words: what each allows, and on which page, where it is one of the console's. */
export function codesName(codes: string, locale: Locale): string {
  const names = codes.split(',').map((code) => {
    const whole = pageWithCode(code)
    if (whole !== undefined) return whole.name[locale]
    const page = consolePages.find(({ key }) => key === code.split('.').at(-2))
    return page === undefined ? code : `${page.name[locale]} / ${actionName(code, locale)}`
  })
  return new Intl.ListFormat(htmlLang(locale), { type: 'disjunction' }).format(names)
}

export function actionName(code: string | undefined, locale: Locale): string {
  const action = code?.split('.').at(-1) ?? ''
  const known = Object.entries(actionNames).find(([key]) => key === action)
  return known === undefined ? action : known[1][locale]
}

/** What an entry of the menu takes to show: a page of the console its first call, any other that it or something below it is held. */
export function whatShows(entry: string, code: string): { codes: string; entry?: string } {
  const page = pageWithCode(code)
  return page === undefined ? { codes: code, entry } : { codes: page.permissions.join(',') }
}

/** The codes of a call of the page that stands at this path; nothing where there is none. */
export function codesOfCall(path: string, call: string): string | undefined {
  const page = consolePages.find((one) => one.path === path)
  if (page === undefined) return undefined
  const { endpoints }: Resource = resources[page.key]
  const codes = endpoints[call]?.permissions.join(',')
  return codes === '' ? undefined : codes
}
