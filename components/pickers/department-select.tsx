'use client'

import { useCallback } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { FieldOf } from '#components/form/field-of'
import { FieldReadFault } from '#components/form/read-fault'
import { type Choice, SelectField } from '#components/form/select-field'
import { useLoaded } from '#components/form/use-loaded'
import * as departments from '#contracts/department'
import { api } from '#lib/api'

interface Props<Values extends FieldValues> extends FieldOf<Values> {
  none: string
  /** The organization whose departments can be chosen; none before one is. */
  orgId: string
  /** The stored department: it may be closed by now, or the others unreadable, and still has to be named. */
  known?: Choice
  /** Filled with the names of what can be chosen. */
  names?: Map<string, string>
}

/** A department of one organization. Where they cannot be read, what is chosen stays chosen. */
export function DepartmentSelect<Values extends FieldValues>({
  orgId,
  known,
  names,
  ...rest
}: Props<Values>) {
  const load = useCallback(async () => {
    const read = orgId === '' ? [] : await api(departments.listByOrganization, { query: { orgId } })
    for (const { id, name } of read) names?.set(id, name)
    return read
  }, [orgId, names])
  const loaded = useLoaded(load)
  const read = loaded.state === 'ready' ? loaded.value.map(({ id, name }) => ({ value: id, text: name })) : []
  const isMissing = known !== undefined && !read.some(({ value }) => value === known.value)
  const choices = isMissing ? [...read, known] : read
  return (
    <SelectField
      {...rest}
      choices={choices}
      disabled={loaded.state !== 'ready' || choices.length === 0}
      hint={loaded.state === 'failed' ? <FieldReadFault loaded={loaded} /> : undefined}
    />
  )
}
