import { cookies } from 'next/headers'
import { getLocale, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { Messages } from '#components/messages'
import { MicroHost } from '#components/micro-app/micro-host'
import { PlatformUnavailable } from '#components/platform-unavailable'
import { BrowserState } from '#components/shell/browser-state'
import { ShellFrame } from '#components/shell/shell-frame'
import { builtInMenu, menuFromTree } from '#lib/menu'
import { alarmsIn } from '#lib/server/alarms'
import { visitConsole } from '#lib/server/visit'

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const [visit, t, pageTitle] = await Promise.all([
    visitConsole(),
    getTranslations('shell'),
    getTranslations('pages'),
  ])
  if ('kind' in visit) return <PlatformUnavailable />
  const { session, user, menu, apps } = visit
  const { superIdentification: isSuper, context } = session
  const locale = await getLocale()
  const entries = isSuper
    ? builtInMenu(pageTitle)
    : menuFromTree(menu, pageTitle, new Set(apps.map(({ code }) => code)))
  return (
    <Messages names={['shell', 'micro']}>
      <BrowserState
        locale={locale}
        person={{
          userId: session.userId,
          username: session.username,
          orgId: context?.orgId ?? '',
          systemId: context?.systemId ?? '',
        }}
      />
      <ShellFrame
        title={context?.systemName ?? t('defaultSystem')}
        user={{
          name: user.nickName || user.username,
          headImg: user.headImg,
          label: isSuper ? t('superAdministrator') : (context?.orgName ?? ''),
          full: !isSuper,
        }}
        alarms={alarmsIn(visit, entries)}
        entries={entries}
        initiallyOpen={startsOpen((await cookies()).get('sidebar')?.value, context?.setting?.sideCollapse)}
      >
        <MicroHost
          apps={apps.flatMap(({ code, name, origin }) => (origin === undefined ? [] : [{ code, name }]))}
          entries={entries}
          context={{
            user: { id: session.userId, username: user.username, name: user.nickName || user.username },
            orgId: context?.orgId ?? '',
            orgCode: context?.orgCode ?? '',
            orgName: context?.orgName ?? '',
            systemId: context?.systemId ?? '',
            locale,
          }}
          withTabs={!isSuper}
        >
          {children}
        </MicroHost>
      </ShellFrame>
    </Messages>
  )
}

/** What the person chose last; before that, what the system's settings say (specification section 3). */
function startsOpen(kept: string | undefined, collapsed = false): boolean {
  return kept === undefined || kept === '' ? !collapsed : kept !== '0'
}
