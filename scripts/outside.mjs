import { command } from './lib/fault.mjs'
import { buildOutside } from './lib/outside.mjs'
import { prepare } from './lib/prepare.mjs'

/** `npm run outside [name …]`: what outside teams would bring, made with their own tools from the npm registry. */
command(async () => {
  const code = await prepare()
  if (code !== undefined) return code
  const names = process.argv.slice(2)
  await buildOutside(names.length > 0 ? names : undefined)
  return 0
})
