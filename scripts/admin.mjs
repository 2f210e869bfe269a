import { command } from './lib/fault.mjs'
import { prepare } from './lib/prepare.mjs'

command(async () => {
  const code = await prepare()
  if (code !== undefined) return code
  const { admin } = await import('../tools/operate/admin.ts')
  return admin(process.argv.slice(2), process.env)
})
