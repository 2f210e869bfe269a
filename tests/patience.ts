import { availableParallelism } from 'node:os'

/** Two a processor: a good part of their time tests wait, for processes, databases and what takes its time. */
export const workers = 2 * availableParallelism()

/** A test is ended because it hangs, never because a machine is slow or busy with others. */
export const patience = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 60_000 } },
}
