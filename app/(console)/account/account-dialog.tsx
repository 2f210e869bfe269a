'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useForm, useFormContext, useWatch } from 'react-hook-form'
import type { output as Output } from 'zod/mini'
import { DialogLoader } from '#components/form/dialog-loader'
import { FormDialog } from '#components/form/form-dialog'
import { TextField } from '#components/form/text-field'
import {
  fieldsOf,
  type RecordDialogProps,
  type RecordFormProps,
  useRecordForm,
} from '#components/form/use-record-form'
import { organizationsFor } from '#components/pickers/organization-select'
import * as accounts from '#contracts/account'
import { limits } from '#contracts/limits'
import { phoneDigits } from '#contracts/plain-text'
import { canSignIn, type OrganizationChoice } from '#contracts/session'
import { api } from '#lib/api'
import { passwordHash } from '#lib/password-hash'
import type { KeyHolder } from '#lib/write-key'
import { AccountMemberships, noMembership } from './account-memberships'
import { GivenPasswordField } from './given-password-field'
import { MembershipNames } from './membership-names'
import { NewRoles, type RolesByOrganization } from './new-roles'
import { isOurs, rolesKept } from './roles-kept'
import { RolesLeft } from './roles-left'

type Added = { account: string }

/** Modes 1 and 2 of the account dialog (specification sections 2.8 and 5). */
export function AccountDialog({
  mayGiveRoles,
  ...props
}: RecordDialogProps<Added> & { mayGiveRoles: boolean }) {
  const t = useTranslations('account')
  return props.id === undefined ? (
    <DialogLoader
      {...props}
      title={t('addTitle')}
      load={loadForAdding}
      form={mayGiveRoles ? AddFormWithRoles : AddForm}
    />
  ) : (
    <DialogLoader {...props} id={props.id} title={t('editTitle')} load={load} form={EditForm} />
  )
}

const loadForAdding = () => organizationsFor(accounts.add)

async function load(id: string) {
  const [organizations, account] = await Promise.all([
    organizationsFor(accounts.update),
    api(accounts.detail, { params: { id } }),
  ])
  return { organizations, account }
}

type AddProps = RecordFormProps<OrganizationChoice[], Added>
const AddFormWithRoles = (props: AddProps) => <AddForm {...props} withRoles />

function AddForm({ loaded: organizations, withRoles, ...dialog }: AddProps & { withRoles?: boolean }) {
  const t = useTranslations('account')
  const common = useTranslations('common')
  const form = useForm({
    resolver: zodResolver(accounts.accountAddForm),
    defaultValues: { userOrgList: [noMembership], ...ownValues(), password: '' },
    shouldFocusError: false,
  })
  const [roles, setRoles] = useState<RolesByOrganization>({})
  const save = ({ password, ...account }: Output<typeof accounts.accountAddForm>, holder: KeyHolder) => {
    // What was chosen in an organization that was taken away again stays here.
    const usersRoleList = account.userOrgList.flatMap(({ orgId }) => roles[orgId] ?? [])
    const body = { ...account, password: passwordHash(password), usersRoleList }
    return api(accounts.add, { body }, holder)
  }
  return (
    <FormDialog {...dialog} form={form} save={save} done={common('added')}>
      <AccountMemberships organizations={organizations} />
      {withRoles && <NewRoles organizations={organizations} chosen={roles} onChange={setRoles} />}
      <AccountFields />
      <GivenPasswordField control={form.control} name="password" label={t('password')} />
    </FormDialog>
  )
}

type Loaded = Awaited<ReturnType<typeof load>>
type Membership = accounts.AccountForm['userOrgList'][number]
const membershipKey = ({ orgId }: Membership) => String(orgId)

function valuesOf({ account }: Loaded) {
  return {
    userOrgList: account.userOrgList
      .filter(isOurs)
      .map(({ orgId, deptId }): Membership => ({ orgId, deptId: deptId ?? null })),
    ...ownValues(account),
  }
}

/** Of a person's own, as the form holds it. */
function ownValues(given?: accounts.AccountDetail) {
  const values = accounts.ownNames.map((name) => [name, given?.[name] ?? ''])
  return Object.fromEntries(values) as Record<accounts.OwnName, string>
}

function useOwnLabels() {
  const t = useTranslations('account')
  const labels = accounts.ownNames.map((name) => [name, { label: t(name) }])
  return Object.fromEntries(labels) as Record<accounts.OwnName, { label: string }>
}

function EditForm({ onSaved, ...props }: RecordFormProps<Loaded, Added>) {
  const { organizations, account } = props.loaded
  const t = useTranslations('account')
  const ownLabels = useOwnLabels()
  const [names] = useState(() => new MembershipNames())
  names.add(organizations, account.userOrgList)
  const { dialog } = useRecordForm(
    { ...props, onSaved: () => onSaved() },
    {
      schema: account.shared === true ? accounts.sharedAccountForm : accounts.accountForm,
      record: account,
      valuesOf,
      fields: {
        userOrgList: {
          label: t('organizations'),
          keyOf: membershipKey,
          text: (membership: Membership) => names.text(membership),
        },
        ...ownLabels,
        usersRoleList: { label: t('role') },
      },
      update: async (values, stored, holder) => {
        const kept = new Set(values.userOrgList.map(({ orgId }) => orgId))
        const usersRoleList = await rolesKept(account, kept)
        return api(accounts.update, { body: { ...values, ...stored, usersRoleList } }, holder)
      },
    },
  )
  return (
    <FormDialog {...dialog}>
      <AccountMemberships
        organizations={organizations}
        known={account.userOrgList}
        names={names}
        mayLeaveAll={account.shared === true}
      />
      <RolesLeft account={account} />
      <AccountFields shared={account.shared === true} />
    </FormDialog>
  )
}

/** What both modes have. Of a shared account it is the person's own, and shows with the reason. */
function AccountFields({ shared = false }: { shared?: boolean }) {
  const t = useTranslations('account')
  const { control } = useFormContext<accounts.AccountForm>()
  const own = shared ? { disabled: true, hint: t('shared') } : {}
  const account = useWatch({ control, name: 'account' }).trim()
  const fields = fieldsOf(control, useOwnLabels())
  return (
    <>
      <TextField {...fields.name} longest={limits.name} required stripped {...own} />
      <TextField
        {...fields.phone}
        longest={limits.phone}
        required
        stripped={phoneDigits}
        type="tel"
        {...own}
      />
      <TextField
        {...fields.account}
        longest={limits.account}
        warning={account === '' || canSignIn(account) ? undefined : t('cannotSignIn')}
        required
        stripped
        {...own}
      />
    </>
  )
}
