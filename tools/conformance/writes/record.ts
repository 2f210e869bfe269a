import { randomBytes, randomUUID } from 'node:crypto'
import { codes } from '#contracts/envelope'
import { type EndpointName, endpoints, type KeyWith } from '#contracts/registry'
import { type Answer, withSection } from '../answer.ts'
import type { Row } from '../list-filters.ts'
import { describe } from '../mask.ts'
import { type Probe, Skip } from '../probe.ts'
import { forgedLike } from '../reading.ts'
import type { RawInput } from '../request.ts'
import { idOf, type Kind } from './kind.ts'
import { checkRefused } from './refused-record.ts'
import { checkRepeated, underKey } from './repeated.ts'
import type { Steps, Undo } from './steps.ts'

/** What tells the names of this run from those of others. */
export const mark = () => randomBytes(3).toString('hex')

/** The first rows of a list that a search narrows to the run's own; nothing where it cannot be read. */
export async function rowsOf(probe: Probe, call: EndpointName, query: Row): Promise<Row[] | undefined> {
  const input = { query: { page: 1, limit: 10, ...query } }
  const page = (await probe.read(call, input)) as { content: Row[] } | undefined
  return page?.content
}

/** The rows of a list that say so, among those that a search finds. */
export async function rowsSaying(
  probe: Probe,
  call: EndpointName,
  query: Row,
  [field, value]: readonly [string, unknown],
): Promise<Row[] | undefined> {
  return (await rowsOf(probe, call, query))?.filter((row) => row[field] === value)
}

/** What the switch of a record sends. */
export const switchedBy = (
  call: EndpointName,
  send: (sent: { id: string; enabled: number }) => RawInput,
) => ({
  switch: {
    call,
    field: 'enabled' as const,
    input: (id: string, on: boolean) => send({ id, enabled: Number(on) }),
  },
})

/** Of a resource that has the usual calls, by the usual names. */
export const usual = <Key extends KeyWith<'detail'>>(resource: Key) =>
  ({
    label: resource,
    add: `${resource}.add`,
    update: `${resource}.update`,
    remove: `${resource}.remove`,
    list: `${resource}.list`,
    detail: `${resource}.detail`,
    versionField: 'version',
    removeInput: (id: string) => ({ params: { id } }),
  }) as const

export interface Made {
  id: string
  /** What is stored now, as it was sent. */
  body: Row
}

/**
 * Adds a record and looks at it through list and detail, edits and switches it. It is removed with what else the run
 * has made, in `steps.removeAll`. Throws a Skip where it could not be added.
 */
export async function makeRecord(probe: Probe, steps: Steps, kind: Kind): Promise<Made> {
  const made = await steps.run(kind.add, () => add(probe, steps, kind))
  if (made === undefined) throw new Skip(`there is no ${kind.label} to go on with`)
  const edited = await steps.run(kind.update, () => update(probe, kind, made))
  const stored = edited ?? made
  const { switch: toggle } = kind
  if (toggle !== undefined) await steps.run(toggle.call, () => switched(probe, kind, toggle, stored))
  return stored
}

async function add(probe: Probe, steps: Steps, kind: Kind): Promise<Made | undefined> {
  const body = kind.body()
  let wasAdded = false
  let isRefused = false
  let known: string | undefined
  let answer: Answer | undefined
  const key = randomUUID()
  const undo: Undo = {
    call: kind.remove,
    label: kind.label,
    id: String(body.code ?? body.account ?? body.name),
    remove: async () => {
      const id = known ?? idOf((await kind.find(body))?.[0])
      return id === undefined ? !wasAdded : removed(probe, steps, kind, id)
    },
  }
  steps.remember(undo)
  try {
    const signedOut = { manner: { token: null }, codes: [codes.signedOut] }
    await checkRefused(probe, steps, kind, { body: kind.body('y'), what: 'without a token', ...signedOut })
    const bad = { ...kind.body('z'), ...kind.bad.with }
    await checkRefused(probe, steps, kind, { body: bad, what: kind.bad.what })
    answer = await probe.answer(kind.add, { body }, underKey(key))
    if (answer !== undefined) probe.requireReachable(kind.add, answer)
    wasAdded = answer !== undefined && probe.readAnswer(kind.add, answer) !== undefined
    // Without an answer it may still be stored a little later.
    isRefused = answer?.envelope !== undefined && !wasAdded
  } catch (error) {
    if (error instanceof Skip) steps.forget(undo)
    throw error
  }
  const rows = await kind.find(body)
  const row = rows?.[0]
  known = idOf(row)
  if (row === undefined || known === undefined) {
    if (wasAdded && rows !== undefined)
      tell(probe, kind.list, 'data', `the ${kind.label} that was added`, 'it is not there')
    else if (isRefused) steps.forget(undo)
    return undefined
  }
  undo.id = known
  compare(probe, kind.list, body, row)
  const detail = await read(probe, kind, known)
  if (detail !== undefined && kind.detail !== undefined) compare(probe, kind.detail, body, detail)
  if (kind.unique && answer !== undefined) {
    await checkRepeated(probe, kind.add, body, { key, first: answer })
    await checkRefused(probe, steps, kind, { body, what: 'the same code a second time', known })
  }
  return { id: known, body }
}

async function update(probe: Probe, kind: Kind, made: Made): Promise<Made | undefined> {
  const before = (await read(probe, kind, made.id)) ?? (await rowOf(kind, made.id))
  const version = before?.[kind.versionField]
  const body = { ...made.body, ...kind.edit, id: made.id }
  await probe.refusal(kind.update, { body }, 'without a token', { token: null }, [codes.signedOut])
  await probe.refusal(kind.update, { body: { ...body, id: forgedLike(made.id) } }, 'an id that is not there')
  const withVersion = typeof version === 'string' ? { ...body, [kind.versionField]: version } : body
  if ((await probe.read(kind.update, { body: withVersion })) === undefined) return undefined
  const [place, after] = kind.detail
    ? [kind.detail, await read(probe, kind, made.id)]
    : [kind.list, await rowOf(kind, made.id)]
  if (after !== undefined) compare(probe, place, body, after)
  if (typeof version === 'string') {
    await probe.refusal(kind.update, { body: withVersion }, 'a version that is not the stored one any more')
  } else {
    probe.findings.advise({
      call: kind.update,
      at: kind.versionField,
      sent: probe.wordsOf(kind.update, { body: { id: made.id } }),
      contract: `a version in ${kind.versionField}, by which the second of two people who edit a record is told`,
      came: 'none: the last one wins',
    })
  }
  return { id: made.id, body }
}

async function switched(
  probe: Probe,
  kind: Kind,
  { call, field, input }: NonNullable<Kind['switch']>,
  { id }: Made,
): Promise<void> {
  await probe.refusal(call, input(id, false), 'without a token', { token: null }, [codes.signedOut])
  await probe.refusal(call, input(forgedLike(id), false), 'an id that is not there')
  let isTold = false
  // Off twice: a switch states a value, whatever was there.
  for (const on of [false, false, true]) {
    if ((await probe.read(call, input(id, on))) === undefined) return
    const row = await rowOf(kind, id)
    if (isTold || row === undefined || row[field] === on) continue
    tell(probe, call, field, `${on} in ${kind.list} after it was switched so`, describe(row[field]))
    isTold = true
  }
  // What comes next needs it switched on.
  if (isTold && (await rowOf(kind, id))?.[field] === false) await probe.read(call, input(id, true))
}

/** Removes a record; that is a check as well as the cleaning up. Gives whether it is gone. */
async function removed(probe: Probe, steps: Steps, kind: Kind, id: string): Promise<boolean> {
  if (!probe.cleaning) {
    await probe.refusal(kind.remove, kind.removeInput(id), 'without a token', { token: null }, [
      codes.signedOut,
    ])
    await probe.refusal(kind.remove, kind.removeInput(forgedLike(id)), 'an id that is not there')
  }
  if ((await probe.read(kind.remove, kind.removeInput(id))) === undefined) return false
  if (probe.cleaning) return true
  const row = await rowOf(kind, id)
  if (row !== undefined)
    tell(probe, kind.remove, 'the record', 'gone from the list once it is deleted', 'it is still there')
  if (kind.detail !== undefined) {
    await probe.refusal(kind.detail, { params: { id } }, `the ${kind.label} that was deleted`)
  }
  const restore = kind.remove.replace(/remove$/, 'restore') as EndpointName
  if (row === undefined && restore in endpoints) {
    const isBack = await steps.run(restore, () => restored(probe, kind, restore, id))
    if (isBack === true) return (await probe.read(kind.remove, kind.removeInput(id))) !== undefined
  }
  return row === undefined
}

/** Brings a record back; it is removed for good afterwards. Gives whether it is there again. */
async function restored(probe: Probe, kind: Kind, call: EndpointName, id: string): Promise<boolean> {
  const input = { params: { id } }
  await probe.refusal(call, input, 'without a token', { token: null }, [codes.signedOut])
  const answer = await probe.answer(call, input)
  if (answer !== undefined) probe.requireReachable(call, answer)
  if (answer === undefined || probe.readAnswer(call, answer) === undefined) return false
  const row = await rowOf(kind, id)
  if (row === undefined)
    tell(probe, call, 'the record', 'in its list once it is brought back', 'it is not there')
  else compare(probe, kind.list, { id }, row)
  await probe.refusal(call, input, 'what is back already')
  return row !== undefined
}

async function read(probe: Probe, kind: Kind, id: string): Promise<Row | undefined> {
  if (kind.detail === undefined) return undefined
  return (await probe.read(kind.detail, { params: { id } })) as Row | undefined
}

/** Fields that came back are what was sent; those that did not come back are the schema's business. */
function compare(probe: Probe, call: EndpointName, sent: Row, came: Row): void {
  for (const [field, value] of Object.entries(sent)) {
    if (field === 'password' || !(field in came)) continue
    if (sameText(value) === sameText(came[field])) continue
    tell(
      probe,
      call,
      `data.${field}`,
      `what was stored: ${describe(value, field)}`,
      describe(came[field], field),
    )
  }
}

/** As far as it matters: numbers and their digits, flags and 0 and 1, nothing and an empty text, lists in any order. */
function sameText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(sameText).sort().join(' ')
  if (typeof value === 'object') return 'orgId' in value ? String(value.orgId) : JSON.stringify(value)
  return typeof value === 'boolean' ? String(Number(value)) : String(value)
}

/** The record of the run, as its list has it by now. */
async function rowOf(kind: Kind, id: string): Promise<Row | undefined> {
  return (await kind.find(kind.body()))?.find((row) => idOf(row) === id)
}

function tell(probe: Probe, call: EndpointName, at: string, contract: string, came: string): void {
  probe.findings.difference({
    call,
    at,
    sent: 'a record of the run’s own',
    contract: withSection(call, contract),
    came,
  })
}
