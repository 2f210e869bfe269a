'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useTranslations } from 'next-intl'
import { useCallback, useState } from 'react'
import { useController, useForm } from 'react-hook-form'
import type { output as Output } from 'zod/mini'
import { DialogLoader } from '#components/form/dialog-loader'
import { Field } from '#components/form/field'
import { FormDialog } from '#components/form/form-dialog'
import { SelectField } from '#components/form/select-field'
import { useValidationText } from '#components/form/use-validation-text'
import { RoleCascade } from '#components/pickers/role-cascade'
import { toast } from '#components/ui/toast'
import { useCallFault } from '#components/use-call-fault'
import * as accounts from '#contracts/account'
import { api } from '#lib/api'

interface Props {
  id: string
  onClose: () => void
  onSaved: () => void
}

interface RolesOf {
  orgId: string
  choices: accounts.RoleChoice[]
  chosen: string[]
}

async function loadRoles(userId: string, orgId: string): Promise<RolesOf> {
  if (orgId === '') return { orgId, choices: [], chosen: [] }
  const [choices, held] = await Promise.all([
    api(accounts.listRole, { query: { orgId } }),
    api(accounts.usersRoles, { query: { userId, orgId } }),
  ])
  return { orgId, choices, chosen: held.map(({ roleId }) => roleId) }
}

/** Mode 4 of the account dialog (specification section 4): one organization, and the account's roles there. */
export function AccountRoles({ id, onClose, onSaved }: Props) {
  const t = useTranslations('account')
  const load = useCallback(async () => {
    const account = await api(accounts.detail, { params: { id } })
    return { account, roles: await loadRoles(id, account.userOrgList[0]?.orgId ?? '') }
  }, [id])
  return (
    <DialogLoader title={t('rolesTitle')} load={load} onClose={onClose}>
      {({ account, roles }) => (
        <RolesForm account={account} initial={roles} onClose={onClose} onSaved={onSaved} />
      )}
    </DialogLoader>
  )
}

interface FormProps extends Omit<Props, 'id'> {
  account: accounts.AccountDetail
  initial: RolesOf
}

function RolesForm({ account, initial, onClose, onSaved }: FormProps) {
  const t = useTranslations('account')
  const faultText = useCallFault()
  const validationText = useValidationText()
  const common = useTranslations('common')
  const [roles, setRoles] = useState(initial)
  const [loading, setLoading] = useState(false)
  const form = useForm({
    resolver: zodResolver(accounts.accountRolesForm),
    defaultValues: { orgId: initial.orgId, usersRoleList: initial.chosen },
    shouldFocusError: false,
  })
  const { field, fieldState } = useController({ control: form.control, name: 'usersRoleList' })

  const choose = async (orgId: string) => {
    setLoading(true)
    // Only the organization that stands there now counts.
    const counts = () => form.getValues('orgId') === orgId
    try {
      const next = await loadRoles(account.id, orgId)
      if (!counts()) return
      setRoles(next)
      form.setValue('usersRoleList', next.chosen)
      form.clearErrors('usersRoleList')
    } catch (error) {
      if (!counts()) return
      form.setValue('orgId', roles.orgId)
      toast.error(faultText(error))
    }
    setLoading(false)
  }
  const save = (values: Output<typeof accounts.accountRolesForm>) =>
    api(accounts.updateRoles, { body: { ...values, userId: account.id } })

  const fixed = [
    { label: t('name'), value: account.name },
    { label: t('phone'), value: account.phone },
    { label: t('account'), value: account.account },
  ]
  return (
    <FormDialog
      title={t('rolesTitle')}
      form={form}
      save={save}
      done={t('rolesSaved')}
      onSaved={onSaved}
      onClose={onClose}
      loading={loading}
    >
      <div className="grid grid-cols-3 gap-2 max-narrow:grid-cols-1">
        {fixed.map(({ label, value }) => (
          <Field key={label} label={label}>
            {(control) => <input {...control} value={value ?? ''} disabled className="control" />}
          </Field>
        ))}
      </div>
      <SelectField
        control={form.control}
        name="orgId"
        label={t('organization')}
        choices={account.userOrgList.map(({ orgId, orgName }) => ({ value: orgId, text: orgName ?? orgId }))}
        required
        onChosen={choose}
      />
      <Field label={t('role')} required error={validationText(fieldState.error)}>
        {(control) => (
          <div
            id={control.id}
            aria-describedby={control['aria-describedby']}
            data-invalid={control['aria-invalid']}
            ref={field.ref}
            tabIndex={-1}
          >
            {loading ? (
              <div
                role="status"
                aria-label={common('loading')}
                className="h-[242px] animate-pulse rounded-md bg-hover"
              />
            ) : (
              <RoleCascade
                key={roles.orgId}
                label={t('role')}
                roles={roles.choices}
                chosen={field.value.map(String)}
                onChange={field.onChange}
                invalid={fieldState.invalid}
              />
            )}
          </div>
        )}
      </Field>
    </FormDialog>
  )
}
