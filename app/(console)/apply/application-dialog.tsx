'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useTranslations } from 'next-intl'
import { useCallback, useState } from 'react'
import { useController, useForm, useWatch } from 'react-hook-form'
import type { output as Output } from 'zod/mini'
import { DialogLoader } from '#components/form/dialog-loader'
import { EnabledField } from '#components/form/enabled-field'
import { Field } from '#components/form/field'
import { FormDialog } from '#components/form/form-dialog'
import { ImageField } from '#components/form/image-field'
import { TextField } from '#components/form/text-field'
import { useValidationText } from '#components/form/use-validation-text'
import { PermissionTree } from '#components/pickers/permission-tree'
import * as applications from '#contracts/apply'
import { iconFile } from '#contracts/image'
import { limits } from '#contracts/limits'
import { api } from '#lib/api'
import { pause } from '#lib/pause'
import type { FlatTree } from '#lib/permission-tree'
import { flattenPool, resourceIds } from '#lib/resource-tree'

interface Props {
  /** The application to edit; none to add one. */
  id: string | undefined
  onClose: () => void
  onSaved: () => void
}

/** What the specification's dialog asks for: pages with what they can do, and the application with its resources. */
const asked = { type: 2 } as const
const insideFlags = { builtIn: '0' } as const

export function ApplicationDialog({ id, onClose, onSaved }: Props) {
  const t = useTranslations('apply')
  const load = useCallback(async () => {
    const [pool, application] = await Promise.all([
      api(applications.findAllPoolResource, { query: asked }),
      id === undefined ? undefined : api(applications.detail, { params: { id }, query: asked }),
    ])
    await pause()
    return { application, tree: flattenPool(pool, application?.resourceIdList ?? []) }
  }, [id])
  return (
    <DialogLoader title={t(id === undefined ? 'addTitle' : 'editTitle')} load={load} onClose={onClose}>
      {(loaded) => <ApplicationForm {...loaded} onClose={onClose} onSaved={onSaved} />}
    </DialogLoader>
  )
}

interface FormProps extends Omit<Props, 'id'> {
  application: applications.ApplicationDetail | undefined
  tree: FlatTree
}

function ApplicationForm({ application, tree, onClose, onSaved }: FormProps) {
  const t = useTranslations('apply')
  const common = useTranslations('common')
  const validationText = useValidationText()
  const [uploading, setUploading] = useState(false)
  const form = useForm({
    resolver: zodResolver(applications.applicationForm),
    defaultValues: {
      name: application?.name ?? '',
      code: application?.code ?? '',
      icon: application?.icon ?? '',
      enabled: application?.enabled ?? true,
      resourceIdList: resourceIds(tree, application?.resourceIdList ?? []),
    },
  })
  const { field, fieldState } = useController({ control: form.control, name: 'resourceIdList' })
  const name = useWatch({ control: form.control, name: 'name' })
  const isNew = application === undefined
  const isBuiltIn = application?.insideFlag === insideFlags.builtIn
  const save = (values: Output<typeof applications.applicationForm>, version: string | undefined) =>
    isNew
      ? api(applications.add, { body: values })
      : api(applications.update, { body: { ...values, id: application.id, version } })
  return (
    <FormDialog
      title={t(isNew ? 'addTitle' : 'editTitle')}
      form={form}
      save={save}
      version={application?.version}
      labels={{
        name: t('name'),
        code: t('code'),
        icon: t('icon'),
        enabled: t('enabledState'),
        resources: t('resources'),
        resourceIdList: t('resources'),
      }}
      done={common(isNew ? 'added' : 'edited')}
      onSaved={onSaved}
      onClose={onClose}
      loading={uploading}
    >
      <TextField
        control={form.control}
        name="name"
        label={t('name')}
        longest={limits.applicationName}
        required
        stripped
      />
      <TextField
        control={form.control}
        name="code"
        label={t('code')}
        longest={limits.applicationCode}
        hint={t(isBuiltIn ? 'codeFixed' : 'codeHint')}
        disabled={isBuiltIn}
        required
      />
      <ImageField
        control={form.control}
        name="icon"
        label={t('icon')}
        file={iconFile}
        subject={name}
        onBusy={setUploading}
      />
      <EnabledField control={form.control} name="enabled" label={t('enabledState')} />
      <Field label={t('resources')} required error={validationText(fieldState.error)}>
        {(control) => (
          // Without a ref of its own: the form library would focus it before fields that stand above it.
          <div id={control.id}>
            <PermissionTree
              tree={tree}
              value={field.value.map(String)}
              onChange={(ids) => field.onChange(resourceIds(tree, ids))}
              label={t('resources')}
              describedBy={control['aria-describedby']}
              invalid={fieldState.invalid}
              words="apply"
              takenText={(owner) => t('takenBy', { name: owner })}
            />
          </div>
        )}
      </Field>
    </FormDialog>
  )
}
