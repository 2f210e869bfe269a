import { type Call, type Given, ownOf } from '../server/calls.ts'
import { type Locale, notFound, Refusal, refuseFaults } from '../server/refusal.ts'
import {
  type Alarm,
  type AlarmPage,
  alarmLevels,
  alarmStates,
  dispatchModes,
  longestNote,
  pageSizes,
  type Station,
} from './model.ts'
import { type AlarmRecord, type Plant, plantOf, powerIn, type StationRecord } from './plant.ts'
import { refused } from './server-texts.ts'

const lastPage = 10_000

/** The system's API, over data in memory that every organization has its own of. */
export function emsCalls(now: () => Date = () => new Date()): Call[] {
  const plantFor = ownOf(({ orgCode }) => plantOf(orgCode || 'ALL', now()))
  return [
    {
      method: 'GET',
      path: '/ems/stations',
      permission: 'ems.stations.search',
      answer: (given) => {
        const { locale } = given
        const wanted = searchText(given)
        return plantFor(given)
          .stations.map((station) => shownStation(station, locale))
          .filter(({ name, code }) => `${name} ${code}`.toLowerCase().includes(wanted))
      },
    },
    {
      method: 'POST',
      path: '/ems/stations/{id}/dispatch',
      permission: 'ems.stations.dispatch',
      answer: (given) => {
        const station = plantFor(given).stations.find(({ id }) => id === given.params.id)
        if (station === undefined) throw notFound()
        dispatch(station, given)
        return shownStation(station, given.locale)
      },
    },
    {
      method: 'GET',
      path: '/ems/alarms',
      permission: 'ems.alarms.search',
      answer: (given) => alarmPage(plantFor(given).alarms, given),
    },
    {
      method: 'GET',
      path: '/ems/alarms/{id}',
      permission: 'ems.alarms.search',
      answer: (given) => shownAlarm(alarmOf(plantFor(given), given), given.locale),
    },
    {
      method: 'POST',
      path: '/ems/alarms/{id}/handle',
      permission: 'ems.alarms.handle',
      answer: (given) => {
        const alarm = alarmOf(plantFor(given), given)
        handleAlarm(alarm, given, now())
        return shownAlarm(alarm, given.locale)
      },
    },
    {
      // The console's title bar asks this, of everybody who works in the organization.
      method: 'GET',
      path: '/ems-admin/api/stat/alarmInfo/getAlarmCount',
      answer: (given) => ({
        unHandle: plantFor(given).alarms.filter(({ state }) => state === 'open').length,
      }),
    },
  ]
}

function dispatch(station: StationRecord, { body, locale }: Given): void {
  const mode = dispatchModes.find((known) => known === body.mode)
  const power = mode === 'standby' ? 0 : Number(body.power)
  refuseFaults(locale, mode === undefined ? [['mode', refused.mode]] : [])
  if (mode !== 'standby') {
    refuseFaults(locale, Number.isInteger(power) && power > 0 ? [] : [['power', refused.power]])
    refuseFaults(locale, power > station.capacity ? [['power', refused.beyondCapacity]] : [])
  }
  if (station.state === 'offline' || station.state === 'fault') throw new Refusal(409, refused.notReachable)
  station.state = mode === 'charge' ? 'charging' : mode === 'discharge' ? 'discharging' : 'standby'
  station.power = powerIn(station.state, power)
}

function handleAlarm(alarm: AlarmRecord, { body, locale, name }: Given, now: Date): void {
  const note = typeof body.note === 'string' ? body.note.trim() : ''
  refuseFaults(locale, note === '' ? [['note', refused.noteRequired]] : [])
  refuseFaults(locale, note.length > longestNote ? [['note', refused.noteLength]] : [])
  if (alarm.state === 'handled') throw new Refusal(409, refused.handledAlready)
  Object.assign(alarm, { state: 'handled', note, handledBy: name, handledAt: now.toISOString() })
}

function alarmPage(alarms: readonly AlarmRecord[], given: Given): AlarmPage {
  const { locale, query } = given
  const page = Number(query.get('page') ?? 1)
  const limit = Number(query.get('limit') ?? pageSizes[0])
  const isPage = Number.isInteger(page) && page >= 1 && page <= lastPage
  const isSize = pageSizes.some((size) => size === limit)
  refuseFaults(locale, isPage && isSize ? [] : [['page', refused.page]])
  const state = oneOf(alarmStates, given, 'state')
  const level = oneOf(alarmLevels, given, 'level')
  const wanted = searchText(given)
  const found = alarms
    .filter((alarm) => (state ?? alarm.state) === alarm.state && (level ?? alarm.level) === alarm.level)
    .map((alarm) => shownAlarm(alarm, locale))
    .filter(({ title, station }) => `${title} ${station}`.toLowerCase().includes(wanted))
  const content = found.slice((page - 1) * limit, page * limit)
  return { content, meta: { page, limit, count: found.length } }
}

function oneOf<Choice extends string>(choices: readonly Choice[], { query, locale }: Given, name: string) {
  const given = query.get(name) || undefined
  const choice = choices.find((known) => known === given)
  refuseFaults(locale, given !== undefined && choice === undefined ? [[name, refused.choice]] : [])
  return choice
}

function searchText({ query, locale }: Given): string {
  const text = (query.get('search') ?? '').trim()
  refuseFaults(locale, text.length > 50 ? [['search', refused.searchLength]] : [])
  return text.toLowerCase()
}

function alarmOf({ alarms }: Plant, { params }: Given): AlarmRecord {
  const alarm = alarms.find(({ id }) => id === params.id)
  if (alarm === undefined) throw notFound()
  return alarm
}

function shownStation(station: StationRecord, locale: Locale): Station {
  return { ...station, name: station.name[locale] }
}

function shownAlarm(alarm: AlarmRecord, locale: Locale): Alarm {
  return { ...alarm, title: alarm.title[locale], station: alarm.station[locale] }
}
