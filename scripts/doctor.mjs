import { Fault } from './lib/fault.mjs'
import { prepare } from './lib/prepare.mjs'

/** `npm run doctor -- [URL] [options]` (docs/doctor.md): 0 healthy, 1 faults found, 2 could not look. */
try {
  const code = await prepare()
  if (code !== undefined) process.exit(code)
  const { doctor } = await import('../tools/doctor/main.ts')
  process.exitCode = await doctor(process.argv.slice(2), process.env)
} catch (error) {
  console.error(error instanceof Fault ? `\n✖ ${error.message}` : error)
  process.exitCode = 2
}
