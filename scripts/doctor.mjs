import { command, Fault } from './lib/fault.mjs'
import { prepare } from './lib/prepare.mjs'

/** `npm run doctor -- [URL] [options]` (docs/doctor.md): 0 healthy, 1 faults found, 2 could not look. */
command(async () => {
  try {
    const code = await prepare()
    if (code !== undefined) return code
    const { atrium } = await import('../tools/atrium/main.mjs')
    return await atrium(['doctor', ...process.argv.slice(2)])
  } catch (error) {
    console.error(error instanceof Fault ? `\n✖ ${error.message}` : error)
    return 2
  }
})
