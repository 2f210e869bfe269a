import { chanceOf } from '../server/chance.ts'
import type { Said } from '../server/refusal.ts'
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
  const chance = chanceOf(`ems ${seed}`)
  const first = chance.below(sites.length)
  const stations = Array.from({ length: 9 + chance.below(5) }, (_, index): StationRecord => {
    // The first two work in every organization, so that there is always something to steer.
    const state = index < 2 ? 'standby' : chance.pick(states)
    const capacity = 500 * (1 + chance.below(12))
    return {
      id: String(index + 1),
      name: sites[(first + index) % sites.length] ?? sites[0],
      code: `${seed}-${String(index + 1).padStart(3, '0')}`,
      state,
      capacity,
      power: powerIn(state, Math.round(capacity * (0.3 + chance.below(60) / 100))),
      charge: 12 + chance.below(80),
    }
  })
  let raised = now.getTime()
  const length = 41 + chance.below(30)
  const alarms = Array.from({ length }, (_, index): AlarmRecord => {
    raised -= (7 + chance.below(400)) * minute
    const handled = chance.below(100) < 15 + index
    return {
      id: String(length - index),
      title: chance.pick(troubles),
      station: stations[chance.below(stations.length)]?.name ?? sites[0],
      level: alarmLevels[Math.min(2, chance.below(4))] ?? 'minor',
      state: handled ? 'handled' : 'open',
      raisedAt: new Date(raised).toISOString(),
      handledAt: handled ? new Date(raised + (5 + chance.below(55)) * minute).toISOString() : null,
      handledBy: handled ? chance.pick(['周野', '沈静', 'José García']) : null,
      note: handled ? chance.pick(['已现场确认', 'Reset on site', '已更换部件，恢复运行']) : null,
    }
  })
  return { stations, alarms }
}

export function powerIn(state: StationState, power: number): number {
  if (state === 'charging') return -power
  return state === 'discharging' ? power : 0
}
