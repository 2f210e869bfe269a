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
    const nothing = (why) => reject(new Fault(`Nothing answers at PLATFORM_URL=${address} (${why}).`))
    request.on('error', (error) => nothing(error.code ?? error.message))
    // Behind an answer that changes the protocol nothing more comes, not even an error.
    request.on('close', () => nothing('no answer of HTTP'))
  })
}

/** Whether the database takes us and what a start writes, and is of no newer version. Gives what is to be said of one that does. */
export async function reachDatabase(connectionString) {
  const { clientFor } = await import('../../platform/kernel/db/client.ts')
  const { fewConnections, overClient } = await import('../../platform/kernel/db/open.ts')
  const { migrationNames, refuseSharedSession, refuseUnfit } = await import(
    '../../platform/kernel/db/migrate.ts'
  )
  const { unusableAddress } = await import('../../platform/kernel/db/unusable.ts')
  const Client = clientFor(connectionString)
  const clients = []
  try {
    for (const count = 2; clients.length < count; ) {
      // Files that the address names are read here.
      const client = new Client()
      client.on('error', () => {})
      clients.push(client)
      await client.connect()
    }
  } catch (error) {
    for (const client of clients) await client.end().catch(() => {})
    throw new Fault(`${unusableAddress(error)}.`)
  }
  try {
    const [one, other] = clients.map(overClient)
    await refuseSharedSession(one, other)
    await refuseUnfit(one, await migrationNames())
    return await fewConnections(one)
  } finally {
    for (const client of clients) await client.end().catch(() => {})
  }
}
