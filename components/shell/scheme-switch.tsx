'use client'

import { Monitor, Moon, Sun, SunMoon } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useSyncExternalStore } from 'react'
import { MenuButton } from '#components/ui/menu-button'
import { chooseScheme, schemes, shownScheme, watchScheme } from '#lib/scheme'

const icons = { system: Monitor, light: Sun, dark: Moon }

/** Light or dark, or as the system has it. */
export function SchemeSwitch() {
  const t = useTranslations('shell')
  const chosen = useSyncExternalStore(watchScheme, shownScheme, () => 'system')
  const name = { system: t('scheme.system'), light: t('scheme.light'), dark: t('scheme.dark') }
  return (
    <MenuButton
      label={t('scheme.label')}
      items={schemes.map((scheme) => {
        const Icon = icons[scheme]
        return {
          key: scheme,
          text: name[scheme],
          icon: <Icon aria-hidden className="size-4" />,
          checked: scheme === chosen,
          onPick: () => chooseScheme(scheme),
        }
      })}
    >
      <SunMoon aria-hidden className="size-4" />
    </MenuButton>
  )
}
