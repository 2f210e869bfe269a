import type { ComponentType } from 'react'
import type { ResourceKey } from '#contracts/registry'
import type { BulkRow, BulkRun } from '#lib/bulk-run'
import type { KeyHolder } from '#lib/write-key'
import type { ListQuery } from './use-list-query'
import type { Selection } from './use-selection'

/** Parameters, query and body of a call, to be checked by its contract. */
export interface RawCall {
  params?: object
  query?: object
  body?: object
}

/** The calls of a list's resource, by name. */
export interface Calls {
  of: ResourceKey
  // A method, so that calls of any contract are some.
  make(name: string, call: RawCall, holder?: KeyHolder): Promise<unknown>
}

/** What was chosen before: an organization, and what of it. */
export interface Chosen {
  orgId: string
  target: string | null
  /** What people call it. */
  name: string
}

export interface ChooseProps {
  title: string
  hint: string
  /** The word of the button. */
  confirm: string
  onChosen: (chosen: Chosen) => void
  onClose: () => void
}

const bulkActions = ['enable', 'disable', 'remove', 'addRole', 'takeRole', 'move', 'endSessions'] as const
export type BulkActionKey = (typeof bulkActions)[number]

/** Something that is done with many rows by an optional call: it is offered where the platform makes it in bulk. */
export interface BulkAction<Key = BulkActionKey> {
  key: Key
  /** The call of the list's resource. */
  name: string
  choose?: ComponentType<ChooseProps>
  input: (id: string, chosen: Chosen) => RawCall
}

/** Beside what every list has. */
export type OtherAction = BulkAction<Exclude<BulkActionKey, 'enable' | 'disable' | 'remove'>>

interface AnyRow {
  id: string
}

/** A list whose rows can be chosen, for what is done with many of them. */
export interface BulkContext {
  title: string
  calls: Calls
  switchInput: ((id: string, enabled: 0 | 1) => RawCall) | undefined
  /** What the deletion's call says; the id as `id` unless said. */
  removeInput?: (id: string) => RawCall
  may: { remove?: boolean; updateEnable?: boolean }
  more: readonly OtherAction[]
  /** What the address says of the search. */
  values: Record<string, string>
  query: ListQuery
  selection: Selection<AnyRow>
  /** All that match the search, where the list has them at hand. */
  everything?: ReadonlyMap<string, AnyRow>
  /** Whether what is deleted can be brought back. */
  isKept: () => boolean
  // A method, so that rows of any list are some.
  rowOf(row: AnyRow): BulkRow
  /** Why a row stays as it is. */
  reasonOf(row: AnyRow, key: BulkActionKey): string | undefined
  /** Shows what is done, and what came of it; false where the list is left by now. */
  onRun: (run: BulkRun) => boolean
}

/** Why a row stays as it is when it would be switched or deleted, as its own buttons say. */
export function staysOf(
  { reasonOf }: BulkContext,
  row: AnyRow,
  key: BulkActionKey | 'restore',
): string | undefined {
  return key === 'enable' || key === 'disable' || key === 'remove' ? reasonOf(row, key) : undefined
}
