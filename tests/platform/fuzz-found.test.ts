import { expect, test } from 'vitest'
import * as applications from '#contracts/apply'
import * as departments from '#contracts/department'
import * as organizations from '#contracts/organization'
import { update as updateOwn } from '#contracts/user'
import { refusedFields, testPlatform } from './harness.ts'
import { makeDepartment } from './records.ts'

/** What `fuzz.test.ts` has found once, each by itself. */

const platform = testPlatform()
const admin = { as: 'admin', org: 'EAST' }
const auditor = { as: 'auditor', org: 'EAST' }

test.each(['%00', 'a%00b', '%ff', '%'])(
  'PERM-5 a refused call to …/%s is in the operation log as it was sent, and leaves no fault in the other',
  async (segment) => {
    platform.forward(1000)
    const path = `/sys/user/page/delete/${segment}`
    const response = await platform.send('POST', path, auditor)
    expect(response.status).toBe(403)
    const entry = await platform.db
      .selectFrom('operation_log')
      .orderBy('create_time', 'desc')
      .orderBy('id', 'desc')
      .select(['username', 'path', 'status'])
      .executeTakeFirst()
    expect(entry).toEqual({ username: 'auditor', path, status: '3' })
    expect(platform.log.filter((line) => line.includes('"level":"error"'))).toEqual([])
  },
)

test('VALID-2 half of a surrogate pair is refused by its field, a whole one is stored', async () => {
  const add = (name: string) =>
    platform.call(organizations.add, admin, { body: { name, code: 'SURROGATE', enabled: 1 } })
  for (const name of ['x\ud800', '\udc00', '\udc00\ud83d']) {
    const refused = await add(name)
    expect([refused.status, ...refusedFields(refused)]).toEqual([400, 'name'])
  }
  expect((await add('𠮷野家 😀')).code).toBe(0)
  const renamed = await platform.call(updateOwn, auditor, { body: { nickName: 'x\ud83d' } })
  expect([renamed.status, ...refusedFields(renamed)]).toEqual([400, 'nickName'])
})

test('EDGE-2 a version that says it was read at a time before all calendars is a change', async () => {
  const { id, code, name } = await makeDepartment(platform, 'EAST')
  const orgId = await platform.orgId('EAST')
  const body = { id, code, name, orgId, enabled: true, version: '-zzzzzzzzzz.a' }
  expect(await platform.call(departments.update, admin, { body })).toMatchObject({ status: 409, code: 409 })
})

test.each(['2147483648', '-999999999999999', '999999999999999'])(
  'APP-2 no system and no resource is of type %s',
  async (type) => {
    const codesOf = async (query: object) => {
      const answer = await platform.call(applications.findAllPoolResource, admin, { query })
      expect(answer.code).toBe(0)
      return answer.data
    }
    expect(await codesOf({ sysType: type })).toEqual([])
    expect((await codesOf({ type })).flatMap((system) => system.children ?? [])).toEqual([])
  },
)

test('VALID-2 a body that breaks off is bad input and no fault of the platform', async () => {
  platform.log.length = 0
  const body = new ReadableStream({
    pull(controller) {
      controller.enqueue(new TextEncoder().encode('{"nickName":'))
      controller.error(new Error('aborted'))
    },
  })
  const response = await platform.send('POST', updateOwn.path, { ...auditor, body, type: 'application/json' })
  expect(response.status).toBe(400)
  expect(platform.log.filter((line) => line.includes('"level":"error"'))).toEqual([])
})
