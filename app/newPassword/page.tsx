import type { Metadata } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'
import { BrowserState } from '#components/shell/browser-state'
import { Messages } from '#components/shell/messages'
import { TitleBar } from '#components/shell/title-bar'
import { Unavailable } from '#components/shell/unavailable'
import { buttonLook } from '#components/ui/button'
import { StateView } from '#components/ui/state-view'
import type { SearchParams } from '#lib/list-address'
import { basePath } from '#lib/request'
import { safePath } from '#lib/safe-path'
import { placeOf } from '#lib/server/bff/context-mismatch'
import { isPasswordDue } from '#lib/server/http/platform'
import { requireSession, signedInUser } from '#lib/server/page/request-context'
import { NewPassword } from './new-password'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('password'))('dueTitle') }
}

/**
 * Whoever has to change their password before anything else is answered does it here, from wherever they were going
 * (DAY-3). Nobody else is led away: where a platform says one thing here and another there, people would go round for ever.
 */
export default async function NewPasswordPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { from } = await searchParams
  const to = safePath(typeof from === 'string' ? from : undefined) ?? '/'
  const [{ userId, username }, user, locale] = await Promise.all([
    requireSession(),
    signedInUser(),
    getLocale(),
  ])
  const [t, shell] = await Promise.all([getTranslations('password'), getTranslations('shell')])
  const isDue = user.ok ? user.data.mustChangePassword === true : isPasswordDue(user.failure)
  const name = user.ok ? user.data.nickName || user.data.username : username
  return (
    <Messages names={['shell', 'password', 'validation']}>
      <BrowserState locale={locale} person={placeOf({ userId, username })} />
      <TitleBar place={{ system: shell('systemCentre') }} user={{ name, headImg: undefined, full: false }} />
      <main className="mx-auto w-full max-w-[448px] px-6 pt-[min(12vh,120px)] pb-16 max-narrow:px-4 max-narrow:pt-6">
        {isDue ? (
          <>
            <h1 className="mb-3 font-semibold text-xl">{t('dueTitle')}</h1>
            <NewPassword username={username} to={to} />
          </>
        ) : user.ok ? (
          <StateView heading="h1" scene="empty" title={t('notDue')}>
            <a href={basePath + to} className={buttonLook('primary')}>
              {t('goOn')}
            </a>
          </StateView>
        ) : (
          <Unavailable />
        )}
      </main>
    </Messages>
  )
}
