'use client'

import { CircleCheck, CircleX } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { type ReactNode, useCallback } from 'react'
import { Reading } from '#components/form/reading'
import { useLoaded } from '#components/form/use-loaded'
import { Button } from '#components/ui/button'
import { type AccessAnswer as Answer, accessObstacles, explain } from '#contracts/access'
import { codes as refusals } from '#contracts/envelope'
import { api } from '#lib/api'
import { asLocale } from '#lib/i18n/locale'
import { wayNames } from '#lib/node-name'
import { CallError } from '#lib/request'

interface Props {
  /** Nobody is oneself. */
  userId: string | undefined
  orgId: string
  codes: string
  entry: string | undefined
}

/** Yes or no, and through what or why not; read out, as what is there while it is being read. */
export function AccessAnswer(props: Props) {
  return (
    <div role="status">
      <Answered {...props} />
    </div>
  )
}

function Answered({ userId, orgId, codes, entry }: Props) {
  const t = useTranslations('access')
  const common = useTranslations('common')
  const load = useCallback(
    () => api(explain, { query: { ...(userId && { userId }), orgId, codes, entry } }),
    [userId, orgId, codes, entry],
  )
  const loaded = useLoaded(load)
  if (loaded.state === 'loading') return <Reading className="h-24" />
  if (loaded.state === 'failed') {
    const { error } = loaded
    const isRefused = error instanceof CallError && error.code === refusals.notPermitted
    return (
      <div
        role="alert"
        className="flex flex-wrap items-center gap-2 rounded-md bg-sunken px-4 py-3 text-md text-soft"
      >
        {isRefused ? t(userId === undefined ? 'notYours' : 'notTheirs') : loaded.message}
        {!isRefused && (
          <Button size="small" onClick={loaded.retry}>
            {common('retry')}
          </Button>
        )}
      </div>
    )
  }
  const answer = loaded.value
  const Mark = answer.allowed ? CircleCheck : CircleX
  const whose = userId === undefined ? 'own' : 'others'
  return (
    <section
      aria-label={t('answer')}
      className={`rounded-md px-4 py-3 text-md ${answer.allowed ? 'bg-success-soft' : 'bg-sunken'}`}
    >
      <h3 className={`flex items-center gap-2 font-semibold ${answer.allowed ? 'text-success' : 'text-ink'}`}>
        <Mark aria-hidden className="size-4 shrink-0" />
        {t(`${whose}.${answer.allowed ? 'yes' : 'no'}`)}
      </h3>
      <div className="mt-1.5 space-y-1.5 pl-6 text-ink">
        {answer.allowed ? <Through answer={answer} /> : <WhyNot answer={answer} whose={whose} />}
      </div>
    </section>
  )
}

function Through({ answer: { superAdministrator, through } }: { answer: Answer }) {
  const t = useTranslations('access')
  const locale = asLocale(useLocale())
  if (superAdministrator) return <p>{t('bySuper')}</p>
  return (
    <ul className="space-y-1.5">
      {through.map((way) => (
        <li key={`${way.role.id} ${way.entry}`}>
          <Names>{[way.role.name]}</Names>
          <p className="mt-0.5 text-base text-soft">{wayNames(way, locale).join(' / ')}</p>
        </li>
      ))}
    </ul>
  )
}

function WhyNot({ answer: { obstacle, roles, givers }, whose }: { answer: Answer; whose: 'own' | 'others' }) {
  const t = useTranslations('access')
  const known = accessObstacles.find((one) => one === obstacle)
  return (
    <>
      {known && <p>{whose === 'own' ? t(`obstacles.${known}`) : t(`others.obstacles.${known}`)}</p>}
      {roles.length > 0 && (
        <Fact label={t('rolesThatGrant')}>
          <Names>{roles.map(({ name }) => name)}</Names>
        </Fact>
      )}
      {givers.length > 0 ? (
        <Fact label={t('givers')}>
          <Names>{givers.map(({ account, name }) => (name ? `${name} (${account})` : account))}</Names>
        </Fact>
      ) : (
        <p className="text-soft">{t(`askNobody.${known ?? 'other'}`)}</p>
      )}
    </>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <p className="mb-1 text-base text-soft">{label}</p>
      {children}
    </div>
  )
}

export function Names({ children }: { children: readonly string[] }) {
  return (
    <ul className="flex flex-wrap gap-1.5">
      {children.map((name) => (
        <li key={name} className="max-w-full break-words rounded-sm bg-press px-2 py-0.5 text-base text-ink">
          <bdi>{name}</bdi>
        </li>
      ))}
    </ul>
  )
}
