/** Time is handed in, so that a test can move it. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()

export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

export function after(start: Date, milliseconds: number): Date {
  return new Date(start.getTime() + milliseconds)
}
