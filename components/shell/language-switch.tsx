'use client'

import { Languages } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { MenuButton } from '#components/ui/menu-button'
import { locales } from '#lib/i18n/locale'
import { chooseLanguage } from '#lib/storage'
import { leaveWindow } from '#lib/unsaved'

/** zh-cn or en (SHELL-6); the page reloads in the chosen one. */
export function LanguageSwitch() {
  const t = useTranslations('shell')
  const current = useLocale()
  const name = { 'zh-cn': t('chinese'), en: t('english') }
  return (
    <MenuButton
      label={t('languageIs', { language: name[current] })}
      items={locales.map((locale) => ({
        key: locale,
        text: name[locale],
        lang: locale,
        checked: locale === current,
        onPick: () => leaveWindow(() => chooseLanguage(locale)),
      }))}
    >
      <Languages aria-hidden className="size-4" />
      <span className="max-narrow:hidden">{name[current]}</span>
    </MenuButton>
  )
}
