/** A fault with its fix in the message; printed without a stack. */
export class Fault extends Error {
  name = 'Fault'
}

/** Runs a command's main function; ends the process with its exit code (0 when it gives none). */
export async function command(main) {
  try {
    process.exit((await main()) ?? 0)
  } catch (error) {
    console.error(error instanceof Fault ? `\n✖ ${error.message}` : error)
    process.exit(1)
  }
}
