/** What the server answers and the pages show. */

export const stationStates = ['charging', 'discharging', 'standby', 'fault', 'offline'] as const
export type StationState = (typeof stationStates)[number]

export interface Station {
  id: string
  name: string
  code: string
  state: StationState
  /** Kilowatts; discharging is positive. */
  power: number
  /** Kilowatts that it can take or give. */
  capacity: number
  /** State of charge in percent. */
  charge: number
}

export const dispatchModes = ['charge', 'discharge', 'standby'] as const
export type DispatchMode = (typeof dispatchModes)[number]

export const alarmLevels = ['critical', 'major', 'minor'] as const
export type AlarmLevel = (typeof alarmLevels)[number]
export const alarmStates = ['open', 'handled'] as const
export type AlarmState = (typeof alarmStates)[number]

export interface Alarm {
  id: string
  title: string
  station: string
  level: AlarmLevel
  state: AlarmState
  /** ISO 8601. */
  raisedAt: string
  handledAt: string | null
  handledBy: string | null
  note: string | null
}

export interface AlarmPage {
  content: Alarm[]
  meta: { page: number; limit: number; count: number }
}
export const pageSizes = [10, 20, 30] as const
export const longestNote = 200
