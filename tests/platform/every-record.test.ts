import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '#contracts/endpoint'
import * as menus from '#contracts/menu'
import { type Answer, admin, type Context, chinese, operator, testPlatform } from './harness.ts'
import { logged, makePerson, unknownId } from './records.ts'
import { describedResources, type Form, removalOf, switchOf } from './resources.ts'

/** What holds for the records of every resource: adding, changing, switching, deleting, and who may not. */

const platform = testPlatform()
const refusal = ({ status, code, msg, data }: Answer) => ({ status, code, msg, data })
const codeOf = ({ code }: Answer) => code
const all = describedResources(platform)

describe.each(all)(
  '$key',
  ({ key, endpoints, table, enabled: column, make, form, formOf, unique, unknown }) => {
    const { list, detail, add, update, remove, updateEnable } = endpoints
    const send = (endpoint: Endpoint, body: unknown, who: Context = admin) =>
      platform.call(endpoint, who, { body })
    const stored = (id: string) => platform.find(table, { id } as object) as Promise<Form | undefined>
    const nameOf = unique.field === 'account' ? 'account' : 'name'
    const idOf = async (body: Form) => (await platform.row(table, { [nameOf]: body[nameOf] } as object)).id

    test(`${rowOf(key)} what is added is there, what is changed shows at once, and what is deleted is gone`, async () => {
      const body = await form()
      platform.forward(1)
      await platform.ok(add, admin, { body })
      const id = await idOf(body)
      const shown = Object.fromEntries(
        Object.entries(body).filter(([field, value]) => typeof value === 'string' && field !== 'password'),
      )
      const detailed = async () =>
        detail === undefined ? shown : platform.ok(detail, admin, { params: { id } })
      expect(await detailed()).toMatchObject(shown)
      if (list !== undefined) {
        const { content } = await platform.ok(list, admin, { query: { limit: 1 } })
        expect(content).toMatchObject([{ id, name: body.name, ...(updateEnable && { [column]: true }) }])
        if (detail !== undefined)
          expect(await detailed(), 'what the row tells, too').toMatchObject(content[0])
      }
      const change = { ...(await formOf(id)), name: 'Renamed' }
      await platform.ok(update, admin, { body: change })
      expect(await stored(id)).toMatchObject({ name: 'Renamed' })
      if (detail !== undefined) expect(await detailed()).toMatchObject({ name: 'Renamed' })
      await platform.ok(remove, admin, removalOf(key, id))
      expect(await stored(id)).toBeUndefined()
      const again = [await platform.call(remove, admin, removalOf(key, id)), await send(update, change)]
      if (updateEnable) again.push(await platform.call(updateEnable, admin, switchOf(key, id, 1)))
      if (detail !== undefined) again.push(await platform.call(detail, admin, { params: { id } }))
      expect(again.map(codeOf)).toEqual(again.map(() => 404))
    })

    test(`${uniqueRowOf(key)} CALL-4 there is one of it, in any spelling, also by two at once, and the field says so`, async () => {
      const body = await form()
      const value = `Twice${String(body[unique.field]).replace(/\W/g, '')}`
      const [one, two] = [
        { ...body, [unique.field]: value },
        { ...(await form()), [unique.field]: value.toUpperCase() },
      ]
      const spelt = key === 'menu' ? { ...two, [unique.field]: `uia.${value}` } : two
      const both = await Promise.all([send(add, one), send(add, spelt)])
      expect(both.map(codeOf).sort()).toEqual([0, 409])
      const [taken] = both[0]?.code === 0 ? [one] : [spelt]
      const again = { ...(await form()), [unique.field]: taken?.[unique.field] }
      const told = (message: string) => ({
        status: 409,
        msg: message,
        data: [{ field: unique.field, message }],
      })
      expect(await send(add, again)).toMatchObject(told(unique.en))
      expect(await send(add, again, chinese)).toMatchObject(told(unique.zh))
      if (unique.isFixed) return
      const other = await formOf(await make())
      const before = await stored(String(other.id))
      expect(await send(update, { ...other, [unique.field]: taken?.[unique.field] })).toMatchObject(
        told(unique.en),
      )
      expect(await stored(String(other.id))).toEqual(before)
      if (key === 'menu') return
      const own = { ...other, [unique.field]: String(other[unique.field]).toUpperCase() }
      expect((await send(update, own)).code).toBe(0)
    })

    test('PERM-5 CALL-4 another organization’s, an unknown one and a super administrator’s get one and the same refusal', async () => {
      const foreign = await make('NORTH')
      const ids = unknown === 403 ? [foreign, unknownId, 'none'] : [unknownId, 'none']
      if (key === 'account') ids.push((await makePerson(platform, { EAST: [] }, { super: true })).id)
      const before = await Promise.all([stored(foreign), stored(ids.at(-1) ?? '')])
      const right = await formOf(await make())
      const answers: Answer[] = []
      for (const id of ids) {
        if (detail !== undefined && unknown === 403) {
          answers.push(await platform.call(detail, operator, { params: { id } }))
        }
        answers.push(
          await send(update, { ...right, id }, operator),
          await platform.call(remove, operator, removalOf(key, id)),
          ...(updateEnable ? [await platform.call(updateEnable, operator, switchOf(key, id, 0))] : []),
        )
      }
      const told = unknown === 403 ? 'You are not permitted to do this' : 'No such record'
      const data = unknown === 403 ? { orgId: null } : null
      const expected = { status: unknown, code: unknown, msg: told, data }
      expect(answers.map(refusal)).toEqual(answers.map(() => expected))
      expect(await Promise.all([stored(foreign), stored(ids.at(-1) ?? '')])).toEqual(before)
    })

    test(`EDGE-2 of two who save it the second is told what changed, nothing is stored, and may overwrite it`, async () => {
      const id = await make()
      platform.forward(1000)
      const read = await formOf(id)
      const versionName = key === 'allocation' ? 'recordVersion' : 'version'
      const mine = { ...read, name: 'Mine', [versionName]: await versionNow(key, endpoints, id) }
      platform.forward(1000)
      await platform.ok(update, admin, { body: { ...read, name: 'Theirs' } })
      platform.forward(1000)
      const refused = await send(update, mine)
      expect(refused).toMatchObject({
        ...{ status: 409, msg: 'It was changed by someone else meanwhile' },
        data: { changed: [{ field: 'name', was: read.name, now: 'Theirs' }] },
      })
      expect(await stored(id)).toMatchObject({ name: 'Theirs' })
      const { version } = z.parse(z.object({ version: z.string() }), refused.data)
      const twice = ['One', 'Two'].map((name) => send(update, { ...mine, name, [versionName]: version }))
      expect((await Promise.all(twice)).map(codeOf).sort()).toEqual([0, 409])
      expect((await send(update, { ...mine, [versionName]: null })).code, 'without one the last wins').toBe(0)
      expect(await stored(id)).toMatchObject({ name: 'Mine' })
    })

    if (updateEnable === undefined) return

    test(`${rowOf(key)} EDGE-4 its switch takes every spelling of both, and the log tells what changed`, async () => {
      const id = await make()
      for (const [spelt, isOn] of [
        [0, false],
        ['1', true],
        [false, false],
        ['true', true],
        ['0', false],
        [true, true],
        ['false', false],
        [1, true],
      ] as const) {
        const row = await logged(platform, () => platform.ok(updateEnable, admin, switchOf(key, id, spelt)))
        expect((await stored(id))?.[column], String(spelt)).toBe(isOn)
        expect(row).toMatchObject({ module: key, type: 'enable', status: '1', subject_id: id })
        expect(row.changes).toEqual({ [column]: { before: !isOn, after: isOn } })
      }
    })

    const isEither = ['organization', 'allocation', 'menu'].includes(key)
    if (isEither)
      test(`${rowOf(key)} the switch is understood from the query, from the body and from both, and refused when they differ`, async () => {
        const id = await make()
        const set = async (query: object, body?: object) => {
          const { status } = await platform.call(updateEnable, admin, { query, body })
          return [status, (await stored(id))?.[column]]
        }
        expect(await set({ id, enabled: 0 })).toEqual([200, false])
        expect(await set({}, { id, enabled: 1 })).toEqual([200, true])
        expect(await set({ id, enabled: 0 }, { id, enable: false })).toEqual([200, false])
        expect(await set({}, { id, enable: 1 })).toEqual([200, true])
        for (const contrary of [{ enabled: 1 }, { enable: 1 }]) {
          expect(await set({ id, enabled: 0 }, { id, ...contrary })).toEqual([400, true])
        }
        expect([await set({ id }, {}), await set({ enabled: 0 }, {})]).toEqual([
          [400, true],
          [400, true],
        ])
        const noId = await platform.call(updateEnable, admin, { query: { enabled: 1 } })
        expect(noId).toMatchObject({ status: 400, data: [{ field: 'id', message: 'Not a valid ID' }] })
        const differ = await platform.call(updateEnable, admin, {
          query: { id, enabled: 1 },
          body: { id, enable: 0 },
        })
        expect(differ).toMatchObject({ data: [{ field: 'enabled', message: 'Must be enabled or disabled' }] })
      })

    const flips = !['account', 'menu'].includes(key)
    if (flips)
      test('PERM-3 an update that flips the switch takes the switch’s permission too', async () => {
        const id = key === 'organization' ? await platform.orgId('WEST') : await make()
        const { account } = await makePerson(platform, { EAST: update.permissions, WEST: update.permissions })
        const who = { as: account, org: 'EAST' }
        const right = await formOf(id)
        const refused = await send(update, { ...right, name: 'Edited', [column]: 0 }, who)
        expect(refused).toMatchObject({ status: 403, msg: 'You are not permitted to enable or disable it' })
        expect(await stored(id)).toMatchObject({ name: right.name, [column]: true })
        expect((await send(update, { ...right, name: 'Edited' }, who)).code).toBe(0)
        expect(await stored(id)).toMatchObject({ name: 'Edited', [column]: true })
      })
  },
)

/** The rows of requirements.md. */
function rowOf(key: string): string {
  const rows = { account: 'ACC-7', role: 'ROLE-5', department: 'DEPT-3', organization: 'ORG-3' }
  return { ...rows, allocation: 'SYS-3', apply: 'APP-4', menu: 'MENU-6' }[key] ?? key
}
function uniqueRowOf(key: string): string {
  const rows = {
    account: 'ACC-7',
    role: 'ROLE-2 ROLE-5',
    department: 'DEPT-2 DEPT-3',
    organization: 'ORG-2 ORG-3',
  }
  return { ...rows, allocation: 'SYS-2 SYS-3', apply: 'APP-2', menu: 'MENU-6' }[key] ?? key
}

/** The version that a detail answers, or where there is none the list. */
async function versionNow(
  key: string,
  endpoints: (typeof all)[number]['endpoints'],
  id: string,
): Promise<unknown> {
  if (endpoints.detail !== undefined)
    return (await platform.ok(endpoints.detail, admin, { params: { id } })).version
  if (key === 'allocation') {
    const { content } = await platform.ok(endpoints.list as Endpoint, admin, { query: { limit: 100 } })
    return content.find((row: Form) => row.id === id)?.recordVersion
  }
  const walk = (nodes: readonly menus.MenuRow[]): menus.MenuRow[] =>
    nodes.flatMap((node) => [node, ...walk(node.children ?? [])])
  return walk(await platform.ok(menus.tree, admin)).find((node) => node.id === id)?.version
}
