import { command } from './lib/fault.mjs'
import { prepare } from './lib/prepare.mjs'

/** `npm run release [-- FOLDER]`: the archive that runs without network, Node or packages (docs/operate). */
command(async () => {
  const code = await prepare()
  if (code !== undefined) return code
  const { makeRelease } = await import('../tools/release/main.mjs')
  await makeRelease(process.argv[2])
})
