'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type ComponentType, useRef, useState, useTransition } from 'react'
import { later } from '#components/form/later'
import { TimeText } from '#components/form/time-text'
import { useTellFault } from '#components/form/use-call-fault'
import { Avatar } from '#components/shell/avatar'
import { mayLeave } from '#lib/unsaved'
import type { PanelProps, Profile } from './profile'
import { ProfileRow } from './profile-row'

type Editable = 'avatar' | 'displayName' | 'password' | 'phone'

/** The forms come with the first press. */
const panels: Record<Editable, ComponentType<PanelProps>> = {
  avatar: later(() => import('./avatar-panel').then((module) => module.AvatarPanel)),
  displayName: later(() => import('./display-name-panel').then((module) => module.DisplayNamePanel)),
  password: later(() => import('./password-panel').then((module) => module.PasswordPanel)),
  phone: later(() => import('./phone-panel').then((module) => module.PhonePanel)),
}

/** Who one is, and what of it one may change (specification section 2.19). */
export function PersonalCentre({ title, profile }: { title: string; profile: Profile }) {
  const t = useTranslations('user')
  const common = useTranslations('common')
  const router = useRouter()
  const tell = useTellFault()
  const [refreshing, startRefresh] = useTransition()
  const [editing, setEditing] = useState<Editable>()
  const [edited, setEdited] = useState<Editable>()
  const list = useRef<HTMLDListElement>(null)

  const close = () => {
    setEditing(undefined)
    list.current?.querySelector<HTMLElement>('[aria-expanded="true"]')?.focus()
  }
  /** One panel at a time; the open one is not thrown away by a press elsewhere. */
  const edit = async (what: Editable) => {
    if (!(await mayLeave())) return
    if (editing === what) close()
    else {
      setEditing(what)
      setEdited(what)
    }
  }
  const saved = async () => {
    close()
    try {
      await (await import('./user-calls')).refreshUser()
      startRefresh(() => router.refresh())
    } catch (error) {
      tell(error)
    }
  }
  const editor = (what: Editable) => {
    const Panel = panels[what]
    return {
      label: t(`edit.${what}`),
      open: editing === what,
      rests: edited === what,
      onPress: () => edit(what),
      panel: editing === what && <Panel profile={profile} onClose={close} onSaved={saved} />,
    }
  }
  const text = (value: string | null | undefined) => value || common('empty')
  return (
    <div className="mx-auto w-full max-w-[760px]">
      <h1 className="mb-4 font-semibold text-xl">{title}</h1>
      <dl
        ref={list}
        aria-busy={refreshing || undefined}
        className="divide-y divide-line rounded-lg border border-line bg-surface px-5 transition-opacity aria-busy:opacity-60 max-narrow:px-3"
      >
        <ProfileRow label={t('avatar')} editor={editor('avatar')}>
          <Avatar
            stored={profile.headImg}
            alt={t(profile.headImg ? 'ownAvatar' : 'defaultAvatar')}
            className="size-14"
          />
        </ProfileRow>
        <ProfileRow label={t('username')}>{profile.username}</ProfileRow>
        <ProfileRow label={t('displayName')} editor={editor('displayName')}>
          {text(profile.nickName)}
        </ProfileRow>
        <ProfileRow label={t('password')} editor={editor('password')}>
          <span aria-hidden className="mr-2">
            ••••••••
          </span>
          {t('passwordSet')}
        </ProfileRow>
        <ProfileRow label={t('phone')} editor={editor('phone')}>
          {text(profile.phone)}
        </ProfileRow>
        <ProfileRow label={t('email')}>{text(profile.email)}</ProfileRow>
        <ProfileRow label={t('company')}>{text(profile.company)}</ProfileRow>
        <ProfileRow label={t('createdTime')}>
          <TimeText time={profile.createdTime} />
        </ProfileRow>
      </dl>
    </div>
  )
}
