'use client'

import { useTranslations } from 'next-intl'
import { type FieldValues, useController } from 'react-hook-form'
import { Field } from '#components/form/field'
import type { FieldOf } from '#components/form/field-of'
import { usePaste } from '#components/form/use-paste'
import { useValidationText } from '#components/form/use-validation-text'
import { MenuIcon } from '#components/shell/menu-icon'
import { iconNames } from '#contracts/icons'
import { limits } from '#contracts/limits'

/** The name of an icon, typed or picked: a platform may know more of them than the console. */
export function IconField<Values extends FieldValues>({ control, name, label }: FieldOf<Values>) {
  const t = useTranslations('menu')
  const { field, fieldState } = useController({ control, name })
  const validationText = useValidationText()
  const { onPaste, refusal, forget } = usePaste(limits.menuIcon)
  const value = String(field.value ?? '')
  const isKnown = value === '' || iconNames.some((name) => name === value)
  return (
    <Field
      label={label}
      hint={t(isKnown ? 'iconHint' : 'iconUnknown')}
      error={refusal ?? validationText(fieldState.error)}
    >
      {(control) => (
        <div className="rounded-md border border-edge has-aria-invalid:border-danger">
          <div className="flex items-center gap-2 pl-2.5">
            <span data-testid="icon-preview" className="text-soft">
              {value !== '' && <MenuIcon name={value} />}
            </span>
            <input
              {...control}
              {...field}
              value={value}
              maxLength={limits.menuIcon}
              autoComplete="off"
              onPaste={onPaste}
              onChange={(event) => {
                forget()
                field.onChange(event)
              }}
              className="h-8 min-w-0 flex-1 rounded-sm bg-transparent pr-2.5 text-md"
            />
          </div>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset inside a field would name it twice. */}
          <div
            role="group"
            aria-label={t('knownIcons')}
            className="flex flex-wrap gap-0.5 border-line border-t p-1"
          >
            {iconNames.map((icon) => (
              <button
                key={icon}
                type="button"
                aria-label={icon}
                aria-pressed={icon === value}
                title={icon}
                onClick={() => field.onChange(icon === value ? '' : icon)}
                className="grid size-7 place-items-center rounded-sm text-soft hover:bg-hover hover:text-ink aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
              >
                <MenuIcon name={icon} />
              </button>
            ))}
          </div>
        </div>
      )}
    </Field>
  )
}
