'use client'

import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useFieldArray, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { SelectField } from '#components/form/select-field'
import { useValidationText } from '#components/form/use-validation-text'
import { DepartmentSelect } from '#components/pickers/department-select'
import { Button } from '#components/ui/button'
import type { AccountForm, Membership } from '#contracts/account'
import type { OrganizationChoice } from '#contracts/session'
import type { MembershipNames } from './membership-names'

export const noMembership: AccountForm['userOrgList'][number] = { orgId: '', deptId: null }

/** Of more than so many those that are stored are a line each, until they are to be changed: each row reads departments of its own. */
const mostUnfolded = 20

interface Props {
  organizations: readonly OrganizationChoice[]
  /** What the account has: an organization may be closed by now, and still have to be named. */
  known?: readonly Membership[]
  /** It belongs to others, too, and stays theirs. */
  mayLeaveAll?: boolean
  /** Learns the names of what can be chosen. */
  names?: MembershipNames
}

/** The organizations of an account, each with a department (ACC-3). */
export function AccountMemberships({ organizations, known = [], mayLeaveAll = false, names: learnt }: Props) {
  const t = useTranslations('account')
  const common = useTranslations('common')
  const { control, setValue } = useFormContext<AccountForm>()
  const { fields, append, remove } = useFieldArray({ control, name: 'userOrgList' })
  const { errors } = useFormState({ control, name: 'userOrgList' })
  const chosen = useWatch({ control, name: 'userOrgList' }) ?? []
  const validationText = useValidationText()
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())

  const fixed = known.filter(({ isControl }) => isControl === 0)
  const names = new Map([
    ...known.map(({ orgId, orgName }) => [String(orgId), orgName ?? String(orgId)] as const),
    ...organizations.map(({ orgId, orgName }) => [orgId, orgName] as const),
  ])
  const taken = new Set([...chosen, ...fixed].map(({ orgId }) => String(orgId)))
  const choicesWith = (own: string) =>
    Array.from(names, ([value, text]) => ({ value, text })).filter(
      ({ value }) => value === own || !taken.has(value),
    )
  const isMany = known.length > mostUnfolded
  const fault = validationText(
    errors.userOrgList?.root ?? ((errors.userOrgList?.message ? errors.userOrgList : undefined) as never),
  )

  return (
    <fieldset className="space-y-3 rounded-md border border-line px-3 pt-1 pb-2.5">
      <legend className="px-1 text-soft">{t('organizations')}</legend>
      {fields.map((field, index) => {
        const own = String(chosen[index]?.orgId ?? '')
        const stored = known.find(({ orgId }) => String(orgId) === own)
        const isFolded = isMany && stored !== undefined && !unfolded.has(own) && !errors.userOrgList?.[index]
        const name = names.get(own) ?? ''
        return (
          <div key={field.id} className={`flex gap-2 ${isFolded ? 'items-center' : 'items-start'}`}>
            {isFolded ? (
              <>
                <span className="min-w-0 flex-1 truncate">
                  {learnt?.text(chosen[index] ?? stored) ?? name}
                </span>
                <Button
                  look="quiet"
                  size="icon"
                  aria-label={t('changeOrganization', { name })}
                  onClick={({ currentTarget }) => {
                    const row = currentTarget.parentElement
                    flushSync(() => setUnfolded(new Set([...unfolded, own])))
                    row?.querySelector('select')?.focus()
                  }}
                >
                  <Pencil aria-hidden className="size-4" />
                </Button>
              </>
            ) : (
              <div className="grid min-w-0 flex-1 grid-cols-2 gap-x-2 gap-y-4 max-narrow:grid-cols-1">
                <SelectField
                  control={control}
                  name={`userOrgList.${index}.orgId`}
                  label={t('organization')}
                  choices={choicesWith(own)}
                  required
                  first={common('organizationFirst')}
                  onChosen={(orgId) => {
                    setValue(`userOrgList.${index}.deptId`, null)
                    setUnfolded(new Set([...unfolded, orgId]))
                  }}
                />
                <DepartmentSelect
                  control={control}
                  name={`userOrgList.${index}.deptId`}
                  label={t('department')}
                  none={t('noDepartment')}
                  orgId={own}
                  names={learnt?.departments}
                  known={
                    stored?.deptId
                      ? { value: stored.deptId, text: stored.deptName ?? stored.deptId }
                      : undefined
                  }
                />
              </div>
            )}
            {(mayLeaveAll || fields.length > 1) && (
              <Button
                look="quiet"
                size="icon"
                aria-label={t('removeOrganization', { name })}
                onClick={({ currentTarget }) => {
                  const group = currentTarget.closest('fieldset')
                  flushSync(() => remove(index))
                  // It is gone with its row.
                  group?.querySelector<HTMLElement>(':scope > button')?.focus()
                }}
                className={isFolded ? '' : 'mt-5.5'}
              >
                <Trash2 aria-hidden className="size-4" />
              </Button>
            )}
          </div>
        )
      })}
      {mayLeaveAll && fields.length === 0 && <p className="pb-1 text-warning">{t('leavesAll')}</p>}
      {fixed.length > 0 && (
        <p className="pb-1 text-soft">
          {t('fixedOrganizations', {
            names: fixed.map(({ orgName, orgId }) => orgName ?? orgId).join(common('listSeparator')),
          })}
        </p>
      )}
      {fault && (
        <p role="alert" className="pb-1 text-danger">
          {fault}
        </p>
      )}
      <Button
        look="link"
        size="small"
        disabled={fields.length + fixed.length >= names.size}
        onClick={() => append(noMembership)}
      >
        <Plus aria-hidden className="size-3.5" />
        {t('addOrganization')}
      </Button>
    </fieldset>
  )
}
