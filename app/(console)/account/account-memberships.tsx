'use client'

import { Plus, Trash2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
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

  const fixed = known.filter(({ isControl }) => isControl === 0)
  const names = new Map([
    ...known.map(({ orgId, orgName }) => [String(orgId), orgName ?? String(orgId)] as const),
    ...organizations.map(({ orgId, orgName }) => [orgId, orgName] as const),
  ])
  const fault = validationText(
    errors.userOrgList?.root ?? ((errors.userOrgList?.message ? errors.userOrgList : undefined) as never),
  )

  return (
    <fieldset className="space-y-3 rounded-md border border-line px-3 pt-1 pb-2.5">
      <legend className="px-1 text-soft">{t('organizations')}</legend>
      {fields.map((field, index) => {
        const own = String(chosen[index]?.orgId ?? '')
        const elsewhere = new Set(chosen.map(({ orgId }) => String(orgId)).filter((orgId) => orgId !== own))
        const choices = Array.from(names, ([value, text]) => ({ value, text })).filter(
          ({ value }) => !elsewhere.has(value) && !fixed.some(({ orgId }) => String(orgId) === value),
        )
        const stored = known.find(({ orgId }) => String(orgId) === own)
        return (
          <div key={field.id} className="flex items-start gap-2">
            <div className="grid min-w-0 flex-1 grid-cols-2 gap-x-2 gap-y-4 max-narrow:grid-cols-1">
              <SelectField
                control={control}
                name={`userOrgList.${index}.orgId`}
                label={t('organization')}
                choices={choices}
                required
                onChosen={() => setValue(`userOrgList.${index}.deptId`, null)}
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
            {(mayLeaveAll || fields.length > 1) && (
              <Button
                look="quiet"
                size="icon"
                aria-label={t('removeOrganization', { name: names.get(own) ?? '' })}
                onClick={({ currentTarget }) => {
                  const group = currentTarget.closest('fieldset')
                  flushSync(() => remove(index))
                  // It is gone with its row.
                  group?.querySelector<HTMLElement>(':scope > button')?.focus()
                }}
                className="mt-5.5"
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
