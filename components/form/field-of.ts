import type { Control, FieldPath, FieldValues } from 'react-hook-form'

/** Which value of which form a field is for. */
export interface FieldOf<Values extends FieldValues> {
  control: Control<Values, unknown, unknown>
  name: FieldPath<Values>
  label: string
}
