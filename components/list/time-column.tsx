import { TimeText } from '#components/form/time-text'
import { timeWidth } from './column-width'

/** When something was, as the row has it under `id`. */
export function timeColumn<Id extends string>(id: Id, label: string) {
  const cell = (row: { readonly [Name in Id]?: string | null }) => <TimeText time={row[id]} />
  return { id, label, width: timeWidth, mono: true, cell }
}
