'use client'

import { useTranslations } from 'next-intl'
import { EnabledField } from '#components/form/enabled-field'
import { FormDialog } from '#components/form/form-dialog'
import { recordDialog } from '#components/form/record-dialog'
import { TextField } from '#components/form/text-field'
import { labelled, type RecordFormProps, useRecordForm } from '#components/form/use-record-form'
import {
  OrganizationSelect,
  organizationsFor,
  useOrganizationText,
} from '#components/pickers/organization-select'
import * as departments from '#contracts/department'
import { limits } from '#contracts/limits'
import { api } from '#lib/api'

type Added = { code: string; orgId: string }

export const DepartmentDialog = recordDialog('department', load, DepartmentForm)

async function load(id: string | undefined) {
  const [organizations, department] = await Promise.all([
    organizationsFor(id === undefined ? departments.add : departments.update),
    id === undefined ? undefined : api(departments.detail, { params: { id } }),
  ])
  return { organizations, department }
}
type Loaded = Awaited<ReturnType<typeof load>>

function valuesOf({ department }: Loaded) {
  return {
    name: department?.name ?? '',
    code: department?.code ?? '',
    orgId: department?.orgId ?? '',
    enabled: department?.enabled ?? true,
    remark: department?.remark ?? '',
  }
}

function DepartmentForm(props: RecordFormProps<Loaded, Added>) {
  const { organizations, department } = props.loaded
  const t = useTranslations('department')
  const { dialog, fields, maySwitch } = useRecordForm(props, {
    schema: departments.departmentForm,
    record: department,
    valuesOf,
    fields: {
      ...labelled(t, { name: 'name', code: 'code' }),
      orgId: { label: t('organization'), text: useOrganizationText(organizations, department) },
      ...labelled(t, { enabled: 'enabledState', remark: 'remark' }),
    },
    add: (body, holder) => api(departments.add, { body }, holder),
    update: (values, stored, holder) => api(departments.update, { body: { ...values, ...stored } }, holder),
  })
  return (
    <FormDialog {...dialog}>
      <TextField {...fields.name} longest={departments.departmentLimits.name} required stripped />
      <TextField {...fields.code} longest={departments.departmentLimits.code} required />
      <OrganizationSelect {...fields.orgId} organizations={organizations} known={department} />
      <EnabledField {...fields.enabled} maySwitch={maySwitch} />
      <TextField {...fields.remark} longest={limits.remark} stripped />
    </FormDialog>
  )
}
