import { command } from './lib/fault.mjs'
import { prepare } from './lib/prepare.mjs'

command(async () => {
  const code = await prepare()
  if (code !== undefined) return code
  const { backup } = await import('../tools/operate/backup.ts')
  return backup(process.argv.slice(2), process.env)
})
