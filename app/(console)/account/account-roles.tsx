'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useTranslations } from 'next-intl'
import { useCallback, useState } from 'react'
import { useController, useForm } from 'react-hook-form'
import type { output as Output } from 'zod/mini'
import { DialogLoader } from '#components/form/dialog-loader'
import { Field } from '#components/form/field'
import { FormDialog } from '#components/form/form-dialog'
import { again } from '#components/form/read-again'
import { Reading } from '#components/form/reading'
import { SelectField } from '#components/form/select-field'
import { useCallFault } from '#components/form/use-call-fault'
import type { RecordFormProps } from '#components/form/use-record-form'
import { useValidationText } from '#components/form/use-validation-text'
import { RoleCascade } from '#components/pickers/role-cascade'
import { toast } from '#components/ui/toast'
import * as accounts from '#contracts/account'
import { api } from '#lib/api'
import { CallError } from '#lib/request'
import { givesUp, sameValues } from '#lib/unsaved'
import type { KeyHolder } from '#lib/write-key'
import { firstPlace } from './first-place'

interface Props {
  id: string
  /** The organization in which the person works. */
  workOrgId: string | undefined
  onClose: () => void
  onSaved: () => void
}

interface RolesOf {
  account: accounts.AccountDetail
  orgId: string
  choices: accounts.RoleChoice[]
  chosen: string[]
  /** Why there are none: another organization may be chosen. */
  fault?: CallError
}

/** The account's roles in one of its organizations; their version is read before them. */
async function loadRoles(id: string, chosenId: string): Promise<RolesOf> {
  return rolesIn(await api(accounts.detail, { params: { id } }), chosenId)
}

/** The same in the one that the person most likely means. */
async function firstRoles(id: string, workOrgId: string | undefined): Promise<RolesOf> {
  const account = await api(accounts.detail, { params: { id } })
  const orgId = firstPlace(account.userOrgList, workOrgId)
  try {
    return await rolesIn(account, orgId)
  } catch (error) {
    if (!(error instanceof CallError && error.kind === 'refused')) throw error
    return { account, orgId: '', choices: [], chosen: [], fault: error }
  }
}

async function rolesIn(account: accounts.AccountDetail, orgId: string): Promise<RolesOf> {
  if (orgId === '') return { account, orgId, choices: [], chosen: [] }
  const [choices, held] = await Promise.all([
    api(accounts.listRole, { query: { orgId } }),
    api(accounts.usersRoles, { query: { userId: account.id, orgId } }),
  ])
  return { account, orgId, choices, chosen: held.map(({ roleId }) => roleId) }
}

function valuesOf({ orgId, chosen }: RolesOf): accounts.AccountRolesForm {
  return { orgId, usersRoleList: chosen }
}

/** Mode 4 of the account dialog (specification section 4): one organization, and the account's roles there. */
export function AccountRoles({ workOrgId, ...props }: Props) {
  const t = useTranslations('account')
  const load = useCallback((id: string) => firstRoles(id, workOrgId), [workOrgId])
  return <DialogLoader {...props} title={t('rolesTitle')} load={load} form={RolesForm} />
}

function RolesForm({ loaded: initial, title, onClose, onSaved }: RecordFormProps<RolesOf, never>) {
  const t = useTranslations('account')
  const faultText = useCallFault()
  const validationText = useValidationText()
  const [roles, setRoles] = useState(initial)
  const { account } = roles
  const [loading, setLoading] = useState(false)
  const form = useForm({
    resolver: zodResolver(accounts.accountRolesForm),
    defaultValues: valuesOf(initial),
    shouldFocusError: false,
  })
  const { field, fieldState } = useController({ control: form.control, name: 'usersRoleList' })

  const choose = async (orgId: string) => {
    if (!sameValues(form.getValues('usersRoleList'), roles.chosen) && !(await givesUp())) {
      form.setValue('orgId', roles.orgId)
      return
    }
    setLoading(true)
    // Only the organization that stands there now counts.
    const counts = () => form.getValues('orgId') === orgId
    try {
      const next = await loadRoles(account.id, orgId)
      if (!counts()) return
      setRoles(next)
      form.reset(valuesOf(next))
    } catch (error) {
      if (!counts()) return
      form.setValue('orgId', roles.orgId)
      toast.error(faultText(error))
    }
    setLoading(false)
  }
  const version = account.userOrgList.find(({ orgId }) => orgId === roles.orgId)?.rolesVersion
  const save = (values: Output<typeof accounts.accountRolesForm>, holder: KeyHolder) =>
    api(accounts.updateRoles, { body: { ...values, userId: account.id, version } }, holder)
  const names = new Map(roles.choices.map((role) => [role.id, role.name]))

  const fixed = [
    { label: t('name'), value: account.name },
    { label: t('phone'), value: account.phone },
    { label: t('account'), value: account.account },
  ]
  return (
    <FormDialog
      title={title}
      form={form}
      save={save}
      edits={{
        read: again(() => loadRoles(account.id, roles.orgId), setRoles)(valuesOf),
        fields: {
          usersRoleList: { label: t('role'), text: (roleId: string) => names.get(roleId) ?? roleId },
        },
      }}
      done={t('rolesSaved')}
      onSaved={() => onSaved()}
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
      {roles.fault && (
        <p role="alert" className="text-danger text-md">
          {faultText(roles.fault)}
        </p>
      )}
      <Field label={t('role')} required error={validationText(fieldState.error)}>
        {(control) => (
          <div
            id={control.id}
            aria-describedby={control['aria-describedby']}
            data-invalid={control['aria-invalid']}
            ref={field.ref}
            tabIndex={-1}
          >
            {loading && <Reading className="h-[242px]" />}
            {!loading && account.userOrgList.length === 0 && (
              <p className="text-md text-soft">{t('noOrganization')}</p>
            )}
            {/* Of none that is chosen nothing is known. */}
            {!loading && roles.orgId !== '' && (
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
