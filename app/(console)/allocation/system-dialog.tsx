'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useTranslations } from 'next-intl'
import { useForm, useWatch } from 'react-hook-form'
import type { output as Output } from 'zod/mini'
import { EnabledField } from '#components/form/enabled-field'
import { FormDialog } from '#components/form/form-dialog'
import { SelectField } from '#components/form/select-field'
import { TextField } from '#components/form/text-field'
import * as systems from '#contracts/allocation'
import { limits } from '#contracts/limits'
import { api } from '#lib/api'
import { basePath } from '#lib/request'
import { useTypeText } from './use-type-text'

interface Props {
  /** The row to edit, which holds all that the form needs; none to add a system. */
  system: systems.SystemRow | undefined
  onClose: () => void
  onSaved: () => void
}

export function SystemDialog({ system, onClose, onSaved }: Props) {
  const t = useTranslations('allocation')
  const common = useTranslations('common')
  const typeText = useTypeText()
  const isNew = system === undefined
  const form = useForm({
    resolver: zodResolver(systems.systemForm),
    defaultValues: {
      name: system?.name ?? '',
      version: system?.version ?? '',
      type: typeValue(system?.type),
      code: system?.code ?? '',
      port: system?.port ?? '',
      hostName: system?.hostName ?? '',
      enable: system?.enable ?? true,
    },
  })
  const code = useWatch({ control: form.control, name: 'code' })
  // What other records call `version` is `edition` here: a system has a version of its own.
  const save = (values: Output<typeof systems.systemForm>, edition: string | undefined) =>
    isNew
      ? api(systems.add, { body: values })
      : api(systems.update, { body: { ...values, id: system.id, edition } })
  return (
    <FormDialog
      title={t(isNew ? 'addTitle' : 'editTitle')}
      form={form}
      save={save}
      version={system?.edition}
      labels={{
        name: t('name'),
        version: t('version'),
        type: t('type'),
        code: t('code'),
        port: t('port'),
        hostName: t('hostName'),
        enable: t('enabledState'),
        enabled: t('enabledState'),
      }}
      done={common(isNew ? 'added' : 'edited')}
      onSaved={onSaved}
      onClose={onClose}
    >
      <TextField
        control={form.control}
        name="name"
        label={t('name')}
        longest={limits.systemName}
        required
        stripped
      />
      <TextField
        control={form.control}
        name="version"
        label={t('version')}
        longest={limits.systemVersion}
        required
      />
      <SelectField
        control={form.control}
        name="type"
        label={t('type')}
        choices={Object.values(systems.systemTypes).map((type) => ({
          value: String(type),
          text: typeText(type),
        }))}
        required
      />
      <TextField
        control={form.control}
        name="code"
        label={t('code')}
        longest={limits.systemCode}
        hint={t('codeHint', { address: `${basePath}/${code.trim() || t('code')}/` })}
        required
        stripped
      />
      <TextField
        control={form.control}
        name="port"
        label={t('port')}
        longest={String(limits.largestPort).length}
        hint={t('portHint')}
      />
      <TextField
        control={form.control}
        name="hostName"
        label={t('hostName')}
        longest={limits.hostName}
        hint={t('hostNameHint')}
      />
      <EnabledField control={form.control} name="enable" label={t('enabledState')} />
    </FormDialog>
  )
}

/** As the select has it; nothing for a type that there is not. */
function typeValue(type: number | null | undefined): '0' | '1' | undefined {
  if (type === systems.systemTypes.managementPlatform) return '0'
  return type === systems.systemTypes.mobileApp ? '1' : undefined
}
