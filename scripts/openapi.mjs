import { writeFileSync } from 'node:fs'
import { openapi } from '../lib/contracts/openapi.ts'

/** Writes docs/openapi.json from the contract; a test fails while the file is stale. */
const file = new URL('../docs/openapi.json', import.meta.url)
const text = `${JSON.stringify(openapi(), null, 2)}\n`
writeFileSync(file, text)
console.log(`docs/openapi.json: ${text.length} characters`)
