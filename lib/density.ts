import { setHintCookie } from './storage'

/** How high rows and the controls among them are: 44, 36 and 30 px. */
export const densities = ['comfortable', 'normal', 'compact'] as const
export type Density = (typeof densities)[number]

/** The server draws the first frame in it. */
export const densityCookie = 'density'

/** Under what the platform keeps it. */
export const densityKey = 'density'

export function asDensity(value: unknown): Density {
  return densities.find((density) => density === value) ?? 'normal'
}

export function chooseDensity(density: Density): void {
  document.documentElement.dataset.density = density
  setHintCookie(densityCookie, density)
}

/** Whether it was chosen in this browser. */
export function knowsDensity(): boolean {
  return document.cookie.includes(`${densityCookie}=`)
}

export function shownDensity(): Density {
  return asDensity(document.documentElement.dataset.density)
}
