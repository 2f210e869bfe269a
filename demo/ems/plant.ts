import type { Said } from '../server/refusal.ts'
import { seededRandom } from '../server/seeded-random.ts'
import { type Alarm, alarmLevels, type Station, type StationState } from './model.ts'
import { sites, troubles } from './server-texts.ts'

export type StationRecord = Omit<Station, 'name'> & { name: Said }
export type AlarmRecord = Omit<Alarm, 'title' | 'station'> & { title: Said; station: Said }

/** One organization's stations and alarms: kept as long as the process lives. */
export interface Plant {
  stations: StationRecord[]
  /** The latest first. */
  alarms: AlarmRecord[]
}

const minute = 60_000
const states: readonly [StationState, ...StationState[]] = [
  'charging',
  'discharging',
  'discharging',
  'standby',
  'standby',
  'fault',
  'offline',
]

/** The same for the same organization, but for the times, which count back from `now`. */
export function plantOf(seed: string, now: Date): Plant {
  const random = seededRandom(`ems ${seed}`)
  const first = random.below(sites.length)
  const stations = Array.from({ length: 9 + random.below(5) }, (_, index): StationRecord => {
    // The first two work in every organization, so that there is always something to steer.
    const state = index < 2 ? 'standby' : random.pick(states)
    const capacity = 500 * (1 + random.below(12))
    return {
      id: String(index + 1),
      name: sites[(first + index) % sites.length] ?? sites[0],
      code: `${seed}-${String(index + 1).padStart(3, '0')}`,
      state,
      capacity,
      power: powerIn(state, Math.round(capacity * (0.3 + random.below(60) / 100))),
      charge: 12 + random.below(80),
    }
  })
  let raised = now.getTime()
  const length = 41 + random.below(30)
  const alarms = Array.from({ length }, (_, index): AlarmRecord => {
    raised -= (7 + random.below(400)) * minute
    const handled = random.below(100) < 15 + index
    return {
      id: String(length - index),
      title: random.pick(troubles),
      station: stations[random.below(stations.length)]?.name ?? sites[0],
      level: alarmLevels[Math.min(2, random.below(4))] ?? 'minor',
      state: handled ? 'handled' : 'open',
      raisedAt: new Date(raised).toISOString(),
      handledAt: handled ? new Date(raised + (5 + random.below(55)) * minute).toISOString() : null,
      handledBy: handled ? random.pick(['周野', '沈静', 'José García']) : null,
      note: handled ? random.pick(['已现场确认', 'Reset on site', '已更换部件，恢复运行']) : null,
    }
  })
  return { stations, alarms }
}

export function powerIn(state: StationState, power: number): number {
  if (state === 'charging') return -power
  return state === 'discharging' ? power : 0
}
