'use client'

import { LayoutGrid, LogOut, UserRound } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useTellFault } from '#components/form/use-call-fault'
import { MenuButton, type MenuItem } from '#components/ui/menu-button'
import { basePath } from '#lib/request'
import { logOut } from '#lib/session-end'
import { leaveWindow, mayLeave } from '#lib/unsaved'
import { Avatar, Initial } from './avatar'

export interface UserMenuProps {
  name: string
  /** The stored path of the person's picture, where there is one. */
  headImg: string | null | undefined
  /** 'Super administrator' (LOGIN-6); everybody else's organization stands beside the system's name. */
  label?: string | undefined
  /** Personal centre and select organization; hidden for a super administrator and in the chooser (SHELL-7). */
  full: boolean
}

export function UserMenu({ name, headImg, label, full }: UserMenuProps) {
  const t = useTranslations('shell')
  const tell = useTellFault()
  const router = useRouter()
  const leave = async () => {
    if (!(await mayLeave('window'))) return
    try {
      await logOut()
    } catch (error) {
      tell(error)
    }
  }
  const more: MenuItem[] = [
    {
      key: 'user',
      text: t('personalCentre'),
      icon: <UserRound aria-hidden className="size-4" />,
      onPick: async () => {
        if (await mayLeave()) router.push('/user/index')
      },
    },
    {
      key: 'organization',
      text: t('selectOrganization'),
      icon: <LayoutGrid aria-hidden className="size-4" />,
      // A full load: the chooser has a stricter content policy than the shell.
      onPick: () => leaveWindow(() => window.location.assign(`${basePath}/selectSystem?nf=t`)),
    },
  ]
  const logout = {
    key: 'logout',
    text: t('logOut'),
    icon: <LogOut aria-hidden className="size-4" />,
    onPick: leave,
  }
  return (
    <MenuButton
      label={t('userMenu', { name: label === undefined || label === name ? name : `${name} ${label}` })}
      items={full ? [...more, logout] : [logout]}
    >
      {headImg ? (
        <Avatar stored={headImg} alt="" className="size-6" />
      ) : (
        <Initial name={name} className="size-6 text-xs" />
      )}
      {name !== label && <span className="max-w-32 truncate max-narrow:sr-only">{name}</span>}
      {label !== undefined && (
        <span data-testid="display-label" className="max-w-40 truncate max-narrow:sr-only">
          {label}
        </span>
      )}
    </MenuButton>
  )
}
