'use client'

import { useTranslations } from 'next-intl'
import { EnabledField } from '#components/form/enabled-field'
import { FormDialog } from '#components/form/form-dialog'
import { recordDialog } from '#components/form/record-dialog'
import { TextField } from '#components/form/text-field'
import { labelled, type RecordFormProps, useRecordForm } from '#components/form/use-record-form'
import { limits } from '#contracts/limits'
import * as organizations from '#contracts/organization'
import { plainDigits } from '#contracts/plain-text'
import { api } from '#lib/api'

type Added = { name: string; code: string }

export const OrganizationDialog = recordDialog('organization', load, OrganizationForm)

async function load(id: string | undefined) {
  return id === undefined ? undefined : api(organizations.detail, { params: { id } })
}

function valuesOf(organization: organizations.OrganizationDetail | undefined) {
  return {
    name: organization?.name ?? '',
    code: organization?.code ?? '',
    enabled: organization?.enabled ?? true,
    remark: organization?.remark ?? '',
  }
}

/** Only letters and digits are kept (specification section 5). */
const lettersAndDigits = (text: string) => plainDigits(text).replace(/[^A-Za-z0-9]/g, '')

function OrganizationForm(props: RecordFormProps<organizations.OrganizationDetail | undefined, Added>) {
  const t = useTranslations('organization')
  const isNew = props.loaded === undefined
  const { dialog, fields, maySwitch } = useRecordForm(props, {
    schema: organizations.organizationForm,
    record: props.loaded,
    valuesOf,
    fields: labelled(t, { name: 'name', code: 'code', enabled: 'enabledState', remark: 'remark' }),
    add: (body, holder) => api(organizations.add, { body }, holder),
    update: (values, stored, holder) => api(organizations.update, { body: { ...values, ...stored } }, holder),
  })
  return (
    <FormDialog {...dialog}>
      <TextField {...fields.name} longest={organizations.organizationLimits.name} required stripped />
      <TextField
        {...fields.code}
        longest={organizations.organizationLimits.code}
        hint={t(isNew ? 'codeHint' : 'codeFixed')}
        disabled={!isNew}
        required
        stripped={lettersAndDigits}
      />
      <EnabledField {...fields.enabled} maySwitch={maySwitch} />
      <TextField {...fields.remark} longest={limits.remark} stripped />
    </FormDialog>
  )
}
