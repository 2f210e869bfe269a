import { cookies } from 'next/headers'
import { getLocale, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { WhyHost } from '#components/access/why-host'
import { MovedNote } from '#components/form/moved-note'
import { KnownSystems } from '#components/micro-app/known-systems'
import { MicroHost } from '#components/micro-app/micro-host'
import { BrowserState } from '#components/shell/browser-state'
import { Messages } from '#components/shell/messages'
import type { PlaceInBar } from '#components/shell/place-switch'
import { ShellFrame } from '#components/shell/shell-frame'
import { Unavailable } from '#components/shell/unavailable'
import { VersionNote } from '#components/shell/version-note'
import { ViewEnded } from '#components/shell/view-ended'
import type { ViewOf } from '#components/shell/view-frame'
import { ReasonNote } from '#components/ui/reason-note'
import { consoleSystem } from '#contracts/permission'
import type { Locale } from '#lib/i18n/locale'
import { placeOf } from '#lib/server/bff/context-mismatch'
import type { MicroApp } from '#lib/server/micro/micro-apps'
import { alarmsIn } from '#lib/server/page/alarms'
import { menuEntries } from '#lib/server/page/menu-entries'
import { paletteOf } from '#lib/server/page/palette'
import { requestContext, requireSession } from '#lib/server/page/request-context'
import { productName } from '#lib/server/product-name'
import type { Session } from '#lib/server/session/session'
import { placeName } from '#lib/system-name'

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const [console, t] = await Promise.all([requestContext(), getTranslations('shell')])
  if (!console.ok) return <WithoutPlatform />
  const { session, user, apps } = console.data
  const { superIdentification: isSuper, context } = session
  const locale = await getLocale()
  const entries = menuEntries(console.data, locale)
  return (
    <Messages names={['shell']}>
      <BrowserState locale={locale} person={placeOf(session)} />
      <ShellFrame
        place={placeInBar(session, locale)}
        user={{
          name: user.nickName || user.username,
          headImg: user.headImg,
          label: isSuper ? t('superAdministrator') : undefined,
          full: !isSuper,
        }}
        alarms={alarmsIn(console.data, entries)}
        view={viewIn(session, user.nickName || user.username)}
        entries={entries}
        palette={await paletteOf(console.data)}
        initiallyOpen={startsOpen((await cookies()).get('sidebar')?.value, context?.setting?.sideCollapse)}
      >
        {session.parent === undefined && <ViewEnded />}
        <VersionNote />
        <ReasonNote />
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
          <KnownSystems codes={apps.map(({ code }) => code)}>
            <WhyHost
              tells={user.explains === true}
              place={context && { orgId: context.orgId, orgName: context.orgName }}
            >
              {children}
            </WhyHost>
          </KnownSystems>
        </MicroHost>
      </ShellFrame>
    </Messages>
  )
}

/** What the platform did not answer for leaves the shell standing, without what would ask it, and with the way out of it. */
async function WithoutPlatform() {
  const [session, t, locale] = await Promise.all([requireSession(), getTranslations('shell'), getLocale()])
  const isSuper = session.superIdentification
  return (
    <Messages names={['shell']}>
      <BrowserState locale={locale} person={placeOf(session)} />
      <ShellFrame
        place={{ ...placeInBar(session, locale), entered: undefined }}
        user={{
          name: session.username,
          headImg: undefined,
          label: isSuper ? t('superAdministrator') : undefined,
          full: false,
        }}
        alarms={undefined}
        view={viewIn(session, session.username)}
        entries={[]}
        initiallyOpen={false}
      >
        <Unavailable />
      </ShellFrame>
    </Messages>
  )
}

/** Where the session is; a super administrator works in no organization. */
function placeInBar({ context }: Session, locale: Locale): PlaceInBar {
  const system = placeName(context, locale)
  if (context === undefined) return { system, code: consoleSystem }
  const { systemCode, systemId, orgName, orgId } = context
  return { system, organization: orgName, code: systemCode, entered: { orgId, systemId } }
}

/** As whom a super administrator sees the console; nothing where somebody is themselves. */
function viewIn({ parent, context }: Session, name: string): ViewOf | undefined {
  return parent && { name, organization: context?.orgName }
}

function isShown({ origin, enabled }: MicroApp): boolean {
  return origin !== undefined && enabled
}

/** What the person chose last; before that, what the system's settings say (specification section 3). */
function startsOpen(kept: string | undefined, collapsed = false): boolean {
  return kept === undefined || kept === '' ? !collapsed : kept !== '0'
}
