import type { ConsoleProps } from './types.ts'

export interface Bus {
  $on(type: string, listener: (message: unknown) => void): unknown
  $off(type: string, listener: (message: unknown) => void): unknown
  $emit(type: string, message: unknown): unknown
}
export interface Surroundings {
  __POWERED_BY_WUJIE__?: boolean
  __WUJIE_MOUNT?: () => void
  __WUJIE_UNMOUNT?: () => void
  __WUJIE?: { mount(): void }
  $wujie?: { bus: Bus; props?: ConsoleProps }
}
export type ConsoleWindow = Surroundings &
  Pick<Window, 'location' | 'history' | 'navigator' | 'addEventListener' | 'removeEventListener'> & {
    fetch: typeof fetch
    matchMedia?: Window['matchMedia']
  }

/** Starts your page: alone at once, in the console when it asks. `mount` gives what takes the page down again. */
export function run(mount: () => () => void, host: Surroundings = window as Surroundings): void {
  if (!host.__POWERED_BY_WUJIE__) {
    mount()
    return
  }
  let unmount: (() => void) | undefined
  host.__WUJIE_MOUNT = () => {
    unmount ??= mount()
  }
  host.__WUJIE_UNMOUNT = () => {
    unmount?.()
    unmount = undefined
  }
  // A module runs after the console has looked for these two.
  host.__WUJIE?.mount()
}

/** By value: an object of the other side's would keep its page in memory. */
export function copy<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value ?? null))
}
