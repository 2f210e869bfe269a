import { cookies } from 'next/headers'
import { getLocale, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { MovedNote } from '#components/form/moved-note'
import { KnownSystems } from '#components/micro-app/known-systems'
import { MicroHost } from '#components/micro-app/micro-host'
import { BrowserState } from '#components/shell/browser-state'
import { Messages } from '#components/shell/messages'
import { ShellFrame } from '#components/shell/shell-frame'
import { PageUnavailable } from '#components/shell/unavailable'
import { consoleSystem } from '#contracts/permission'
import { placeOf } from '#lib/server/bff/context-mismatch'
import type { MicroApp } from '#lib/server/micro/micro-apps'
import { alarmsIn } from '#lib/server/page/alarms'
import { menuEntries } from '#lib/server/page/menu-entries'
import { requestContext } from '#lib/server/page/request-context'
import { productName } from '#lib/server/product-name'

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const [console, t] = await Promise.all([requestContext(), getTranslations('shell')])
  if (!console.ok) return <PageUnavailable />
  const { session, user, apps } = console.data
  const { superIdentification: isSuper, context } = session
  const locale = await getLocale()
  const entries = menuEntries(console.data, locale)
  return (
    <Messages names={['shell', 'micro']}>
      <BrowserState locale={locale} person={placeOf(session)} />
      <ShellFrame
        place={
          context === undefined
            ? { system: t('defaultSystem'), code: consoleSystem }
            : {
                system: context.systemName,
                organization: context.orgName,
                code: context.systemCode,
                entered: { orgId: context.orgId, systemId: context.systemId },
              }
        }
        user={{
          name: user.nickName || user.username,
          headImg: user.headImg,
          label: isSuper ? t('superAdministrator') : undefined,
          full: !isSuper,
        }}
        alarms={alarmsIn(console.data, entries)}
        entries={entries}
        initiallyOpen={startsOpen((await cookies()).get('sidebar')?.value, context?.setting?.sideCollapse)}
      >
        <MovedNote />
        <MicroHost
          apps={apps.filter(isShown).map(({ code, name }) => ({ code, name }))}
          entries={entries}
          context={{
            user: { id: session.userId, username: user.username, name: user.nickName || user.username },
            orgId: context?.orgId ?? '',
            orgCode: context?.orgCode ?? '',
            orgName: context?.orgName ?? '',
            systemId: context?.systemId ?? '',
            locale,
          }}
          product={await productName()}
          withTabs={!isSuper}
        >
          <KnownSystems codes={apps.map(({ code }) => code)}>{children}</KnownSystems>
        </MicroHost>
      </ShellFrame>
    </Messages>
  )
}

function isShown({ origin, enabled }: MicroApp): boolean {
  return origin !== undefined && enabled
}

/** What the person chose last; before that, what the system's settings say (specification section 3). */
function startsOpen(kept: string | undefined, collapsed = false): boolean {
  return kept === undefined || kept === '' ? !collapsed : kept !== '0'
}
