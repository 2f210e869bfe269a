import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import { StateView } from '#components/ui/state-view'
import { appAt, viewOf } from '#lib/micro-views'
import { menuEntries } from '#lib/server/page/menu-entries'
import { leaveForStandalonePage, requestContext, requireSession } from '#lib/server/page/request-context'

interface Props {
  params: Promise<{ path: string[] }>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [{ context, superIdentification }, t] = await Promise.all([
    requireSession(),
    getTranslations('pages'),
  ])
  // Before a system is chosen nothing is anybody's page; asking whose it is would end without a title.
  const view = superIdentification || context !== undefined ? await pageOf(params) : undefined
  return { title: view?.title ?? t('notFound') }
}

/** What the address is called in the menu, or else the system that it belongs to. */
async function pageOf(params: Props['params']) {
  const [context, { path }, locale] = await Promise.all([requestContext(), params, getLocale()])
  if (!context.ok) return undefined
  return viewOf(`/${path.join('/')}`, context.data.apps, menuEntries(context.data, locale))
}

/**
 * A page of a sub-application, by its prefix path: the layout shows it and keeps it (`components/micro-app`). Any other
 * address is none.
 */
export default async function SystemPage({ params }: Props) {
  await leaveForStandalonePage(`/${(await params).path.join('/')}`)
  const app = await appOf(params)
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

async function appOf(params: Props['params']) {
  const [context, { path }] = await Promise.all([requestContext(), params])
  return context.ok ? appAt(`/${path.join('/')}`, context.data.apps) : undefined
}
