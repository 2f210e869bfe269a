import { Ban, PowerOff } from 'lucide-react'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { StateView } from '#components/ui/state-view'
import { appAt } from '#lib/micro-views'
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
  const app = superIdentification || context !== undefined ? await appOf(params) : undefined
  return { title: app?.name ?? t('notFound') }
}

/**
 * A page of a sub-application, by its prefix path: the layout shows it and keeps it (`components/micro-app`). Any other
 * address is none.
 */
export default async function SystemPage({ params }: Props) {
  await leaveForStandalonePage(`/${(await params).path.join('/')}`)
  const app = await appOf(params)
  if (app === undefined) notFound()
  if (!app.enabled) {
    const t = await getTranslations('micro')
    return (
      <StateView
        role="alert"
        heading="h1"
        icon={<PowerOff aria-hidden className="size-5" />}
        title={t('switchedOff', { name: app.name })}
        hint={t('switchedOffHint')}
      />
    )
  }
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
  return null
}

async function appOf(params: Props['params']) {
  const [context, { path }] = await Promise.all([requestContext(), params])
  return context.ok ? appAt(`/${path.join('/')}`, context.data.apps) : undefined
}
