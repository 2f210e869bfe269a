'use client'

import { useLocale, useTranslations } from 'next-intl'
import { asLocale } from '#lib/i18n/locale'
import { chooseLanguage } from '#lib/storage'

/** The language dropdown (LOGIN-1). Each language is written in itself, whatever is shown now. */
export function LoginLanguage() {
  const t = useTranslations('login')
  return (
    <select
      aria-label={t('language')}
      value={useLocale()}
      onChange={(event) => chooseLanguage(asLocale(event.target.value))}
      className="control w-auto"
    >
      <option value="zh-cn" lang="zh-CN">
        简体中文
      </option>
      <option value="en" lang="en">
        English
      </option>
    </select>
  )
}
