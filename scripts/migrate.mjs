import { command } from './lib/fault.mjs'
import { prepare } from './lib/prepare.mjs'

command(async () => {
  const code = await prepare()
  if (code !== undefined) return code
  const { migrate } = await import('../tools/operate/migrate.ts')
  return migrate(process.argv.slice(2), process.env)
})
