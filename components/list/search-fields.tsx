'use client'

import { ChevronDown, X } from 'lucide-react'
import { useTimeZone, useTranslations } from 'next-intl'
import { type MouseEvent, type ReactNode, use, useId } from 'react'
import { StrippedInput } from '#components/form/stripped-input'
import { usePaste } from '#components/form/use-paste'
import { useValidationText } from '#components/form/use-validation-text'
import { type Choice, Options } from '#components/ui/options'
import { limits } from '#contracts/limits'
import { shownMinute } from '#lib/i18n/zoned-time'
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
          // What is not empty is told by the style sheet, before the script has come.
          placeholder=" "
          className={`${inside} placeholder-shown:w-20 max-narrow:w-full`}
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
  const timeZone = useTimeZone() ?? 'UTC'
  const { values } = use(SearchState)
  const shown = values[name] ? shownMinute(values[name], timeZone, which) : ''
  return (
    <Labelled name={name} label={label}>
      {(control) => (
        <input
          {...control}
          defaultValue={shown}
          // What the form puts in when the address changes.
          data-shown={shown}
          type="datetime-local"
          name={name}
          max="9999-12-31T23:59"
          className={inside}
        />
      )}
    </Labelled>
  )
}

/** One of some, or all. */
export function SearchChoice({ name, label, choices }: Props & { choices: readonly Choice[] }) {
  const t = useTranslations('common')
  return (
    <Labelled name={name} label={label} look="choice">
      {(control) => (
        <>
          <select {...control} name={name} className={`${inside} select pr-5`}>
            <option value="">{t('all')}</option>
            <Options choices={choices} />
          </select>
          <ChevronDown aria-hidden className="pointer-events-none -ml-5 size-3.5 shrink-0" />
        </>
      )}
    </Labelled>
  )
}

export function SearchEnabled({ label }: { label: string }) {
  const t = useTranslations('common')
  return <SearchEither name="enabled" label={label} texts={{ 1: t('enabled'), 0: t('disabled') }} />
}

/** What is so, or is not; `texts` say how either is called. */
export function SearchEither({ texts, ...field }: Props & { texts: Readonly<Record<0 | 1, string>> }) {
  const choices = ([1, 0] as const).map((value) => ({ value: `${value}`, text: texts[value] }))
  return <SearchChoice {...field} choices={choices} />
}

interface LabelledProps extends Props {
  look?: 'text' | 'choice'
  /** What the field itself says against it. */
  refusal?: string
  children: (control: {
    id: string
    defaultValue: string
    'aria-invalid': boolean
    'aria-describedby': string | undefined
  }) => ReactNode
}

const inside = 'h-full min-w-0 flex-1 bg-transparent font-medium text-ink outline-none'

/** A field that carries its label inside; what is filled is tinted, and can be cleared by itself. */
function Labelled({ name, label, look = 'text', refusal, children }: LabelledProps) {
  const t = useTranslations('common')
  const id = useId()
  const { values, faults } = use(SearchState)
  const message = faults[name]
  const validationText = useValidationText()
  const fault = refusal ?? validationText(message === undefined ? undefined : { message })
  const clear = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const field = currentTarget.form?.elements.namedItem(name)
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) return
    field.value = ''
    field.focus()
    currentTarget.form?.requestSubmit()
  }
  return (
    <div className="min-w-0">
      <div
        className={`chip ${look === 'choice' ? 'chip-choice' : ''}`}
        data-fault={fault !== undefined || undefined}
      >
        <label htmlFor={id} className="shrink-0 cursor-text whitespace-nowrap">
          {label}
        </label>
        {children({
          id,
          defaultValue: values[name] ?? '',
          'aria-invalid': fault !== undefined,
          'aria-describedby': fault === undefined ? undefined : `${id}-note`,
        })}
        <button type="button" onClick={clear} className="chip-clear">
          <span className="sr-only">{t('clearField', { label })}</span>
          <X aria-hidden className="size-3.5" />
        </button>
      </div>
      {fault && (
        <p id={`${id}-note`} role="alert" className="pt-1 text-base text-danger">
          {fault}
        </p>
      )}
    </div>
  )
}
