'use client'

import { useTranslations } from 'next-intl'
import { useWatch } from 'react-hook-form'
import { EnabledField } from '#components/form/enabled-field'
import { FormDialog } from '#components/form/form-dialog'
import { useStored } from '#components/form/read-again'
import { SelectField } from '#components/form/select-field'
import { TextField } from '#components/form/text-field'
import { type RecordDialogProps, useRecordForm } from '#components/form/use-record-form'
import * as systems from '#contracts/allocation'
import { limits } from '#contracts/limits'
import { api } from '#lib/api'
import { checkSystem } from '#lib/check-system'
import { readInList } from '#lib/read-record'
import { basePath } from '#lib/request'
import { checkMoved } from './check-moved'
import { useTypeText } from './use-type-text'

interface Props extends Omit<RecordDialogProps<{ code: string }>, 'id'> {
  /** The row to edit, which holds all that the form needs; none to add a system. */
  system: systems.SystemRow | undefined
}

function valuesOf(system: systems.SystemRow | undefined) {
  return {
    name: system?.name ?? '',
    version: system?.version ?? '',
    type: typeValue(system?.type),
    code: system?.code ?? '',
    port: system?.port ?? '',
    hostName: system?.hostName ?? '',
    enable: system?.enable ?? true,
  }
}

export function SystemDialog({ system: opened, ...ends }: Props) {
  const t = useTranslations('allocation')
  const typeText = useTypeText()
  const [system, again] = useStored(opened, () => readInList(systems.list, opened?.id ?? ''))
  const title = t(system === undefined ? 'addTitle' : 'editTitle')
  const { form, dialog, fields, maySwitch } = useRecordForm(
    { ...ends, title, loaded: system, again },
    {
      schema: systems.systemForm,
      // What other records call `version` is `recordVersion` here: a system has a version of its own.
      record: system && { id: system.id, version: system.recordVersion },
      valuesOf,
      fields: {
        name: { label: t('name') },
        version: { label: t('version') },
        type: { label: t('type'), text: (type: string) => typeText(Number(type)) },
        code: { label: t('code') },
        port: { label: t('port') },
        hostName: { label: t('hostName') },
        enable: { label: t('enabledState') },
      },
      add: async (body, holder) => {
        await checkSystem(body)
        return api(systems.add, { body }, holder)
      },
      update: async (values, stored, holder) => {
        await checkMoved(values, system)
        const body = { ...values, id: stored.id, recordVersion: stored.version }
        return api(systems.update, { body }, holder)
      },
    },
  )
  const code = useWatch({ control: form.control, name: 'code' })
  return (
    <FormDialog {...dialog}>
      <TextField {...fields.name} longest={limits.systemName} required stripped />
      <TextField {...fields.version} longest={limits.systemVersion} required />
      <SelectField
        {...fields.type}
        choices={Object.values(systems.systemTypes).map((type) => ({
          value: String(type),
          text: typeText(type),
        }))}
        required
      />
      <TextField
        {...fields.code}
        longest={limits.systemCode}
        hint={t('codeHint', { address: `${basePath}/${code.trim() || '…'}/` })}
        required
        stripped
      />
      <TextField {...fields.port} longest={String(limits.largestPort).length} hint={t('portHint')} />
      <TextField {...fields.hostName} longest={limits.hostName} hint={t('hostNameHint')} />
      <EnabledField {...fields.enable} maySwitch={maySwitch} />
    </FormDialog>
  )
}

/** As the select has it; nothing for a type that there is not. */
function typeValue(type: number | null | undefined): '0' | '1' | undefined {
  if (type === systems.systemTypes.managementPlatform) return '0'
  return type === systems.systemTypes.mobileApp ? '1' : undefined
}
