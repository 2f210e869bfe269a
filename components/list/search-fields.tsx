'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, use, useId } from 'react'
import { StrippedInput } from '#components/form/stripped-input'
import { usePaste } from '#components/form/use-paste'
import { useValidationText } from '#components/form/use-validation-text'
import { limits } from '#contracts/limits'
import { minuteOf } from '#lib/i18n/zoned-time'
import { SearchState } from './search-state'

interface Props {
  /** Of the search field; its value stands in the address under it. */
  name: string
  label: string
}

/** `clean` says what is left of what is typed or pasted; everything, where there is none. */
export function SearchText({ name, label, clean = whole }: Props & { clean?: Clean }) {
  const { onPaste, refusal, forget } = usePaste(limits.searchText, clean === whole ? undefined : clean)
  return (
    <Labelled name={name} label={label} refusal={refusal}>
      {(control) => (
        <StrippedInput
          {...control}
          name={name}
          maxLength={limits.searchText}
          autoComplete="off"
          clean={clean}
          onPaste={onPaste}
          onText={forget}
          className="control"
        />
      )}
    </Labelled>
  )
}

type Clean = (text: string) => string
const whole: Clean = (text) => text

/** A minute on the person's clocks, as the address has it: `2026-11-21T08:30`. */
/** @param which minute is meant where an address names a day alone */
export function SearchTime({ name, label, which }: Props & { which: 'first' | 'last' }) {
  return (
    <Labelled name={name} label={label}>
      {(control) => (
        <input
          {...control}
          defaultValue={minuteOf(control.defaultValue, which)}
          type="datetime-local"
          name={name}
          max="9999-12-31T23:59"
          className="control"
        />
      )}
    </Labelled>
  )
}

export function SearchChoice({ name, label, children }: Props & { children: ReactNode }) {
  return (
    <Labelled name={name} label={label}>
      {(control) => (
        <select {...control} name={name} className="control">
          {children}
        </select>
      )}
    </Labelled>
  )
}

/** Enabled, disabled, or all. */
export function SearchEnabled({ label }: { label: string }) {
  const t = useTranslations('common')
  return (
    <SearchChoice name="enabled" label={label}>
      <option value="">{t('all')}</option>
      <option value="1">{t('enabled')}</option>
      <option value="0">{t('disabled')}</option>
    </SearchChoice>
  )
}

interface LabelledProps extends Props {
  /** What the field itself says against it. */
  refusal?: string
  children: (control: {
    id: string
    defaultValue: string
    'aria-invalid': boolean
    'aria-describedby': string | undefined
  }) => ReactNode
}

function Labelled({ name, label, refusal, children }: LabelledProps) {
  const id = useId()
  const { values, faults } = use(SearchState)
  const message = faults[name]
  const validationText = useValidationText()
  const fault = refusal ?? validationText(message === undefined ? undefined : { message })
  return (
    <div className="flex items-start gap-2 max-narrow:w-full">
      <label
        htmlFor={id}
        className="flex min-h-8 shrink-0 items-center whitespace-nowrap text-soft max-narrow:w-24 max-narrow:whitespace-normal max-narrow:leading-tight"
      >
        {label}
      </label>
      <div className="w-40 max-narrow:w-full">
        {children({
          id,
          defaultValue: values[name] ?? '',
          'aria-invalid': fault !== undefined,
          'aria-describedby': fault === undefined ? undefined : `${id}-note`,
        })}
        {fault && (
          <p id={`${id}-note`} role="alert" className="pt-0.5 text-base text-danger">
            {fault}
          </p>
        )}
      </div>
    </div>
  )
}
