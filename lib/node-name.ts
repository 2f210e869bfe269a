import { actionNames } from '#contracts/actions'
import { consoleName } from '#contracts/console-name'
import { consoleSystem, systemOf } from '#contracts/permission'
import type { Names } from '#contracts/resource'
import { folderWithCode, pageWithCode } from './console-pages'
import type { Locale } from './i18n/locale'

interface Named {
  name: string
  nameEn?: string | null | undefined
  code?: string | null | undefined
}

/** In that language, where it has one. */
const nameIn = ({ name, nameEn }: Named, locale: Locale) => (locale === 'en' ? nameEn : name)

export function nameOf(node: Named, locale: Locale): string {
  return nameIn(node, locale) || node.name
}

/** The same of what the console may know: names are Chinese, and what is its own has an English one, too. */
export function nodeName(node: Named, locale: Locale): string {
  return nameIn(node, locale) || knownName(node.code ?? '')?.[locale] || node.name
}

function knownName(code: string): Names | undefined {
  if (systemOf(code) !== consoleSystem) return undefined
  if (code === consoleSystem) return consoleName
  const action = Object.entries(actionNames).find(([key]) => key === code.split('.').at(-1))
  return folderWithCode(code)?.name ?? pageWithCode(code)?.name ?? action?.[1]
}
