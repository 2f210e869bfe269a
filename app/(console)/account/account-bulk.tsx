'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useTranslations } from 'next-intl'
import { useCallback, useState } from 'react'
import { FormProvider, useForm, useFormContext, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { DialogLoader } from '#components/form/dialog-loader'
import { FieldReadFault } from '#components/form/read-fault'
import { SelectField } from '#components/form/select-field'
import { useLoaded } from '#components/form/use-loaded'
import type { RecordFormProps } from '#components/form/use-record-form'
import type { ChooseProps } from '#components/list/bulk'
import { DepartmentSelect } from '#components/pickers/department-select'
import { OrganizationSelect, organizationsFor } from '#components/pickers/organization-select'
import { Button } from '#components/ui/button'
import { Dialog } from '#components/ui/dialog'
import { DialogBody } from '#components/ui/dialog-body'
import { DialogFoot } from '#components/ui/dialog-foot'
import { listRole, setDepartment, setRole } from '#contracts/account'
import { requiredId } from '#contracts/endpoint'
import type { OrganizationChoice } from '#contracts/session'
import { api } from '#lib/api'

const place = z.object({ orgId: requiredId('organizationRequired'), target: z.nullish(z.string()) })
const withRole = z.extend(place, { target: requiredId('rolesRequired') })
type Values = { orgId: string; target: string | null }

/** Which role many accounts are given, or lose. */
export function ChooseRole(props: ChooseProps) {
  return <Choose {...props} kind="role" />
}

/** Where many accounts are moved. */
export function ChooseDepartment(props: ChooseProps) {
  return <Choose {...props} kind="department" />
}

const loads = {
  role: () => organizationsFor(setRole),
  department: () => organizationsFor(setDepartment),
}
type Kind = { kind: keyof typeof loads }

function Choose(props: ChooseProps & Kind) {
  const [form] = useState(() => (dialog: RecordFormProps<OrganizationChoice[], never>) => (
    <ChoiceForm {...props} organizations={dialog.loaded} />
  ))
  return (
    <DialogLoader
      id={undefined}
      title={props.title}
      load={loads[props.kind]}
      onClose={props.onClose}
      onSaved={props.onClose}
      form={form}
    />
  )
}

function ChoiceForm(props: ChooseProps & Kind & { organizations: readonly OrganizationChoice[] }) {
  const { kind, title, hint, confirm, organizations, onChosen, onClose } = props
  const t = useTranslations('account')
  const common = useTranslations('common')
  const [names] = useState(() => new Map<string, string>())
  const only = organizations.length === 1 ? organizations[0]?.orgId : undefined
  const form = useForm<Values>({
    resolver: zodResolver(kind === 'role' ? withRole : place) as never,
    defaultValues: { orgId: only ?? '', target: kind === 'role' ? '' : null },
  })
  const orgId = useWatch({ control: form.control, name: 'orgId' })
  const submit = form.handleSubmit(({ orgId, target }) => {
    onClose()
    onChosen({
      orgId,
      target: target || null,
      name: names.get(target ?? '') ?? t('noDepartment'),
    })
  })
  return (
    <Dialog title={title} closeLabel={common('close')} onClose={onClose}>
      <FormProvider {...form}>
        <form noValidate onSubmit={submit} className="flex min-h-0 flex-auto flex-col low:flex-none">
          <DialogBody>
            <OrganizationSelect
              control={form.control}
              name="orgId"
              label={t('organization')}
              organizations={organizations}
              onChosen={() => form.setValue('target', kind === 'role' ? '' : null)}
            />
            {kind === 'role' ? (
              <RoleSelect orgId={orgId} names={names} />
            ) : (
              <DepartmentSelect
                control={form.control}
                name="target"
                label={t('department')}
                none={t('noDepartment')}
                orgId={orgId}
                names={names}
              />
            )}
            <p className="text-base text-soft">{hint}</p>
          </DialogBody>
          <DialogFoot>
            <Button onClick={onClose}>{common('cancel')}</Button>
            <Button type="submit" look="primary">
              {confirm}
            </Button>
          </DialogFoot>
        </form>
      </FormProvider>
    </Dialog>
  )
}

function RoleSelect({ orgId, names }: { orgId: string; names: Map<string, string> }) {
  const t = useTranslations('account')
  const { control } = useFormContext<Values>()
  const load = useCallback(async () => {
    const read = orgId === '' ? [] : await api(listRole, { query: { orgId } })
    for (const { id, name } of read) names.set(id, name)
    return read
  }, [orgId, names])
  const loaded = useLoaded(load)
  const choices =
    loaded.state === 'ready' ? loaded.value.map(({ id, name }) => ({ value: id, text: name })) : []
  return (
    <SelectField
      control={control}
      name="target"
      label={t('oneRole')}
      choices={choices}
      required
      disabled={choices.length === 0}
      hint={
        loaded.state === 'failed' ? (
          <FieldReadFault loaded={loaded} />
        ) : orgId !== '' && loaded.state === 'ready' && choices.length === 0 ? (
          t('noRoles')
        ) : undefined
      }
    />
  )
}
