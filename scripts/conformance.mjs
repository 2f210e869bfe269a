import { command, Fault } from './lib/fault.mjs'
import { prepare } from './lib/prepare.mjs'

/** Exit codes: 0 no difference, 1 differences, 2 could not run. */
command(async () => {
  try {
    const code = await prepare()
    if (code !== undefined) return code
    const { atrium } = await import('../tools/atrium/main.mjs')
    return await atrium(['conformance', ...process.argv.slice(2)])
  } catch (error) {
    console.error(error instanceof Fault ? `\n✖ ${error.message}` : error)
    return 2
  }
})
