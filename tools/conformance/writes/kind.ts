import type { EndpointName } from '#contracts/registry'
import type { Row } from '../list-filters.ts'
import type { RawInput } from '../request.ts'

/** A kind of record, as the run adds, edits, switches and deletes one of its own. */
export interface Kind {
  /** What it is called where it could not be removed. */
  label: string
  add: EndpointName
  update: EndpointName
  remove: EndpointName
  list: EndpointName
  detail?: EndpointName
  switch?: { call: EndpointName; field: 'enabled' | 'enable'; input: (id: string, on: boolean) => RawInput }
  /** What is added; with a letter one beside it, of a code of its own. */
  body: (letter?: string) => Row
  /** What makes a body one that has to be refused, and why. */
  bad: { with: Row; what: string }
  /** What the update changes. */
  edit: Row
  /** The field of the record's version. */
  versionField: 'version' | 'recordVersion'
  /** Whether a second one with the same code is refused. */
  unique: boolean
  /** Looks for what was added with a body, through the list; nothing where that cannot be read. */
  find: (body: Row) => Promise<Row[] | undefined>
  removeInput: (id: string) => RawInput
}

export function idOf(row: Row | undefined): string | undefined {
  return row?.id === undefined ? undefined : String(row.id)
}
