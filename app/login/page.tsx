import type { Metadata } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'
import { Messages } from '#components/messages'
import { BrowserState } from '#components/shell/browser-state'
import { Mark } from '#components/shell/mark'
import { captcha } from '#contracts/session'
import type { SearchParams } from '#lib/list-address'
import { safePath } from '#lib/safe-path'
import { config } from '#lib/server/config'
import { LoginForm } from './login-form'
import { LoginLanguage } from './login-language'
import { PlainConnection } from './plain-connection'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('login'))('title') }
}

export default async function LoginPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { from, reason } = await searchParams
  const t = await getTranslations()
  const notice =
    reason === 'verification'
      ? t('errors.verificationFailed')
      : reason === 'ended'
        ? t('errors.ended')
        : undefined
  return (
    <Messages names={['login', 'validation']}>
      <BrowserState locale={await getLocale()} />
      <div className="flex min-h-dvh flex-col bg-[radial-gradient(60rem_40rem_at_50%_-10%,var(--color-accent-soft),transparent)]">
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
            {notice && (
              <p role="alert" className="mb-4 rounded-md bg-warning-soft px-3 py-2 text-md text-warning">
                {notice}
              </p>
            )}
            <LoginForm
              from={safePath(typeof from === 'string' ? from : undefined)}
              captchaPath={captcha.path}
              loggedOut={from === undefined && reason === undefined}
            />
            <PlainConnection />
          </div>
        </main>
      </div>
    </Messages>
  )
}
