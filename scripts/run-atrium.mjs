import { command, Fault } from './lib/fault.mjs'
import { prepare } from './lib/prepare.mjs'

/** Runs a command of an archive from here. Exit codes are the command's own; 2 where it could not run. */
export function runAtrium(name) {
  command(async () => {
    try {
      const code = await prepare()
      if (code !== undefined) return code
      const { atrium } = await import('../tools/atrium/main.mjs')
      return await atrium([name, ...process.argv.slice(2)])
    } catch (error) {
      console.error(error instanceof Fault ? `\n✖ ${error.message}` : error)
      return 2
    }
  })
}
