'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useCallback, useState } from 'react'
import { type DefaultValues, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { FormDialog } from '#components/form/form-dialog'
import { useStored } from '#components/form/read-again'
import { useRecordForm } from '#components/form/use-record-form'
import { useKnownSystems } from '#components/micro-app/known-systems'
import { typeNameOf } from '#components/pickers/node-type'
import { ParentSelect } from '#components/pickers/parent-select'
import { codes } from '#contracts/envelope'
import * as menus from '#contracts/menu'
import { followsPath, pageComponent } from '#contracts/menu-entry-text'
import { systemOf } from '#contracts/permission'
import { api } from '#lib/api'
import { asLocale } from '#lib/i18n/locale'
import { columnsOf, type ParentChoice, shownName, treeFrom } from '#lib/menu-tree'
import { nodeName } from '#lib/node-name'
import { CallError } from '#lib/request'
import { yieldToMain } from '#lib/yield-to-main'
import { MenuFields } from './menu-fields'
import { readParents } from './parents'
import { editSubject, type Subject, sortAfterMove } from './subject'

interface Props {
  subject: Subject
  onClose: () => void
  onSaved: (parentId: string, added?: { name: string; code: string }) => void
}

const { nodeTypes } = menus
const { application, directory, menu, button, component } = nodeTypes

/** There is no call for one entry by itself. @throws CallError when the tree does not have it */
async function readSubject(id: string): Promise<Subject> {
  const tree = treeFrom(columnsOf(await api(menus.tree, { query: {} })))
  const at = tree.id.indexOf(id)
  if (at < 0) throw new CallError('refused', codes.notFound)
  return editSubject(tree, at)
}

function formOf(isShownByPath: (code: string) => boolean) {
  const withComponent = z.transform((values: menus.MenuForm): menus.MenuForm => {
    const follows = values.type === menu && values.iFrame !== true && isShownByPath(values.code)
    return follows ? { ...values, component: pageComponent(values.path, values.code) } : values
  })
  return z.pipe(withComponent, menus.menuForm)
}

export function MenuDialog({ subject: opened, onClose, onSaved }: Props) {
  const locale = asLocale(useLocale())
  const t = useTranslations('menu')
  const [subject, again] = useStored(opened, () => readSubject(opened.edited?.id ?? ''))
  const { edited } = subject
  /** What was met as a parent so far: the form holds an id only. */
  const [parents, setParents] = useState<readonly ParentChoice[]>([])
  const parentOf = (id: unknown) => [...parents, subject.parent, opened.parent].find((one) => one?.id === id)
  const parentFault = ({ type, pid }: Pick<menus.MenuForm, 'type' | 'pid'>) => {
    const chosen = parentOf(pid)
    return chosen && menus.menuParentFault(type, chosen.type)
  }
  const systems = useKnownSystems()
  /** A page of a system: its component is not asked for, and follows, unless somebody gave it one of its own. */
  const isShownByPath = (code: string) => systems.has(systemOf(code)) && followsPath(subject.start)
  const ends = {
    title: t(edited === undefined ? 'addTitle' : 'editTitle'),
    loaded: subject,
    again,
    onClose,
    onSaved: (added?: { name: string; code: string }) => onSaved(String(form.getValues('pid')), added),
  }
  const { form, dialog, fields } = useRecordForm(ends, {
    schema: formOf(isShownByPath),
    check: (values): Record<string, string> => {
      const fault = parentFault(values)
      return fault === undefined ? {} : { pid: fault }
    },
    record: edited,
    // All fields at once, which no single type of entry has.
    valuesOf: ({ start }) => start as DefaultValues<menus.MenuForm>,
    fields: {
      type: { label: t('type'), text: (type: number) => t(typeNameOf(type) ?? 'directory') },
      name: { label: t('name') },
      nameEn: { label: t('nameEn') },
      code: { label: t('code') },
      iFrame: { label: t('shows'), text: (isLink: boolean) => t(isLink ? 'showsLink' : 'showsComponent') },
      component: { label: t('componentPath') },
      linkUrl: { label: t('linkUrl') },
      icon: { label: t('icon') },
      method: { label: t('requestMethod') },
      path: { label: t('path') },
      sort: { label: t('sort') },
      pid: {
        label: t('parent'),
        text: (id: string) => {
          const choice = parentOf(id)
          return choice && [...choice.way, choice.name].join(' / ')
        },
      },
      description: { label: t('description') },
    },
    add: (values, holder) => {
      const body = { ...values, nameEn: values.nameEn || undefined, systemId: parent?.systemId }
      return api(menus.add, { body }, holder)
    },
    update: (values, stored, holder) =>
      api(menus.update, { body: { ...values, ...stored, systemId: parent?.systemId } }, holder),
  })
  const [type, pid] = useWatch({ control: form.control, name: ['type', 'pid'] })
  const parent = parentOf(pid)
  const showsMenus = type === button || type === component
  const loadParents = useCallback(async () => {
    const roots = await readParents({ isShowMenu: showsMenus ? 1 : 0, isShowChildren: 1 })
    await yieldToMain()
    // Below others' applications nothing can be put.
    const own = roots.filter(({ isControl }) => isControl !== 0)
    const kinds: readonly number[] = [application, directory, ...(showsMenus ? [menu] : [])]
    const isNone = ({ id, type }: menus.MenuRow) => id === edited?.id || !kinds.includes(type)
    const tree = treeFrom(columnsOf(own, isNone, (row) => nodeName(row, locale)))
    return { ...tree, name: tree.name.map((_, at) => shownName(tree, at)) }
  }, [showsMenus, edited?.id, locale])
  return (
    <FormDialog {...dialog}>
      <MenuFields
        form={form}
        fields={fields}
        isShownByPath={isShownByPath}
        hasEnglish={opened.start.nameEn !== undefined}
        parent={
          <ParentSelect
            {...fields.pid}
            load={loadParents}
            chosen={parent}
            onChosen={(choice) => {
              setParents([choice, ...parents])
              const sort = sortAfterMove(subject, form.getValues('sort'), pid, choice.id)
              if (sort !== undefined) form.setValue('sort', sort)
            }}
            fault={parentFault({ type, pid })}
          />
        }
      />
    </FormDialog>
  )
}
