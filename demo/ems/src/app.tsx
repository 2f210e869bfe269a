import { useEffect, useState } from 'react'
import { AlarmDetail } from './alarm-detail.tsx'
import { AlarmList } from './alarm-list.tsx'
import { useClient, useProps, useRoute, useTexts } from './client.ts'
import { Notice } from './parts.tsx'
import { StationList } from './station-list.tsx'

export function App() {
  const client = useClient()
  const { locale, scheme, orgId } = useProps()
  const t = useTexts()
  const { path } = useRoute()
  const [isOver, setOver] = useState(false)
  const alarmId = /^\/alarms\/([\w-]+)$/.exec(path)?.[1]
  const titles: Record<string, string> = { '/': t.stations, '/stations': t.stations, '/alarms': t.alarms }
  const title = alarmId === undefined ? (titles[path] ?? t.noPage) : t.alarm

  useEffect(() => {
    const offs = [
      client.on('session:end', () => setOver(true)),
      // Signed in again in the same place.
      client.on('context:update', () => setOver(false)),
    ]
    client.ready()
    return () => {
      for (const off of offs) off()
    }
  }, [client])
  useEffect(() => client.title(title), [client, title])
  useEffect(() => {
    if (path === '/') client.route.replace('/stations')
  }, [client, path])

  return (
    <div className="ems" data-scheme={scheme} lang={locale === 'en' ? 'en' : 'zh-CN'}>
      {isOver && <Notice title={t.sessionOver} />}
      {/* Out of sight, and whole: what is typed is there for whoever signs in again. */}
      <div style={{ display: isOver ? 'none' : 'contents' }}>
        <Head title={title} />
        {/* What one organization saw is gone with it. */}
        <main key={orgId}>{pageOf(path, alarmId)}</main>
      </div>
    </div>
  )
}

function pageOf(path: string, alarmId: string | undefined) {
  if (path === '/stations') return <StationList />
  if (path === '/alarms') return <AlarmList />
  return alarmId !== undefined && <AlarmDetail key={alarmId} id={alarmId} />
}

function Head({ title }: { title: string }) {
  const client = useClient()
  const { user, orgName, basePath } = useProps()
  const t = useTexts()
  return (
    <header>
      <h1>{title}</h1>
      <nav>
        <span>{t.signedInAs(user.name, orgName)}</span>
        {/* A page outside of the console, hence a real link. */}
        <a href={`${basePath}/screen`} target="_blank" rel="noopener noreferrer">
          {t.wall}
        </a>
        <button type="button" className="link" onClick={() => client.navigate('/user/index')}>
          {t.personalCentre}
        </button>
        <button type="button" className="link" onClick={() => client.logout()}>
          {t.logOut}
        </button>
      </nav>
    </header>
  )
}
