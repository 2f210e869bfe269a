/** A fault with its fix in the message; printed without a stack. */
export class Fault extends Error {
  name = 'Fault'
  exitCode = 1
}

/** What a command was given is wrong: its words, settings, folder or ports. Nothing has begun. */
export class GivenFault extends Fault {
  exitCode = 2
}

/** Runs a command's main function; ends the process with its exit code (0 when it gives none), or that of a fault. */
export async function command(main) {
  try {
    process.exit((await main()) ?? 0)
  } catch (error) {
    console.error(error instanceof Fault ? `\n✖ ${error.message}` : error)
    process.exit(error instanceof Fault ? error.exitCode : 1)
  }
}
