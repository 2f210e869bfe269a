'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { FieldOf } from '#components/form/field-of'
import { SelectField } from '#components/form/select-field'
import type { Endpoint } from '#contracts/endpoint'
import { listOrganizations, type OrganizationChoice } from '#contracts/session'
import { api } from '#lib/api'

/** The organizations in which somebody may do that; all of theirs where the platform does not tell. */
export const organizationsFor = ({ permissions }: Pick<Endpoint, 'permissions'>) =>
  api(listOrganizations, { query: { permission: permissions[0] } })

interface Props<Values extends FieldValues> extends FieldOf<Values> {
  organizations: readonly OrganizationChoice[]
  /** What the record names now: it may be closed by now, and still has to show. */
  known?: { orgId?: string | null; orgName?: string | null }
  onChosen?: (orgId: string) => void
}

/** What an organization of a form is called, also one that another record named before. */
export function useOrganizationText(
  organizations: readonly OrganizationChoice[],
  known: { orgId?: string | null; orgName?: string | null } | undefined,
): (orgId: string) => string {
  const [names] = useState(() => new Map<string, string>())
  for (const { orgId, orgName } of organizations) names.set(orgId, orgName)
  if (known?.orgId && known.orgName) names.set(known.orgId, known.orgName)
  return (orgId) => names.get(String(orgId)) ?? orgId
}

export function OrganizationSelect<Values extends FieldValues>({
  organizations,
  known,
  ...rest
}: Props<Values>) {
  const t = useTranslations('common')
  const choices = organizations.map(({ orgId, orgName }) => ({ value: orgId, text: orgName }))
  const isListed = !known?.orgId || choices.some(({ value }) => value === known.orgId)
  const all = isListed ? choices : [{ value: known.orgId ?? '', text: known.orgName ?? '' }, ...choices]
  return <SelectField {...rest} choices={all} required first={t('organizationFirst')} />
}
