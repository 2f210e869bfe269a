'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { DialogLoader } from '#components/form/dialog-loader'
import { Field } from '#components/form/field'
import { FormDialog } from '#components/form/form-dialog'
import { recordDialog } from '#components/form/record-dialog'
import { TextField } from '#components/form/text-field'
import { useLoaded } from '#components/form/use-loaded'
import { type RecordDialogProps, type RecordFormProps, useRecordForm } from '#components/form/use-record-form'
import { useValidationText } from '#components/form/use-validation-text'
import {
  OrganizationSelect,
  organizationsFor,
  useOrganizationText,
} from '#components/pickers/organization-select'
import { findAllPermission } from '#contracts/menu'
import * as roles from '#contracts/role'
import { api } from '#lib/api'
import { asLocale } from '#lib/i18n/locale'
import { type FlatTree, flatten, leafName, untouchedIds } from '#lib/permission-tree'
import { yieldToMain } from '#lib/yield-to-main'
import { copyName } from './copy-name'
import { RolePermissions } from './role-permissions'
import { useRoleEffect } from './use-role-effect'

type Added = { name: string; orgId: string }

/** @param copyOf the role that a new one begins as */
export function RoleDialog({ copyOf, ...props }: RecordDialogProps<Added> & { copyOf?: string | undefined }) {
  const t = useTranslations('role')
  if (copyOf === undefined) return <OwnDialog {...props} />
  return <DialogLoader {...props} id={copyOf} title={t('addTitle')} load={loadCopy} form={RoleForm} />
}
const OwnDialog = recordDialog('role', (id) => load(id), RoleForm)

async function load(id: string | undefined, saves = id === undefined ? roles.add : roles.update) {
  const [organizations, role] = await Promise.all([
    organizationsFor(saves),
    id === undefined ? undefined : api(roles.detail, { params: { id } }),
  ])
  return { organizations, role, copied: undefined }
}
async function loadCopy(id: string) {
  const { organizations, role } = await load(id, roles.add)
  const isOffered = organizations.some(({ orgId }) => orgId === role?.orgId)
  return { organizations, role: undefined, copied: role && { ...role, orgId: isOffered ? role.orgId : '' } }
}
type Loaded = Awaited<ReturnType<typeof load>> | Awaited<ReturnType<typeof loadCopy>>

function valuesOf({ role: own, copied }: Loaded, nameOf: (name: string) => string) {
  const role = own ?? copied
  return {
    name: own?.name ?? (copied ? nameOf(copied.name) : ''),
    orgId: role?.orgId ?? '',
    description: role?.description ?? '',
    resourceIdList: role?.resourceIdList ?? [],
  }
}

function RoleForm(props: RecordFormProps<Loaded, Added>) {
  const { organizations, role } = props.loaded
  const t = useTranslations('role')
  const validationText = useValidationText()
  const locale = asLocale(useLocale())
  /** The tree of the organization that is chosen. */
  const shown = useRef<FlatTree>(undefined)
  const { form, dialog, fields } = useRecordForm(props, {
    schema: roles.roleForm,
    record: role,
    valuesOf: (loaded) =>
      valuesOf(loaded, (original) =>
        copyName(original, (name) => t('copyName', { name }), roles.roleLimits.name),
      ),
    fields: {
      name: { label: t('name') },
      orgId: { label: t('organization'), text: useOrganizationText(organizations, role) },
      description: { label: t('description') },
      resourceIdList: {
        label: t('permissions'),
        text: (nodeId: string) => shown.current && leafName(shown.current, nodeId),
      },
    },
    add: (body, holder) => api(roles.add, { body }, holder),
    update: (values, stored, holder) => api(roles.update, { body: { ...values, ...stored } }, holder),
  })
  const { ask, question } = useRoleEffect(role)
  const { field, fieldState } = useController({ control: form.control, name: 'resourceIdList' })
  const orgId = String(useWatch({ control: form.control, name: 'orgId' }))
  const loadTree = useCallback(async () => {
    const roots = await api(findAllPermission, { query: orgId === '' ? {} : { orgId } })
    await yieldToMain()
    return flatten(roots, locale)
  }, [orgId, locale])
  const tree = useLoaded(loadTree)
  useEffect(() => {
    shown.current = tree.state === 'ready' ? tree.value : undefined
  }, [tree])
  const isStored = role !== undefined && orgId === role.orgId
  const leftOut = useLeftOut(tree.state === 'ready' ? tree.value : undefined, isStored, field)
  return (
    <FormDialog {...dialog} ask={ask} loading={tree.state === 'loading'}>
      <TextField {...fields.name} longest={roles.roleLimits.name} required stripped />
      <OrganizationSelect {...fields.orgId} organizations={organizations} known={role} />
      <TextField {...fields.description} longest={roles.roleLimits.description} stripped />
      <Field
        label={fields.resourceIdList.label}
        required
        warning={leftOut === 0 ? undefined : t('leftOut', { count: leftOut })}
        error={validationText(fieldState.error)}
      >
        {(control) => (
          // Without a ref of its own: the form library would focus it before fields that stand above it.
          <div id={control.id}>
            <RolePermissions
              key={orgId}
              tree={tree}
              value={field.value.map(String)}
              stored={isStored ? role.resourceIdList : []}
              onChange={field.onChange}
              describedBy={control['aria-describedby']}
              invalid={fieldState.invalid}
            />
          </div>
        )}
      </Field>
      {question}
    </FormDialog>
  )
}

/**
 * What was granted elsewhere and the person cannot give in this organization goes from the form, and comes back with an
 * organization where they can, or the role's own; how many that are is told.
 */
function useLeftOut(
  tree: FlatTree | undefined,
  isStored: boolean,
  { value, onChange }: { value: readonly (string | number)[]; onChange: (ids: (string | number)[]) => void },
): number {
  const [left, setLeft] = useState<readonly (string | number)[]>([])
  const leaveOut = useEffectEvent((known: FlatTree) => {
    const all = [...new Set([...value, ...left])]
    const unknown = new Set(isStored ? [] : untouchedIds(known, all.map(String)))
    const now = all.filter((id) => unknown.has(String(id)))
    if (now.length === left.length && all.length === value.length) return
    setLeft(now)
    onChange(all.filter((id) => !unknown.has(String(id))))
  })
  useEffect(() => {
    if (tree !== undefined) leaveOut(tree)
  }, [tree])
  return left.length
}
