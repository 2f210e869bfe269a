import { beforeEach } from 'vitest'
import { update } from '#contracts/user'
import { day } from '#platform/kernel/clock'
import { type Context, type Platform, testPlatform } from './harness.ts'
import { makePerson } from './records.ts'

export const phone = '13811112222'

/** Of the test file that imports this: each has modules, and so a database, of its own. */
export const platform = testPlatform()

export interface Me {
  id: string
  as: string
}
export let me: Me
beforeEach(async () => {
  platform.forward(2 * day)
  me = await newPerson(platform)
})

export async function newPerson(on: Platform): Promise<Me> {
  const { id, account } = await makePerson(on, { EAST: [] })
  return { id, as: account }
}

/** People keep their address between calls, and no two tests share one. */
let addresses = 0
const own = new Map<string, string>()
export function from(person: Me, address?: string): Context {
  const known = own.get(person.id) ?? `10.${Math.floor(addresses / 250)}.${(addresses++ % 250) + 1}.1`
  own.set(person.id, known)
  return { as: person.as, headers: { 'x-forwarded-for': address ?? known } }
}
export const change = (body: unknown, person = me) => platform.call(update, from(person), { body })

export async function stored(person = me) {
  return platform.row('account', { id: person.id })
}
export async function logged(person = me) {
  const rows = await platform.db
    .selectFrom('operation_log')
    .where('account_id', '=', person.id)
    .orderBy('id')
    .select(['module', 'type', 'status', 'changes', 'subject_name'])
    .execute()
  return rows
}
