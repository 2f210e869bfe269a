'use client'

import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { SelectField } from '#components/form/select-field'
import type { OrganizationChoice } from '#contracts/session'

interface Props<Values extends FieldValues> {
  control: Control<Values, unknown, unknown>
  name: FieldPath<Values>
  label: string
  organizations: readonly OrganizationChoice[]
  /** What the record names now: it may be closed by now, and still has to show. */
  known?: { orgId?: string | null; orgName?: string | null }
  onChosen?: (orgId: string) => void
}

export function OrganizationSelect<Values extends FieldValues>({
  organizations,
  known,
  ...rest
}: Props<Values>) {
  const choices = organizations.map(({ orgId, orgName }) => ({ value: orgId, text: orgName }))
  const isListed = !known?.orgId || choices.some(({ value }) => value === known.orgId)
  const all = isListed ? choices : [{ value: known.orgId ?? '', text: known.orgName ?? '' }, ...choices]
  return <SelectField {...rest} choices={all} required />
}
