import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { getFormatter, getLocale, getTranslations } from 'next-intl/server'
import { BrowserState } from '#components/shell/browser-state'
import { Mark } from '#components/shell/mark'
import { Messages } from '#components/shell/messages'
import { captcha } from '#contracts/session'
import type { SearchParams } from '#lib/list-address'
import { safePath } from '#lib/safe-path'
import { config } from '#lib/server/config'
import { unheardHeader } from '#lib/server/session/pending-sign-out'
import { LoginForm } from './login-form'
import { LoginLanguage } from './login-language'
import { PlainConnection } from './plain-connection'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('login'))('title') }
}

export default async function LoginPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { from, reason } = await searchParams
  const t = await getTranslations()
  const notices = [
    reason === 'verification' && t('errors.verificationFailed'),
    reason === 'ended' && t('errors.ended'),
    await unheard(reason === 'pending'),
  ].filter((notice) => typeof notice === 'string')
  return (
    <Messages names={['login', 'validation']}>
      <BrowserState locale={await getLocale()} />
      <div className="flex min-h-dvh flex-col bg-[radial-gradient(60rem_40rem_at_50%_-10%,var(--accent-soft),transparent)]">
        <header className="flex items-center justify-between gap-4 px-6 py-4">
          <span className="flex items-center gap-2 font-semibold text-lg">
            <Mark />
            {config().productName ?? t('common.productName')}
          </span>
          <LoginLanguage />
        </header>
        <main className="flex flex-1 items-start justify-center px-4 pt-[10vh] pb-12">
          <div className="w-full max-w-[380px]">
            <h1 className="text-center font-semibold text-xl">{t('login.heading')}</h1>
            <p className="mt-1 mb-6 text-center text-md text-soft">{t('login.tagline')}</p>
            {notices.map((notice) => (
              <p
                key={notice}
                role="alert"
                className="mb-4 rounded-md bg-warning-soft px-3 py-2 text-md text-warning"
              >
                {notice}
              </p>
            ))}
            <LoginForm
              from={safePath(typeof from === 'string' ? from : undefined)}
              captchaPath={captcha.path}
              loggedOut={from === undefined && (reason === undefined || reason === 'pending')}
            />
            <PlainConnection />
          </div>
        </main>
      </div>
    </Messages>
  )
}

/** What became of a sign-out that the platform had not heard of; the guard has just tried again. */
async function unheard(isAsked: boolean): Promise<string | undefined> {
  const t = await getTranslations('login')
  const until = Number((await headers()).get(unheardHeader))
  if (!until) return isAsked ? t('heard') : undefined
  const format = await getFormatter()
  const time = format.dateTime(until, {
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return t('unheard', { time })
}
