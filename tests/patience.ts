/** A test is ended because it hangs, never because a machine is slow or busy with others. */
export const patience = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 60_000 } },
}
