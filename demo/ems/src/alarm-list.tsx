import {
  type AlarmLevel,
  type AlarmPage,
  type AlarmState,
  alarmLevels,
  alarmStates,
  pageSizes,
} from '../model.ts'
import { useCall, useClient, useProps, useRoute, useTexts } from './client.ts'
import { Badge, List } from './parts.tsx'
import { RouteLink } from './route-link.tsx'
import { SearchForm } from './search-form.tsx'

export const levelLooks: Record<AlarmLevel, string> = {
  critical: 'danger',
  major: 'warning',
  minor: 'neutral',
}
export const stateLooks: Record<AlarmState, string> = { open: 'warning', handled: 'success' }

export function AlarmList() {
  const t = useTexts()
  const { route } = useClient()
  const { locale } = useProps()
  const { query } = useRoute()
  const asked = Object.fromEntries(query)
  const loaded = useCall<AlarmPage>('/alarms', asked)
  const number = new Intl.NumberFormat(locale)
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  /** The address is the list's state: Back, reload and a shared link show the same. */
  const ask = (changes: Record<string, string>) => {
    const next = Object.entries({ ...asked, ...changes }).filter(([, value]) => value !== '')
    route.push(next.length === 0 ? '/alarms' : `/alarms?${new URLSearchParams(next)}`)
  }
  const head = [
    { label: t.title },
    { label: t.station },
    { label: t.level },
    { label: t.state },
    { label: t.raisedAt },
    { label: t.operations },
  ]
  const rows = (loaded.data?.content ?? []).map((alarm) => (
    <tr key={alarm.id}>
      <td>{alarm.title}</td>
      <td>{alarm.station}</td>
      <td>
        <Badge look={levelLooks[alarm.level]}>{t.levels[alarm.level]}</Badge>
      </td>
      <td>
        <Badge look={stateLooks[alarm.state]}>{t.alarmStates[alarm.state]}</Badge>
      </td>
      <td>{time.format(new Date(alarm.raisedAt))}</td>
      <td>
        <RouteLink to={`/alarms/${alarm.id}`}>{t.details}</RouteLink>
      </td>
    </tr>
  ))
  const filter = (name: string, choices: readonly string[], labels: Record<string, string>) => (
    <select
      aria-label={name === 'state' ? t.state : t.level}
      value={asked[name] ?? ''}
      onChange={(event) => ask({ [name]: event.target.value, page: '' })}
    >
      <option value="">{`${name === 'state' ? t.state : t.level}: ${t.all}`}</option>
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {labels[choice]}
        </option>
      ))}
    </select>
  )
  return (
    <>
      <SearchForm
        label={t.searchAlarm}
        search={asked.search ?? ''}
        onSearch={(search) => ask({ search, page: '' })}
        onReset={() => route.push('/alarms')}
      >
        {filter('state', alarmStates, t.alarmStates)}
        {filter('level', alarmLevels, t.levels)}
      </SearchForm>
      <List
        label={t.alarms}
        head={head}
        loaded={loaded}
        rows={rows}
        foot={
          loaded.data && (
            <Pager meta={loaded.data.meta} number={(count) => number.format(count)} onAsk={ask} />
          )
        }
      />
    </>
  )
}

interface PagerProps {
  meta: AlarmPage['meta']
  number: (count: number) => string
  onAsk: (changes: Record<string, string>) => void
}

function Pager({ meta: { page, limit, count }, number, onAsk }: PagerProps) {
  const t = useTexts()
  const last = Math.max(1, Math.ceil(count / limit))
  const go = (to: number) => onAsk({ page: to === 1 ? '' : String(to) })
  return (
    <footer className="foot">
      <span>{t.rows(number(count))}</span>
      <select
        aria-label={t.pageSize}
        value={limit}
        onChange={(event) => onAsk({ limit: event.target.value, page: '' })}
      >
        {pageSizes.map((size) => (
          <option key={size} value={size}>
            {t.perPage(size)}
          </option>
        ))}
      </select>
      <button type="button" aria-label={t.previous} disabled={page <= 1} onClick={() => go(page - 1)}>
        ‹
      </button>
      <span>{t.page(number(page), number(last))}</span>
      <button type="button" aria-label={t.next} disabled={page >= last} onClick={() => go(page + 1)}>
        ›
      </button>
    </footer>
  )
}
