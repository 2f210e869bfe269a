'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { type Control, type UseFormReturn, useWatch } from 'react-hook-form'
import type { output as Output } from 'zod/mini'
import { SelectField } from '#components/form/select-field'
import { TextField } from '#components/form/text-field'
import { NodeTypeIcon } from '#components/pickers/node-type'
import { limits } from '#contracts/limits'
import { type MenuForm, type menuForm, nodeTypes, requestMethods } from '#contracts/menu'
import { ChoiceField } from './choice-field'
import { IconField } from './icon-field'

type MenuValues = Output<typeof menuForm>

const { directory, menu, button, component } = nodeTypes
const methods = requestMethods.map((method) => ({ value: method, text: method }))
/** One more than a number in range has, so that too large a one is told and not cut. */
const sortDigits = String(limits.largestSort).length + 1

type Name =
  | 'name'
  | 'nameEn'
  | 'code'
  | 'linkUrl'
  | 'component'
  | 'method'
  | 'icon'
  | 'path'
  | 'sort'
  | 'description'

interface Props {
  form: UseFormReturn<MenuForm, unknown, MenuValues>
  fields: { [N in Name]: { control: Control<MenuForm, unknown, MenuValues>; name: N; label: string } }
  parent: ReactNode
  /** Whether a page with this code is shown by its path: no component is asked for. */
  isShownByPath: (code: string) => boolean
  /** Whether the platform keeps English names. */
  hasEnglish: boolean
}

/** The fields of a menu entry, in the specification's order; which there are follows from its type (MENU-3). */
export function MenuFields({ form, fields, parent, isShownByPath, hasEnglish }: Props) {
  const t = useTranslations('menu')
  const { control, setValue, clearErrors } = form
  const type = useWatch({ control, name: 'type' })
  const showsLink = useWatch({ control, name: 'iFrame' }) === true
  const asksComponent = !isShownByPath(useWatch({ control, name: 'code' }))
  const types = [
    { value: directory, text: t('directory') },
    { value: menu, text: t('menu') },
    { value: button, text: t('button') },
    { value: component, text: t('component') },
  ] as const
  return (
    <>
      <ChoiceField
        label={t('type')}
        value={type}
        choices={types.map((choice) => ({ ...choice, icon: <NodeTypeIcon type={choice.value} /> }))}
        onChange={(next) => {
          setValue('type', next, { shouldDirty: true })
          // Another type asks for something else there.
          clearErrors(['type', 'pid'])
        }}
      />
      <Pair>
        <TextField {...fields.name} longest={limits.menuName} required />
        {hasEnglish && <TextField {...fields.nameEn} longest={limits.menuName} hint={t('nameEnHint')} />}
      </Pair>
      <TextField {...fields.code} longest={limits.menuCode} hint={t('codeHint')} required />
      {type === menu && (
        <ChoiceField
          label={t('shows')}
          value={showsLink}
          choices={[
            { value: false, text: t('showsComponent') },
            { value: true, text: t('showsLink') },
          ]}
          onChange={(next) => setValue('iFrame', next, { shouldDirty: true })}
        />
      )}
      {type === menu && showsLink && <TextField {...fields.linkUrl} longest={limits.menuLink} required />}
      {(type === component || (type === menu && !showsLink && asksComponent)) && (
        <TextField {...fields.component} longest={limits.menuComponent} required />
      )}
      {type === button ? (
        <SelectField {...fields.method} choices={methods} required />
      ) : (
        <IconField {...fields.icon} />
      )}
      <Pair>
        <TextField {...fields.path} longest={limits.menuPath} required />
        <TextField {...fields.sort} longest={sortDigits} required />
      </Pair>
      {parent}
      <TextField {...fields.description} longest={limits.menuDescription} stripped />
    </>
  )
}

function Pair({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-2 gap-4 max-narrow:grid-cols-1">{children}</div>
}
