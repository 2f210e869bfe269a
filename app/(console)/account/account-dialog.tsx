'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useTranslations } from 'next-intl'
import { useCallback } from 'react'
import { useForm, useFormContext } from 'react-hook-form'
import type { output as Output } from 'zod/mini'
import { DialogLoader } from '#components/form/dialog-loader'
import { FormDialog } from '#components/form/form-dialog'
import { TextField } from '#components/form/text-field'
import * as accounts from '#contracts/account'
import { limits } from '#contracts/limits'
import { listOrganizations, type OrganizationChoice } from '#contracts/session'
import { api } from '#lib/api'
import { passwordHash } from '#lib/password-hash'
import { AccountMemberships, noMembership } from './account-memberships'

interface Props {
  /** The account to edit; none to add one. */
  id: string | undefined
  onClose: () => void
  onSaved: () => void
}

/** Modes 1 and 2 of the account dialog (specification sections 2.8 and 5). */
export function AccountDialog({ id, onClose, onSaved }: Props) {
  const t = useTranslations('account')
  const load = useCallback(async () => {
    const [organizations, account] = await Promise.all([
      api(listOrganizations, {}),
      id === undefined ? undefined : api(accounts.detail, { params: { id } }),
    ])
    return { organizations, account }
  }, [id])
  return (
    <DialogLoader title={t(id === undefined ? 'addTitle' : 'editTitle')} load={load} onClose={onClose}>
      {({ organizations, account }) =>
        account === undefined ? (
          <AddForm organizations={organizations} onClose={onClose} onSaved={onSaved} />
        ) : (
          <EditForm organizations={organizations} account={account} onClose={onClose} onSaved={onSaved} />
        )
      }
    </DialogLoader>
  )
}

interface FormProps extends Omit<Props, 'id'> {
  organizations: readonly OrganizationChoice[]
}

function AddForm({ organizations, onClose, onSaved }: FormProps) {
  const t = useTranslations('account')
  const common = useTranslations('common')
  const form = useForm({
    resolver: zodResolver(accounts.accountAddForm),
    defaultValues: { userOrgList: [noMembership], name: '', phone: '', account: '', password: '' },
    shouldFocusError: false,
  })
  const save = ({ password, ...account }: Output<typeof accounts.accountAddForm>) =>
    api(accounts.add, { body: { ...account, password: passwordHash(password), usersRoleList: [] } })
  return (
    <FormDialog
      title={t('addTitle')}
      form={form}
      save={save}
      done={common('added')}
      onSaved={onSaved}
      onClose={onClose}
    >
      <AccountMemberships organizations={organizations} />
      <AccountFields />
      <TextField
        control={form.control}
        name="password"
        label={t('password')}
        longest={limits.passwordLongest}
        hint={t('passwordHint')}
        type="password"
        autoComplete="new-password"
        required
      />
    </FormDialog>
  )
}

function EditForm({
  organizations,
  account,
  onClose,
  onSaved,
}: FormProps & { account: accounts.AccountDetail }) {
  const t = useTranslations('account')
  const common = useTranslations('common')
  const { id, usersRoleList } = account
  const form = useForm({
    resolver: zodResolver(accounts.accountForm),
    defaultValues: {
      userOrgList: account.userOrgList.map(({ orgId, deptId }) => ({ orgId, deptId: deptId ?? null })),
      name: account.name ?? '',
      phone: account.phone ?? '',
      account: account.account,
    },
    shouldFocusError: false,
  })
  const save = (values: Output<typeof accounts.accountForm>, version: string | undefined) => {
    const kept = new Set(values.userOrgList.map(({ orgId }) => orgId))
    // An organization that goes takes its roles along; named here they would be roles from elsewhere.
    const keepsAll = account.userOrgList.every(({ orgId }) => kept.has(orgId))
    return api(accounts.update, { body: { ...values, id, version, ...(keepsAll && { usersRoleList }) } })
  }
  return (
    <FormDialog
      title={t('editTitle')}
      form={form}
      save={save}
      version={account.version}
      labels={{
        name: t('name'),
        phone: t('phone'),
        account: t('account'),
        userOrgList: t('organizations'),
        usersRoleList: t('role'),
      }}
      done={common('edited')}
      onSaved={onSaved}
      onClose={onClose}
    >
      <AccountMemberships organizations={organizations} known={account.userOrgList} />
      <AccountFields />
    </FormDialog>
  )
}

/** What both modes have. */
function AccountFields() {
  const t = useTranslations('account')
  const { control } = useFormContext<accounts.AccountForm>()
  return (
    <>
      <TextField control={control} name="name" label={t('name')} longest={limits.name} required stripped />
      <TextField
        control={control}
        name="phone"
        label={t('phone')}
        longest={limits.phone}
        required
        type="tel"
      />
      <TextField
        control={control}
        name="account"
        label={t('account')}
        longest={limits.account}
        required
        stripped
      />
    </>
  )
}
