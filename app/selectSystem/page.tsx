import type { Metadata } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'
import { BrowserState } from '#components/shell/browser-state'
import { Messages } from '#components/shell/messages'
import { TitleBar } from '#components/shell/title-bar'
import { Unavailable } from '#components/shell/unavailable'
import type { SystemsOf } from '#components/shell/use-systems-of'
import { ViewFrame } from '#components/shell/view-frame'
import { listSystems, listUserOrganizations, type SystemTile } from '#contracts/session'
import type { SearchParams } from '#lib/list-address'
import { safePath } from '#lib/safe-path'
import { placeOf } from '#lib/server/bff/context-mismatch'
import type { Answer } from '#lib/server/http/platform'
import { readOutside, requireSession, requireUser } from '#lib/server/page/request-context'
import { SystemChooser } from './system-chooser'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('selectSystem'))('title') }
}

export default async function SelectSystemPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { nf, from, reason, systemCode } = await searchParams
  const [session, signedIn, organizations, t] = await Promise.all([
    requireSession(),
    requireUser(),
    readOutside(listUserOrganizations, { query: { enabled: true } }),
    getTranslations('shell'),
  ])
  if (!signedIn.ok || !organizations.ok) return <WithoutPlatform />
  const user = signedIn.data
  const first = organizations.data[0]
  const systems = first && (await readOutside(listSystems, { query: { orgId: first.orgId } }))
  const firstSystems = systems ? systemsIn(systems) : ({ state: 'read', tiles: [] } as const)
  if (firstSystems === undefined) return <WithoutPlatform />
  return (
    <Messages names={['selectSystem', 'shell']}>
      <BrowserState
        locale={await getLocale()}
        person={placeOf({ userId: user.id, username: session.username })}
      />
      {session.parent && <ViewFrame name={user.nickName || user.username} organization={undefined} />}
      <TitleBar
        place={{ system: t('systemCentre') }}
        user={{ name: user.nickName || user.username, headImg: user.headImg, full: false }}
      />
      <main className="mx-auto w-full max-w-[1008px] px-6 pt-[min(12vh,120px)] pb-16 max-narrow:px-4 max-narrow:pt-6">
        <SystemChooser
          organizations={organizations.data}
          firstSystems={firstSystems}
          entersByItself={nf !== 't'}
          left={reason === 'left'}
          from={safePath(typeof from === 'string' ? from : undefined)}
          systemCode={typeof systemCode === 'string' ? systemCode.slice(0, 100) : undefined}
        />
      </main>
    </Messages>
  )
}

/** What is refused in one organization need not be in another; nothing where the platform does not answer. */
function systemsIn(answer: Answer<SystemTile[]>): SystemsOf | undefined {
  if (answer.ok) return { state: 'read', tiles: answer.data }
  return answer.failure.kind === 'refused' ? { state: 'failed', message: answer.failure.message } : undefined
}

/** What the platform did not answer for leaves the title bar, with the way out. */
async function WithoutPlatform() {
  const [session, t, locale] = await Promise.all([requireSession(), getTranslations('shell'), getLocale()])
  const { userId, username } = session
  return (
    <Messages names={['shell']}>
      <BrowserState locale={locale} person={placeOf({ userId, username })} />
      <TitleBar
        place={{ system: t('systemCentre') }}
        user={{ name: username, headImg: undefined, full: false }}
      />
      <main>
        <Unavailable />
      </main>
    </Messages>
  )
}
