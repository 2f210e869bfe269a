import { expect, test } from 'vitest'
import * as assets from '#contracts/assets'
import { testPlatform } from './harness.ts'
import { makePerson, makeSystem } from './records.ts'

const platform = testPlatform()
type Person = Awaited<ReturnType<typeof makePerson>>

const losses: [string, string, (person: Person) => Promise<unknown>][] = [
  ['is disabled', 'sessionEnded', ({ id }) => platform.set('account', { id }, { enabled: false })],
  [
    'is signed out',
    'sessionEnded',
    ({ id }) => platform.set('session', { account_id: id }, { ended_at: platform.now() }),
  ],
  [
    'loses the right',
    'notPermitted',
    ({ roles }) => platform.delete('role_node', { role_id: roles.EAST ?? '' }),
  ],
]

test.each(losses)(
  'EDGE-8 RES-5 whoever %s during a discovery stores nothing more, and the job tells why',
  async (_, key, lose) => {
    const person = await makePerson(platform, { EAST: [...assets.addAll.permissions] })
    const names = ['first', 'second'].map((name) => `${name}${person.account}`)
    const [first = '', second = ''] = names
    for (const code of names) await makeSystem(platform, code, 'EAST')
    const other = await platform.db.startTransaction().execute()
    await other.selectFrom('system_config').where('code', '=', second).select('id').forUpdate().execute()
    const page = (code: string) => ({ name: 'a', type: 2, path: `/${code}/a`, code: `${code}.a` })
    const body = names.map((code) => ({ code, resources: [page(code)] }))
    await platform.ok(assets.addAll, { as: person.account, org: 'EAST' }, { body })
    const stored = async () => (await platform.rows('pool_resource')).map((row) => row.system_code)
    await expect.poll(stored).toContain(first)
    await lose(person)
    await other.rollback().execute()
    const job = () => platform.row('discovery_job', { account_id: person.id })
    await expect.poll(async () => (await job()).waiting).toEqual([])
    expect(await stored()).not.toContain(second)
    expect((await job()).failed).toMatchObject([{ code: second, key }])
  },
)
