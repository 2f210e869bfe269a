'use client'

import { KeyRound, type LucideIcon, MonitorSmartphone, RotateCcwKey } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useWhy } from '#components/form/ask-why'
import type { MenuItem } from '#components/ui/menu-button'
import type { AccountRow, account } from '#contracts/account'
import type { May } from '#lib/list-result'

/** A row, with whether its owner can sign in under this account at all, and the optional calls that the platform has. */
export type ListedAccount = AccountRow & { signsIn: boolean; calls: readonly string[] }

type About = 'roles' | 'password' | 'sessions'

/** What the dialog is for (specification section 2.8): adding, editing, or something else about a row. */
export type Subject = { id?: string; row?: ListedAccount; about?: About }

/** Whether there may be anything of the kind. */
export function hasAccountItems({
  updateRoles,
  resetPassword,
  sessions,
  endSessions,
}: May<typeof account>): boolean {
  // Whoever may only look finds who is signed in in the list of online users.
  return updateRoles || resetPassword || (sessions && endSessions)
}

/** What can be done with an account beyond editing and deleting it, as far as person and platform go. */
export function useAccountItems(may: May<typeof account>, ownId: string | undefined) {
  const t = useTranslations('account')
  const why = useWhy()
  return (row: ListedAccount, open: (subject: Subject) => void): MenuItem[] => {
    const name = row.name || row.account
    const item = (about: About, Icon: LucideIcon, text: string, label: string): MenuItem => ({
      key: about,
      text,
      label,
      icon: <Icon aria-hidden className="size-4" />,
      onPick: () => open({ id: row.id, row, about }),
    })
    const roles = item('roles', KeyRound, t('roles'), t('rolesRow', { name }))
    const sessions = item('sessions', MonitorSmartphone, t('sessions'), t('sessionsRow', { name }))
    const reason = row.id === ownId ? t('resetOwn') : row.shared ? t('shared') : undefined
    const password: MenuItem = {
      ...item('password', RotateCcwKey, t('resetPassword'), t('resetPasswordRow', { name })),
      reason,
      // Where it is a right that is missing: which, and who has it.
      onReason: row.id === ownId ? undefined : why && (() => why({ call: 'resetPassword', reason })),
    }
    return [
      ...(may.updateRoles ? [roles] : []),
      ...(may.resetPassword && row.calls.includes('resetPassword') ? [password] : []),
      ...(may.sessions && may.endSessions && row.calls.includes('sessions') ? [sessions] : []),
    ]
  }
}
