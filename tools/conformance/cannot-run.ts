/** The run could not begin or go on, and not because of a difference; `fix` says what to do. Exit code 2. */
export class CannotRun extends Error {
  readonly fix: string
  constructor(message: string, fix: string) {
    super(message)
    this.fix = fix
  }
}

/** A platform that counts calls would seem to differ everywhere. */
export function tooMany(): CannotRun {
  return new CannotRun(
    'The platform limits how many calls may come (HTTP 429)',
    'Wait, lift its limit for this machine, or look at one group at a time with --only.',
  )
}
