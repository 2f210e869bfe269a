import type { EndpointName } from '#contracts/registry'
import { withSection } from './answer.ts'
import { describe } from './mask.ts'
import { forgedLike, idOf, type Reading } from './reading.ts'

type OfMany = Extract<EndpointName, `${string}.impactOfMany`>

/** Whom a change touches, of one record and of many. */
export const impactReads = {
  'account.impact': (reading) => impactOf(reading, 'account.impact', 'account.list'),
  'account.impactOfMany': (reading) => impactOfMany(reading, 'account.impactOfMany', 'account.list'),
  'role.impact': (reading) => impactOf(reading, 'role.impact', 'role.list'),
  'role.impactOfMany': (reading) => impactOfMany(reading, 'role.impactOfMany', 'role.list'),
  'department.impact': (reading) => impactOf(reading, 'department.impact', 'department.list'),
  'department.impactOfMany': (reading) => impactOfMany(reading, 'department.impactOfMany', 'department.list'),
  'organization.impact': (reading) => impactOf(reading, 'organization.impact', 'organization.list'),
  'organization.impactOfMany': (reading) =>
    impactOfMany(reading, 'organization.impactOfMany', 'organization.list'),
  'menu.impact': (reading) => impactOf(reading, 'menu.impact', 'menu.tree'),
  'menu.impactOfMany': (reading) => impactOfMany(reading, 'menu.impactOfMany', 'menu.tree'),
} satisfies Partial<Record<EndpointName, (reading: Reading) => Promise<void>>>

/** What it would touch is asked of the first row that the account may change, and nothing is done. */
async function impactOf({ probe, rows }: Reading, name: EndpointName, list: EndpointName): Promise<void> {
  const id = idOf(rows.get(list)?.find(({ isControl }) => isControl !== 0))
  await probe.read(name, { params: { id } })
  await probe.refusal(name, { params: { id: forgedLike(id) } }, 'an id that is not there')
}

/** The same of many: of a row, and of one that is not there, which it says will be refused. */
async function impactOfMany({ probe, rows }: Reading, name: OfMany, list: EndpointName): Promise<void> {
  const id = idOf(rows.get(list)?.find(({ isControl }) => isControl !== 0))
  const forged = forgedLike(id)
  const told = await probe.success(name, { body: { ids: [id, forged] } })
  if (told?.remove && !told.remove.refused.some((row) => row.id === forged)) {
    const contract = withSection(name, 'the id that is not there')
    const came = describe(told.remove.refused)
    const sent = probe.wordsOf(name, {})
    probe.findings.difference({ call: name, at: 'data.remove.refused', sent, contract, came })
  }
  await probe.refusal(name, { body: { ids: [] } }, 'no row')
}
