'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useTranslations } from 'next-intl'
import { useCallback } from 'react'
import { useForm } from 'react-hook-form'
import type { output as Output } from 'zod/mini'
import { DialogLoader } from '#components/form/dialog-loader'
import { EnabledField } from '#components/form/enabled-field'
import { FormDialog } from '#components/form/form-dialog'
import { TextField } from '#components/form/text-field'
import { OrganizationSelect } from '#components/pickers/organization-select'
import * as departments from '#contracts/department'
import { limits } from '#contracts/limits'
import { listOrganizations, type OrganizationChoice } from '#contracts/session'
import { api } from '#lib/api'

interface Props {
  /** The department to edit; none to add one. */
  id: string | undefined
  onClose: () => void
  onSaved: () => void
}

export function DepartmentDialog({ id, onClose, onSaved }: Props) {
  const t = useTranslations('department')
  const load = useCallback(async () => {
    const [organizations, department] = await Promise.all([
      api(listOrganizations, {}),
      id === undefined ? undefined : api(departments.detail, { params: { id } }),
    ])
    return { organizations, department }
  }, [id])
  return (
    <DialogLoader title={t(id === undefined ? 'addTitle' : 'editTitle')} load={load} onClose={onClose}>
      {(loaded) => <DepartmentForm {...loaded} onClose={onClose} onSaved={onSaved} />}
    </DialogLoader>
  )
}

interface FormProps extends Omit<Props, 'id'> {
  organizations: readonly OrganizationChoice[]
  department: departments.DepartmentDetail | undefined
}

function DepartmentForm({ organizations, department, onClose, onSaved }: FormProps) {
  const t = useTranslations('department')
  const common = useTranslations('common')
  const form = useForm({
    resolver: zodResolver(departments.departmentForm),
    defaultValues: {
      name: department?.name ?? '',
      code: department?.code ?? '',
      orgId: department?.orgId ?? '',
      enabled: department?.enabled ?? true,
      remark: department?.remark ?? '',
    },
  })
  const save = (values: Output<typeof departments.departmentForm>, version: string | undefined) =>
    department === undefined
      ? api(departments.add, { body: values })
      : api(departments.update, { body: { ...values, id: department.id, version } })
  return (
    <FormDialog
      title={t(department === undefined ? 'addTitle' : 'editTitle')}
      form={form}
      save={save}
      version={department?.version}
      labels={{
        name: t('name'),
        code: t('code'),
        orgId: t('organization'),
        orgName: t('organization'),
        organization: t('organization'),
        enabled: t('enabledState'),
        remark: t('remark'),
      }}
      done={common(department === undefined ? 'added' : 'edited')}
      onSaved={onSaved}
      onClose={onClose}
    >
      <TextField
        control={form.control}
        name="name"
        label={t('name')}
        longest={limits.departmentName}
        required
        stripped
      />
      <TextField
        control={form.control}
        name="code"
        label={t('code')}
        longest={limits.departmentCode}
        required
      />
      <OrganizationSelect
        control={form.control}
        name="orgId"
        label={t('organization')}
        organizations={organizations}
        known={department}
      />
      <EnabledField control={form.control} name="enabled" label={t('enabledState')} />
      <TextField control={form.control} name="remark" label={t('remark')} longest={limits.remark} stripped />
    </FormDialog>
  )
}
