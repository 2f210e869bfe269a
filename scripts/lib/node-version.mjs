import { Fault } from './fault.mjs'

/** Node that may begin (npm ci, then the one it brings), and Node that may run the console and platform. */
export const beginning = [20, 9]
export const running = [22, 18]

/** Whether a version such as `v22.18.1` is at least `[22, 18]`. */
export function isAtLeast(version, [major, minor]) {
  const [ownMajor = 0, ownMinor = 0] = version.replace(/^v/, '').split('.').map(Number)
  return ownMajor > major || (ownMajor === major && ownMinor >= minor)
}

/** Node 23 took type stripping out of its flag in 23.6. */
export const canRun = (version) =>
  isAtLeast(version, running) && (isAtLeast(version, [23, 6]) || !isAtLeast(version, [23, 0]))

export function checkBeginning(version = process.version) {
  if (isAtLeast(version, beginning)) return
  throw new Fault(
    `Node ${version} is too old: ${beginning.join('.')} or later is needed. Install Node 24 from https://nodejs.org.`,
  )
}
