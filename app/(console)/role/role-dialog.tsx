'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useTranslations } from 'next-intl'
import { useCallback } from 'react'
import { useController, useForm, useWatch } from 'react-hook-form'
import type { output as Output } from 'zod/mini'
import { DialogLoader } from '#components/form/dialog-loader'
import { Field } from '#components/form/field'
import { FormDialog } from '#components/form/form-dialog'
import { TextField } from '#components/form/text-field'
import { useValidationText } from '#components/form/use-validation-text'
import { OrganizationSelect } from '#components/pickers/organization-select'
import { limits } from '#contracts/limits'
import * as roles from '#contracts/role'
import { listOrganizations, type OrganizationChoice } from '#contracts/session'
import { api } from '#lib/api'
import { RolePermissions } from './role-permissions'

interface Props {
  /** The role to edit; none to add one. */
  id: string | undefined
  onClose: () => void
  onSaved: () => void
}

export function RoleDialog({ id, onClose, onSaved }: Props) {
  const t = useTranslations('role')
  const load = useCallback(async () => {
    const [organizations, role] = await Promise.all([
      api(listOrganizations, {}),
      id === undefined ? undefined : api(roles.detail, { params: { id } }),
    ])
    return { organizations, role }
  }, [id])
  return (
    <DialogLoader title={t(id === undefined ? 'addTitle' : 'editTitle')} load={load} onClose={onClose}>
      {(loaded) => <RoleForm {...loaded} onClose={onClose} onSaved={onSaved} />}
    </DialogLoader>
  )
}

interface FormProps extends Omit<Props, 'id'> {
  organizations: readonly OrganizationChoice[]
  role: roles.RoleDetail | undefined
}

function RoleForm({ organizations, role, onClose, onSaved }: FormProps) {
  const t = useTranslations('role')
  const common = useTranslations('common')
  const validationText = useValidationText()
  const form = useForm({
    resolver: zodResolver(roles.roleForm),
    defaultValues: {
      name: role?.name ?? '',
      orgId: role?.orgId ?? '',
      description: role?.description ?? '',
      resourceIdList: role?.resourceIdList ?? [],
    },
  })
  const { field, fieldState } = useController({ control: form.control, name: 'resourceIdList' })
  const orgId = useWatch({ control: form.control, name: 'orgId' })
  const isNew = role === undefined
  const save = (values: Output<typeof roles.roleForm>, version: string | undefined) =>
    isNew
      ? api(roles.add, { body: values })
      : api(roles.update, { body: { ...values, id: role.id, version } })
  return (
    <FormDialog
      title={t(isNew ? 'addTitle' : 'editTitle')}
      form={form}
      save={save}
      version={role?.version}
      labels={{
        name: t('name'),
        organization: t('organization'),
        orgId: t('organization'),
        description: t('description'),
        resourceIdList: t('permissions'),
      }}
      done={common(isNew ? 'added' : 'edited')}
      onSaved={onSaved}
      onClose={onClose}
    >
      <TextField
        control={form.control}
        name="name"
        label={t('name')}
        longest={limits.roleName}
        required
        stripped
      />
      <OrganizationSelect
        control={form.control}
        name="orgId"
        label={t('organization')}
        organizations={organizations}
        known={role}
      />
      <TextField
        control={form.control}
        name="description"
        label={t('description')}
        longest={limits.roleDescription}
        stripped
      />
      <Field label={t('permissions')} required error={validationText(fieldState.error)}>
        {(control) => (
          // Without a ref of its own: the form library would focus it before fields that stand above it.
          <div id={control.id}>
            <RolePermissions
              orgId={String(orgId)}
              value={field.value.map(String)}
              stored={role !== undefined && orgId === role.orgId ? role.resourceIdList : []}
              onChange={field.onChange}
              describedBy={control['aria-describedby']}
              invalid={fieldState.invalid}
            />
          </div>
        )}
      </Field>
    </FormDialog>
  )
}
