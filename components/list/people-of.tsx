'use client'

import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { useCallback } from 'react'
import { Section } from '#components/ui/facts'
import { type AccountSearch, account as accounts, list } from '#contracts/account'
import { api } from '#lib/api'
import { useSheetRead } from './use-sheet-read'

/** By what the list of accounts is narrowed. */
type Narrowed = Partial<Record<Extract<keyof AccountSearch, 'orgId' | 'deptId' | 'roleId'>, string>>

interface Props {
  title: string
  by: Narrowed
}

const mostNamed = 5

/**
 * Who holds a role, or belongs to an organization or department: some by name, all in the list of accounts (DAY-5). It is
 * an extra: where it cannot be read, or the platform does not narrow its list like this, nothing stands there.
 */
export function PeopleOf({ title, by }: Props) {
  const t = useTranslations('common')
  const { orgId, deptId, roleId } = by
  const loaded = useSheetRead(
    useCallback(
      () => api(list, { query: { orgId, deptId, roleId, page: 1, limit: mostNamed } }),
      [orgId, deptId, roleId],
    ),
  )
  if (loaded.state !== 'ready') return null
  const { content, meta } = loaded.value
  const isNarrowed = Object.keys(by).every((name) => meta.filters?.includes(name))
  if (!isNarrowed) return null
  const names = content.map(({ name, account }) => name || account)
  const address = `${accounts.page?.path}?${new URLSearchParams(by)}`
  return (
    <Section title={title}>
      {names.length === 0 ? (
        <p className="text-faint text-md">{t('nobody')}</p>
      ) : (
        <p className="text-md wrap-anywhere">{names.join(t('listSeparator'))}</p>
      )}
      {meta.count > 0 && (
        <Link
          href={address}
          prefetch={false}
          className="font-medium text-accent-ink text-base underline underline-offset-2"
        >
          {t(meta.atLeast ? 'showPeopleAtLeast' : 'showPeople', { count: meta.count })}
        </Link>
      )}
    </Section>
  )
}
