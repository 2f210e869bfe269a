import { parseArgs } from 'node:util'
import { command, Fault } from '../scripts/lib/fault.mjs'
import { prepare } from '../scripts/lib/prepare.mjs'
import { wholeSizes } from './lib/generated.mjs'

const usage = `npm run generate -- [--accounts=1000000] …

Fills a platform's database with made people, places, roles and logs, to try how Atrium is at that size; never one that is
used. First start the platform once (npm start), and stop it: it makes the tables. Rows of each, unless told otherwise:
${Object.entries(wholeSizes)
  .map(([kind, size]) => `  --${kind}=${size}`)
  .join('\n')}
DATABASE_URL or DATA_DIR say which database, as for the platform. The password of all of them is ${'Made-1234'}.`

command(async () => {
  const code = await prepare()
  if (code !== undefined) return code
  const options = Object.fromEntries(Object.keys(wholeSizes).map((kind) => [kind, { type: 'string' }]))
  const { values } = parsed(options)
  const sizes = Object.fromEntries(Object.entries(values).map(([kind, text]) => [kind, whole(kind, text)]))
  const { storedDatabase } = await import('../tools/operate/stored-database.ts')
  const { hashPassword, passwordHash } = await import('#platform/kernel/auth/password')
  const { fillDatabase } = await import('./lib/generated.mjs')
  const stored = await storedDatabase(process.env)
  try {
    await fillDatabase(
      stored.connectionString,
      sizes,
      await hashPassword(passwordHash('Made-1234')),
      console.log,
    )
    return 0
  } finally {
    await stored.close()
  }
})

function parsed(options) {
  try {
    return parseArgs({ options })
  } catch (error) {
    throw new Fault(`${error.message}\n\n${usage}`)
  }
}

function whole(kind, text) {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Fault(`--${kind} is a number of rows, not ${text}\n\n${usage}`)
  return Number(text)
}
