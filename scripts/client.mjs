import { command } from './lib/fault.mjs'
import { tool } from './lib/paths.mjs'
import { prepare } from './lib/prepare.mjs'
import { run } from './lib/run.mjs'

/** `npm run client`: packs `@atrium/client` into packages/client. */
command(async () => {
  const code = await prepare()
  if (code !== undefined) return code
  const { code: compiled } = await run(process.execPath, [tool('tsc', 'typescript'), '-p', 'packages/client'])
  if (compiled !== 0) return compiled
  const packed = await run('npm', ['pack', './packages/client', '--pack-destination', 'packages/client'])
  return packed.code
})
