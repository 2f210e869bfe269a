'use client'

import { useTranslations } from 'next-intl'
import { useCallback, useEffect, useRef } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { DialogLoader } from '#components/form/dialog-loader'
import { Field } from '#components/form/field'
import { FormDialog } from '#components/form/form-dialog'
import { TextField } from '#components/form/text-field'
import { useLoaded } from '#components/form/use-loaded'
import { type RecordDialogProps, type RecordFormProps, useRecordForm } from '#components/form/use-record-form'
import { useValidationText } from '#components/form/use-validation-text'
import { OrganizationSelect, useOrganizationText } from '#components/pickers/organization-select'
import { limits } from '#contracts/limits'
import { findAllPermission } from '#contracts/menu'
import * as roles from '#contracts/role'
import { listOrganizations } from '#contracts/session'
import { api } from '#lib/api'
import { type FlatTree, flatten, leafName } from '#lib/permission-tree'
import { yieldToMain } from '#lib/yield-to-main'
import { RolePermissions } from './role-permissions'

type Added = { name: string; orgId: string }

export function RoleDialog(props: RecordDialogProps<Added>) {
  const t = useTranslations('role')
  const title = t(props.id === undefined ? 'addTitle' : 'editTitle')
  return <DialogLoader {...props} title={title} load={load} form={RoleForm} />
}

async function load(id: string | undefined) {
  const [organizations, role] = await Promise.all([
    api(listOrganizations, {}),
    id === undefined ? undefined : api(roles.detail, { params: { id } }),
  ])
  return { organizations, role }
}
type Loaded = Awaited<ReturnType<typeof load>>

function valuesOf({ role }: Loaded) {
  return {
    name: role?.name ?? '',
    orgId: role?.orgId ?? '',
    description: role?.description ?? '',
    resourceIdList: role?.resourceIdList ?? [],
  }
}

function RoleForm(props: RecordFormProps<Loaded, Added>) {
  const { organizations, role } = props.loaded
  const t = useTranslations('role')
  const validationText = useValidationText()
  /** The tree of the organization that is chosen. */
  const shown = useRef<FlatTree>(undefined)
  const { form, dialog, fields } = useRecordForm({
    ...props,
    schema: roles.roleForm,
    record: role,
    valuesOf,
    fields: {
      name: { label: t('name') },
      orgId: { label: t('organization'), text: useOrganizationText(organizations, role) },
      description: { label: t('description') },
      resourceIdList: {
        label: t('permissions'),
        text: (nodeId: string) => shown.current && leafName(shown.current, nodeId),
      },
    },
    add: (body) => api(roles.add, { body }),
    update: (values, stored) => api(roles.update, { body: { ...values, ...stored } }),
  })
  const { field, fieldState } = useController({ control: form.control, name: 'resourceIdList' })
  const orgId = String(useWatch({ control: form.control, name: 'orgId' }))
  const loadTree = useCallback(async () => {
    const roots = await api(findAllPermission, { query: orgId === '' ? {} : { orgId } })
    await yieldToMain()
    return flatten(roots)
  }, [orgId])
  const tree = useLoaded(loadTree)
  useEffect(() => {
    shown.current = tree.state === 'ready' ? tree.value : undefined
  }, [tree])
  return (
    <FormDialog {...dialog}>
      <TextField {...fields.name} longest={limits.roleName} required stripped />
      <OrganizationSelect {...fields.orgId} organizations={organizations} known={role} />
      <TextField {...fields.description} longest={limits.roleDescription} stripped />
      <Field label={fields.resourceIdList.label} required error={validationText(fieldState.error)}>
        {(control) => (
          // Without a ref of its own: the form library would focus it before fields that stand above it.
          <div id={control.id}>
            <RolePermissions
              key={orgId}
              tree={tree}
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
