import { Ban } from 'lucide-react'
import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { StateView } from '#components/ui/state-view'
import { appAt, isWallPage } from '#lib/micro-views'
import { requireSession, visitConsole } from '#lib/server/visit'

interface Props {
  params: Promise<{ path: string[] }>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [{ context, superIdentification }, t] = await Promise.all([
    requireSession(),
    getTranslations('pages'),
  ])
  // Before a system is chosen nothing is anybody's page; asking whose it is would end without a title.
  const app = superIdentification || context !== undefined ? await appOf(params) : undefined
  return { title: app?.name ?? t('notFound') }
}

/**
 * A page of a sub-application, by its prefix path: the layout shows it and keeps it (`components/micro-app`). Any other
 * address is none.
 */
export default async function SystemPage({ params }: Props) {
  const app = await appOf(params)
  if (app === undefined) notFound()
  const { path } = await params
  const pathname = `/${path.join('/')}`
  if (app.origin === undefined) {
    const t = await getTranslations('micro')
    return (
      <StateView
        role="alert"
        icon={<Ban aria-hidden className="size-5" />}
        title={t('notAllowed', { name: app.name })}
        hint={t('notAllowedHint')}
      />
    )
  }
  // A wall page is a page of the system's own: the browser goes there whole (GUARD-9).
  if (isWallPage(pathname)) redirect(new URL(pathname, app.origin).href)
  return null
}

async function appOf(params: Props['params']) {
  const [visit, { path }] = await Promise.all([visitConsole(), params])
  return 'kind' in visit ? undefined : appAt(`/${path.join('/')}`, visit.apps)
}
