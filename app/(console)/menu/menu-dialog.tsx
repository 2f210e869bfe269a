'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useTranslations } from 'next-intl'
import { useCallback, useState } from 'react'
import { type DefaultValues, type Resolver, useForm, useWatch } from 'react-hook-form'
import type { output as Output } from 'zod/mini'
import { FormDialog } from '#components/form/form-dialog'
import { ParentSelect } from '#components/pickers/parent-select'
import * as menus from '#contracts/menu'
import { api } from '#lib/api'
import { columnsOf, treeFrom } from '#lib/menu-tree'
import { pause } from '#lib/pause'
import { MenuFields } from './menu-fields'
import type { Subject } from './subject'

interface Props {
  subject: Subject
  onClose: () => void
  onSaved: (parentId: string) => void
}

const { button, component } = menus.nodeTypes
const checkFields = zodResolver(menus.menuForm)

export function MenuDialog({ subject, onClose, onSaved }: Props) {
  const t = useTranslations('menu')
  const common = useTranslations('common')
  const { edited, start } = subject
  const [parent, setParent] = useState(subject.parent)
  const resolver: Resolver<menus.MenuForm, unknown, Output<typeof menus.menuForm>> = async (
    values,
    ...rest
  ) => {
    const checked = await checkFields(values, ...rest)
    const fault = parent && menus.menuParentFault(values.type, parent.type)
    if (fault === undefined) return checked
    return { values: {}, errors: { ...checked.errors, pid: { type: 'parent', message: fault } } }
  }
  // All fields at once, which no single type of entry has.
  const form = useForm({ resolver, defaultValues: start as DefaultValues<menus.MenuForm> })
  const type = useWatch({ control: form.control, name: 'type' })
  const showsMenus = type === button || type === component
  const loadParents = useCallback(async () => {
    const query = { isShowMenu: showsMenus ? 1 : 0, isShowChildren: 1 } as const
    const roots = await api(menus.parentTree, { query })
    await pause()
    return treeFrom(columnsOf(roots, edited?.id))
  }, [showsMenus, edited?.id])

  const save = (values: Output<typeof menus.menuForm>, version: string | undefined) => {
    const body = { ...values, systemId: parent?.systemId }
    return edited === undefined
      ? api(menus.add, { body })
      : api(menus.update, { body: { ...body, id: edited.id, version } })
  }
  return (
    <FormDialog
      title={t(edited === undefined ? 'addTitle' : 'editTitle')}
      form={form}
      save={save}
      version={edited?.version}
      labels={{
        type: t('type'),
        name: t('name'),
        code: t('code'),
        iFrame: t('shows'),
        component: t('componentPath'),
        linkUrl: t('linkUrl'),
        icon: t('icon'),
        method: t('requestMethod'),
        path: t('path'),
        sort: t('sort'),
        pid: t('parent'),
        description: t('description'),
      }}
      done={common(edited === undefined ? 'added' : 'edited')}
      onSaved={() => onSaved(String(form.getValues('pid')))}
      onClose={onClose}
    >
      <MenuFields
        form={form}
        parent={
          <ParentSelect
            control={form.control}
            name="pid"
            label={t('parent')}
            load={loadParents}
            chosen={parent}
            onChosen={setParent}
            fault={parent && menus.menuParentFault(type, parent.type)}
          />
        }
      />
    </FormDialog>
  )
}
