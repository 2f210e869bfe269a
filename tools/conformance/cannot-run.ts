/** The run could not begin or go on, and not because of a difference; `fix` says what to do. Exit code 2. */
export class CannotRun extends Error {
  readonly fix: string
  constructor(message: string, fix: string) {
    super(message)
    this.fix = fix
  }
}
