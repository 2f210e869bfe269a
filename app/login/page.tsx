import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { getFormatter, getLocale, getTranslations } from 'next-intl/server'
import { BrowserState } from '#components/shell/browser-state'
import { CourtView } from '#components/shell/court-view'
import { Mark } from '#components/shell/mark'
import { Messages } from '#components/shell/messages'
import { captcha, captchaSound } from '#contracts/session'
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
    reason === 'cookies' && t('login.cookies'),
    await unheard(reason === 'pending'),
  ].filter((notice) => typeof notice === 'string')
  return (
    <Messages names={['login', 'validation']}>
      <BrowserState locale={await getLocale()} />
      <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)_460px] max-mobile:grid-cols-[minmax(0,1fr)] max-mobile:grid-rows-[minmax(96px,22dvh)_1fr]">
        <div className="relative overflow-hidden bg-[radial-gradient(70%_60%_at_50%_46%,var(--accent-soft),transparent)]">
          <CourtView />
          <p
            aria-hidden
            className="absolute bottom-9 left-8 max-w-[70%] font-semibold text-2xl max-mobile:hidden"
          >
            {t('login.tagline')}
          </p>
        </div>
        <div className="flex flex-col border-line bg-surface px-14 py-5 max-mobile:border-t max-narrow:px-5 mobile:border-l">
          <header className="flex items-center justify-between gap-4">
            <span className="flex min-w-0 items-center gap-2 font-semibold text-lg">
              <Mark />
              <span className="truncate">{config().productName ?? t('common.productName')}</span>
            </span>
            <LoginLanguage />
          </header>
          <main className="mx-auto flex w-full max-w-[400px] flex-1 flex-col justify-center py-10 max-mobile:justify-start max-mobile:py-6">
            <h1 className="mb-5 font-semibold text-xl">{t('login.heading')}</h1>
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
              isEnd={reason !== undefined}
              from={safePath(typeof from === 'string' ? from : undefined)}
              captcha={{ picture: captcha.path, sound: captchaSound.path }}
            />
            <PlainConnection />
          </main>
        </div>
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
