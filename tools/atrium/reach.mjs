import { get } from 'node:http'
import { get as getSecurely } from 'node:https'
import { Fault } from '../../scripts/lib/fault.mjs'

/** Milliseconds. */
const patience = 5_000

/** Whether a platform of one's own answers at all; what it answers is for `atrium conformance`. */
export function reachPlatform(address) {
  return new Promise((resolve, reject) => {
    const ask = address.startsWith('https:') ? getSecurely : get
    const request = ask(address, { timeout: patience }, (response) => {
      response.resume()
      resolve()
    })
    request.on('timeout', () => request.destroy(new Error(`no answer within ${patience / 1000} s`)))
    request.on('error', (error) =>
      reject(new Fault(`Nothing answers at PLATFORM_URL=${address} (${error.code ?? error.message}).`)),
    )
  })
}

/** Whether the database takes us and what a start writes, and is of no newer version. */
export async function reachDatabase(connectionString) {
  const { clientFor } = await import('../../platform/kernel/db/client.ts')
  const { overClient } = await import('../../platform/kernel/db/open.ts')
  const { migrationNames, refuseSharedSession, refuseUnfit } = await import(
    '../../platform/kernel/db/migrate.ts'
  )
  const Client = clientFor(connectionString)
  const clients = [new Client(), new Client()]
  try {
    for (const client of clients) {
      client.on('error', () => {})
      await client.connect().catch((error) => {
        throw new Fault(
          `DATABASE_URL cannot be used (${error.message || error.code}): check its address, name and password, and that the server runs.`,
        )
      })
    }
    const [one, other] = clients.map(overClient)
    await refuseSharedSession(one, other)
    await refuseUnfit(one, await migrationNames())
  } finally {
    for (const client of clients) await client.end().catch(() => {})
  }
}
