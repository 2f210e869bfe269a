import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import { StateView } from '#components/ui/state-view'
import { appAt, viewOf } from '#lib/micro-views'
import { menuEntries } from '#lib/server/page/menu-entries'
import { leaveForStandalonePage, requestContext } from '#lib/server/page/request-context'

interface Props {
  params: Promise<{ path: string[] }>
}

/** What the address is called in the menu, or else the system that it belongs to. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [{ path }, locale, t] = await Promise.all([params, getLocale(), getTranslations()])
  // Before a system is chosen asking whose page it is leaves, or finds none; the page does that, and this has its title.
  const context = await requestContext().catch(() => undefined)
  if (context?.ok === false) return { title: t('errors.unavailable') }
  const view = context && viewOf(`/${path.join('/')}`, context.data.apps, menuEntries(context.data, locale))
  return { title: view?.title ?? t('pages.notFound') }
}

/**
 * A page of a sub-application, by its prefix path: the layout shows it and keeps it (`components/micro-app`). Any other
 * address is none.
 */
export default async function SystemPage({ params }: Props) {
  const pathname = `/${(await params).path.join('/')}`
  await leaveForStandalonePage(pathname)
  const context = await requestContext()
  // The layout says that the platform does not answer.
  if (!context.ok) return null
  const app = appAt(pathname, context.data.apps)
  if (app === undefined) notFound()
  if (app.enabled && app.origin !== undefined) return null
  const t = await getTranslations('micro')
  const { name, enabled } = app
  const [title, hint] = enabled
    ? [t('notAllowed', { name }), t('notAllowedHint')]
    : [t('switchedOff', { name }), t('switchedOffHint')]
  return (
    <StateView
      role="alert"
      heading="h1"
      whole
      scene={enabled ? 'forbidden' : 'offline'}
      title={title}
      hint={hint}
    />
  )
}
