import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { command } from './lib/fault.mjs'
import { root } from './lib/paths.mjs'
import { prepare } from './lib/prepare.mjs'

/** Writes docs/openapi.json from the contract; a test fails while the file is stale. */
command(async () => {
  const code = await prepare()
  if (code !== undefined) return code
  const { openapi } = await import('../lib/contracts/openapi.ts')
  const text = `${JSON.stringify(openapi(), null, 2)}\n`
  writeFileSync(join(root, 'docs', 'openapi.json'), text)
  console.log(`docs/openapi.json: ${text.length} characters`)
})
