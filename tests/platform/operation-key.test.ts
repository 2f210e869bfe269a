import { describe, expect, test } from 'vitest'
import { openLog, pruneLog } from '#platform/kernel/audit/keep-log'
import { recordOperation } from '#platform/kernel/audit/operation-log'
import { type SealKeys, sealKeys } from '#platform/kernel/audit/seal'
import { day } from '#platform/kernel/clock'
import { verifyLog } from '../../tools/operate/verify-log.ts'
import { auditKeys } from './databases.ts'
import { testPlatform } from './harness.ts'

const platform = testPlatform()
const verified = (keys: SealKeys = auditKeys) => verifyLog(platform.db, keys)

const author = {
  ...{ person: { id: 'p', account: 'somebody', name: null, superIdentification: true }, business: {} },
  ...{ now: platform.now(), address: '127.0.0.1', requestId: null },
}
const operation = { module: 'role', type: 'update', method: 'POST', path: '/sys/role' }
const [own] = auditKeys
const rotated: SealKeys = [...sealKeys(['the-key-of-the-platform-that-began-anew']), own]
const strange = sealKeys(['the-key-of-a-start-that-had-another-one'])

/** A start of the platform. */
const start = (keys: SealKeys = auditKeys) =>
  platform.db.transaction().execute((transaction) => openLog(transaction, keys))

const record = (keys: SealKeys, id: string) =>
  platform.db
    .transaction()
    .execute((db) => recordOperation({ db, keys }, id, author, operation, 'normal', {}))

describe('WHY-5 the key of the operation log', () => {
  test('goes on with another key, of which the former is still needed to read it', async () => {
    const newer = [...sealKeys(['the-next-audit-key-of-the-tests-here']), own] as const
    expect(await start(newer)).toEqual({ isOfAnotherKey: false, isWhole: true })
    await record(auditKeys, 'own-key')
    expect((await verified(newer)).finding).toBeUndefined()
    const [next] = newer
    expect((await verified([next])).finding).toMatchObject({ what: 'keyUnknown' })
  })

  test('is as it was after a start with another key, which is told', async () => {
    const before = await platform.rows('operation_head')
    expect(await start(strange)).toEqual({ isOfAnotherKey: true, isWhole: true })
    expect(await platform.rows('operation_head')).toEqual(before)
    expect(await start()).toEqual({ isOfAnotherKey: false, isWhole: true })
    await record(auditKeys, 'own-key-1')
    expect((await verified()).finding).toBeUndefined()
  })

  test('is whole while one platform has a new key already, and another one has not', async () => {
    await start(rotated)
    for (const [at, keys] of [rotated, auditKeys, auditKeys, rotated, auditKeys].entries()) {
      await record(keys, `rotated-${at}`)
    }
    expect((await verified(rotated)).finding).toBeUndefined()
    expect((await verified()).finding, 'without the new key').toMatchObject({ what: 'keyUnknown' })
  })

  test('is whole with both keys after a change under another one, and retention waits for that one', async () => {
    await record(strange, 'strange-key')
    const before = await platform.rows('operation_head')
    const sooner = pruneLog(platform.db, rotated, new Date(+platform.now() + day), async () => {})
    await expect(sooner).rejects.toThrow('key that is none of AUDIT_KEY')
    expect(await platform.rows('operation_head')).toEqual(before)
    expect(await start(rotated)).toEqual({ isOfAnotherKey: true, isWhole: true })
    await record(rotated, 'own-key-2')
    expect((await verified(rotated)).finding).toMatchObject({
      what: 'keyUnknown',
      entry: { id: 'strange-key' },
    })
    expect((await verified([...rotated, ...strange])).finding).toBeUndefined()
  })
})
