import type { AccessWay } from '#contracts/access'
import { actionNames } from '#contracts/actions'
import { consoleSystem, systemOf } from '#contracts/permission'
import { folders, type Names } from '#contracts/resource'
import { consolePages, folderWithCode, pageWithCode } from './console-pages'
import type { Locale } from './i18n/locale'
import { type Named, nameIn, systemName } from './system-name'

export function nameOf(node: Named, locale: Locale): string {
  return nameIn(node, locale) || node.name
}

/** The same of what the console may know: most names are Chinese, and what is its own has an English one, too. */
export function nodeName(node: Named, locale: Locale): string {
  return nameIn(node, locale) || knownName(node.code ?? '')?.[locale] || systemName(node, locale)
}

/** What stands above an entry that grants something, and that itself. */
export const wayNames = ({ nodes, path }: AccessWay, locale: Locale): string[] =>
  nodes?.map((node) => nodeName(node, locale)) ?? path

function knownName(code: string): Names | undefined {
  if (systemOf(code) !== consoleSystem) return undefined
  const action = Object.entries(actionNames).find(([key]) => key === code.split('.').at(-1))
  return folderWithCode(code)?.name ?? pageWithCode(code)?.name ?? action?.[1]
}

/** The log keeps the names of a permission and of what it is below, and no codes: what is called as the console's own is told as that. */
export const loggedPermission = (path: string, locale: Locale): string =>
  path
    .split(' / ')
    .map((name) => ownNames.find((own) => own['zh-cn'] === name)?.[locale] ?? name)
    .join(' / ')
const ownNames: readonly Names[] = [
  ...Object.values(folders).map(({ name }) => name),
  ...consolePages.map(({ name }) => name),
  ...Object.values(actionNames),
]
