'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useTranslations } from 'next-intl'
import { useCallback } from 'react'
import { useForm } from 'react-hook-form'
import type { output as Output } from 'zod/mini'
import { DialogLoader } from '#components/form/dialog-loader'
import { EnabledField } from '#components/form/enabled-field'
import { FormDialog } from '#components/form/form-dialog'
import type { Strip } from '#components/form/stripped-input'
import { TextField } from '#components/form/text-field'
import { limits } from '#contracts/limits'
import * as organizations from '#contracts/organization'
import { api } from '#lib/api'

interface Props {
  /** The organization to edit; none to add one. */
  id: string | undefined
  onClose: () => void
  onSaved: () => void
}

export function OrganizationDialog({ id, onClose, onSaved }: Props) {
  const t = useTranslations('organization')
  const load = useCallback(
    async () => (id === undefined ? undefined : api(organizations.detail, { params: { id } })),
    [id],
  )
  return (
    <DialogLoader title={t(id === undefined ? 'addTitle' : 'editTitle')} load={load} onClose={onClose}>
      {(organization) => <OrganizationForm organization={organization} onClose={onClose} onSaved={onSaved} />}
    </DialogLoader>
  )
}

interface FormProps extends Omit<Props, 'id'> {
  organization: organizations.OrganizationDetail | undefined
}

/** Only letters and digits are kept (specification section 5). */
const lettersAndDigits: Strip = (text, caret) => {
  const kept = (part: string) => part.replace(/[^A-Za-z0-9]/g, '')
  return { text: kept(text), caret: kept(text.slice(0, caret)).length }
}

function OrganizationForm({ organization, onClose, onSaved }: FormProps) {
  const t = useTranslations('organization')
  const common = useTranslations('common')
  const isNew = organization === undefined
  const form = useForm({
    resolver: zodResolver(organizations.organizationForm),
    defaultValues: {
      name: organization?.name ?? '',
      code: organization?.code ?? '',
      enabled: organization?.enabled ?? true,
      remark: organization?.remark ?? '',
    },
  })
  const save = (values: Output<typeof organizations.organizationForm>, version: string | undefined) =>
    isNew
      ? api(organizations.add, { body: values })
      : api(organizations.update, { body: { ...values, id: organization.id, version } })
  return (
    <FormDialog
      title={t(isNew ? 'addTitle' : 'editTitle')}
      form={form}
      save={save}
      version={organization?.version}
      labels={{ name: t('name'), code: t('code'), enabled: t('enabledState'), remark: t('remark') }}
      done={common(isNew ? 'added' : 'edited')}
      onSaved={onSaved}
      onClose={onClose}
    >
      <TextField
        control={form.control}
        name="name"
        label={t('name')}
        longest={limits.organizationName}
        required
        stripped
      />
      <TextField
        control={form.control}
        name="code"
        label={t('code')}
        longest={limits.organizationCode}
        hint={t(isNew ? 'codeHint' : 'codeFixed')}
        disabled={!isNew}
        required
        stripped={lettersAndDigits}
      />
      <EnabledField control={form.control} name="enabled" label={t('enabledState')} />
      <TextField control={form.control} name="remark" label={t('remark')} longest={limits.remark} stripped />
    </FormDialog>
  )
}
