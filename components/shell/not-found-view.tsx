import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { RememberSystem } from '#components/shell/remember-system'
import { basePath } from '#lib/request'

/** The 404 page (specification section 2.5): a picture, and the system code of the address is remembered. */
export async function NotFoundView() {
  const t = await getTranslations('errors')
  return (
    <div className="flex min-h-[70dvh] flex-col items-center justify-center px-6 text-center">
      <RememberSystem />
      {/* `lazy` keeps React from preloading it on every page, each of which carries this view in its answer. */}
      {/* biome-ignore lint/performance/noImgElement: a drawing of our own. */}
      <img
        src={`${basePath}/images/not-found.svg`}
        alt=""
        loading="lazy"
        width={320}
        height={180}
        className="mb-6"
      />
      <h1 className="font-semibold text-xl">{t('notFound')}</h1>
      <p className="mt-1 mb-5 text-faint text-md">{t('notFoundHint')}</p>
      <Link
        href="/"
        prefetch={false}
        className="inline-flex h-8 items-center rounded-md bg-accent px-3 font-medium text-md text-on-accent hover:bg-accent-hover"
      >
        {t('backHome')}
      </Link>
    </div>
  )
}
