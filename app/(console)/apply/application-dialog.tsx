'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { EnabledField } from '#components/form/enabled-field'
import { Field } from '#components/form/field'
import { FormDialog } from '#components/form/form-dialog'
import { ImageField } from '#components/form/image-field'
import { recordDialog } from '#components/form/record-dialog'
import { TextField } from '#components/form/text-field'
import { labelled, type RecordFormProps, useRecordForm } from '#components/form/use-record-form'
import { useValidationText } from '#components/form/use-validation-text'
import { PermissionTree } from '#components/pickers/permission-tree'
import * as applications from '#contracts/apply'
import { iconFile } from '#contracts/image'
import { api } from '#lib/api'
import { asLocale } from '#lib/i18n/locale'
import { leafName } from '#lib/permission-tree'
import { flattenPool, heldResources } from '#lib/resource-tree'
import { yieldToMain } from '#lib/yield-to-main'

type Added = { code: string }

/** What the specification's dialog asks for: pages with what they can do, and the application with its resources. */
const asked = { type: 2 } as const
const insideFlags = { builtIn: '0' } as const

export const ApplicationDialog = recordDialog('apply', load, ApplicationForm)

async function load(id: string | undefined) {
  const [pool, application] = await Promise.all([
    api(applications.findAllPoolResource, { query: asked }),
    id === undefined ? undefined : api(applications.detail, { params: { id }, query: asked }),
  ])
  await yieldToMain()
  const locale = asLocale(document.documentElement.lang)
  return { application, tree: flattenPool(pool, application?.resourceIdList ?? [], locale) }
}
type Loaded = Awaited<ReturnType<typeof load>>

function valuesOf({ application }: Loaded) {
  return {
    name: application?.name ?? '',
    code: application?.code ?? '',
    icon: application?.icon ?? '',
    enabled: application?.enabled ?? true,
    resourceIdList: application?.resourceIdList ?? [],
  }
}

function ApplicationForm(props: RecordFormProps<Loaded, Added>) {
  const { application, tree } = props.loaded
  const t = useTranslations('apply')
  const common = useTranslations('common')
  const validationText = useValidationText()
  const [uploading, setUploading] = useState(false)
  const { form, dialog, fields, maySwitch } = useRecordForm(props, {
    schema: applications.applicationForm,
    record: application,
    valuesOf,
    fields: {
      ...labelled(t, { name: 'name', code: 'code', icon: 'icon', enabled: 'enabledState' }),
      resourceIdList: { label: t('resources'), text: (id: string) => leafName(tree, id) },
    },
    add: (body, holder) => api(applications.add, { body }, holder),
    update: (values, stored, holder) => api(applications.update, { body: { ...values, ...stored } }, holder),
  })
  const { field, fieldState } = useController({ control: form.control, name: 'resourceIdList' })
  const name = useWatch({ control: form.control, name: 'name' })
  const isBuiltIn = application?.insideFlag === insideFlags.builtIn
  return (
    <FormDialog {...dialog} loading={uploading}>
      <TextField {...fields.name} longest={applications.applicationLimits.name} required stripped />
      <TextField
        {...fields.code}
        longest={applications.applicationLimits.code}
        hint={t(isBuiltIn ? 'codeFixed' : 'codeHint')}
        disabled={isBuiltIn}
        required
      />
      <ImageField {...fields.icon} file={iconFile} subject={name} onBusy={setUploading} />
      <EnabledField {...fields.enabled} maySwitch={maySwitch} />
      <Field label={fields.resourceIdList.label} required error={validationText(fieldState.error)}>
        {(control) => (
          // Without a ref of its own: the form library would focus it before fields that stand above it.
          <div id={control.id}>
            <PermissionTree
              tree={tree}
              value={field.value.map(String)}
              onChange={(ids) => field.onChange(heldResources(tree, ids, application?.resourceIdList ?? []))}
              label={t('resources')}
              describedBy={control['aria-describedby']}
              invalid={fieldState.invalid}
              words="apply"
              lockedText={common('sharedObject')}
              takenText={(owner) => t('takenBy', { name: owner })}
            />
          </div>
        )}
      </Field>
    </FormDialog>
  )
}
