'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useTranslations } from 'next-intl'
import {
  type Control,
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type Resolver,
  useForm,
} from 'react-hook-form'
import type { ZodMiniType } from 'zod/mini'
import type { KeyHolder } from '#lib/write-key'
import type { FormDialogProps } from './form-dialog'
import type { Again, FieldTexts } from './read-again'

/** What the dialog of a record gets from its list. */
export interface RecordDialogProps<Added> {
  /** The record to edit; none to add one. */
  id: string | undefined
  /** Whether they may enable and disable what they edit; they may unless said. */
  maySwitch?: boolean
  onClose: () => void
  /** Gets what was added. */
  onSaved: (added?: Added) => void
}

/** What the form of a record gets from its dialog, once that has read what it needs. */
export interface RecordFormProps<Loaded, Added> extends Omit<RecordDialogProps<Added>, 'id'> {
  title: string
  loaded: Loaded
  again: Again<Loaded>
}

interface Stored {
  id: string
  version?: string | null
}

type Given<Loaded, Values extends FieldValues, Output, Texts extends FieldTexts> = Common<
  Loaded,
  Values,
  Output,
  Texts
> &
  (
    | { record: Stored; add?: (values: Output, holder: KeyHolder) => Promise<unknown> }
    /** A form without a record adds one. */
    | { record: undefined; add: (values: Output, holder: KeyHolder) => Promise<unknown> }
  )

interface Common<Loaded, Values extends FieldValues, Output, Texts extends FieldTexts> {
  schema: ZodMiniType<Output, Values>
  /** What must hold besides: keys of `validation`, by field. */
  check?: (values: Values) => Readonly<Record<string, string>>
  valuesOf: (loaded: Loaded) => DefaultValues<Values>
  fields: Texts
  update: (values: Output, stored: Stored, holder: KeyHolder) => Promise<unknown>
}

type Fields<Values extends FieldValues, Output, Texts> = {
  [Name in keyof Texts & FieldPath<Values>]: {
    control: Control<Values, unknown, Output>
    name: Name
    label: string
  }
}

/**
 * The form that adds a record or edits one. `dialog` is for `FormDialog`, `maySwitch` for `EnabledField`; `fields` says of each field what its control
 * needs: `<TextField {...fields.name} …/>`.
 */
export function useRecordForm<
  Loaded,
  Values extends FieldValues,
  Output extends FieldValues,
  const Texts extends FieldTexts,
>(
  { title, loaded, again, maySwitch = true, onClose, onSaved }: RecordFormProps<Loaded, Output>,
  given: Given<Loaded, Values, Output, Texts>,
) {
  const { schema, record, valuesOf, update } = given
  const t = useTranslations('common')
  const form = useForm<Values, unknown, Output>({
    resolver: resolverOf(schema, given.check),
    defaultValues: valuesOf(loaded),
    // `useSubmit` does, in the order in which they stand.
    shouldFocusError: false,
  })
  const dialog: FormDialogProps<Values, Output> = {
    title,
    form,
    save: async (values, holder) =>
      given.record === undefined
        ? given.add(values, holder)
        : update(values, { id: given.record.id, version: given.record.version ?? undefined }, holder),
    edits: record && { read: again((now) => valuesOf(now) as Values), fields: given.fields },
    done: t(record === undefined ? 'added' : 'edited'),
    onClose,
    onSaved,
  }
  const fields = fieldsOf<Values, Output, Texts>(form.control, given.fields)
  return { form, dialog, fields, maySwitch: maySwitch || record === undefined }
}

/** The labels of fields, by the keys of their texts. */
export function labelled<Name extends string, Key extends string>(
  t: (key: Key) => string,
  keys: Readonly<Record<Name, Key>>,
): Record<Name, { label: string }> {
  const labels = Object.entries<Key>(keys).map(([name, key]) => [name, { label: t(key) }])
  return Object.fromEntries(labels)
}

/** What the controls of a form's fields need: `<TextField {...fields.name} …/>`. */
export function fieldsOf<Values extends FieldValues, Output, Texts extends FieldTexts>(
  control: Control<Values, unknown, Output>,
  texts: Texts,
): Fields<Values, Output, Texts> {
  const fields = Object.entries(texts).map(([name, { label }]) => [name, { control, name, label }])
  return Object.fromEntries(fields)
}

function resolverOf<Values extends FieldValues, Output>(
  schema: ZodMiniType<Output, Values>,
  check: (values: Values) => Readonly<Record<string, string>> = () => ({}),
): Resolver<Values, unknown, Output> {
  const byFields: Resolver<Values, unknown, Output> = zodResolver(schema)
  return async (values, ...rest) => {
    const checked = await byFields(values, ...rest)
    const faults = Object.entries(check(values))
    if (faults.length === 0) return checked
    const errors = Object.fromEntries(faults.map(([name, message]) => [name, { type: 'check', message }]))
    return { values: {}, errors: { ...checked.errors, ...errors } as FieldErrors<Values> }
  }
}
