import { command } from './lib/fault.mjs'
import { prepare } from './lib/prepare.mjs'

command(async () => {
  const code = await prepare()
  if (code !== undefined) return code
  const { restore } = await import('../tools/operate/restore.ts')
  return restore(process.argv.slice(2), process.env)
})
