import { actionNames } from '#contracts/actions'
import { consoleName } from '#contracts/console-name'
import { consoleSystem, systemOf } from '#contracts/permission'
import { folders, type Names } from '#contracts/resource'
import { pageWithCode } from './console-pages'
import type { Locale } from './i18n/locale'

interface Named {
  name: string
  nameEn?: string | null | undefined
  code?: string | null | undefined
}

/** What a node of the permission tree is called: names are Chinese, and some have an English one, which the console's own all have. */
export function nodeName({ name, nameEn, code }: Named, locale: Locale): string {
  return locale === 'en' ? nameEn || knownName(code ?? '')?.en || name : name
}

function knownName(code: string): Names | undefined {
  if (systemOf(code) !== consoleSystem) return undefined
  if (code === consoleSystem) return consoleName
  const folder = Object.values(folders).find((one) => one.code === code)
  const action = Object.entries(actionNames).find(([key]) => key === code.split('.').at(-1))
  return folder?.name ?? pageWithCode(code)?.name ?? action?.[1]
}
