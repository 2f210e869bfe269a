import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { requestContext } from '#lib/server/page/request-context'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('pages'))('home') }
}

/** An empty placeholder, as the specification has it (section 1), and nobody's who may not be here, like any page. */
export default async function HomePage() {
  const [t] = await Promise.all([getTranslations('pages'), requestContext()])
  return (
    <>
      <h1 className="sr-only">{t('home')}</h1>
      <div
        aria-hidden
        data-testid="theme-picture"
        className="theme-picture -m-5 h-(--court) max-narrow:-m-3"
      />
    </>
  )
}
