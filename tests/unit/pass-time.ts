import { vi } from 'vitest'

/** The clock goes on by seconds with every look at it, so that what waits for its patience to run out has run out soon. */
export function passTime(): void {
  let now = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => {
    now += 2_500
    return now
  })
}
