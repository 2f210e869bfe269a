import type { ReactNode } from 'react'
import { limits } from '#contracts/limits'

interface TextProps {
  name: string
  label: string
  defaultValue?: string
}

export function SearchText({ name, label, defaultValue = '' }: TextProps) {
  return (
    <Labelled label={label}>
      <input
        name={name}
        defaultValue={defaultValue}
        maxLength={limits.searchText}
        autoComplete="off"
        className="control"
      />
    </Labelled>
  )
}

/** A minute on the person's clocks, as the address has it: `2026-11-21T08:30`. */
export function SearchTime({ name, label, defaultValue = '' }: TextProps) {
  return (
    <Labelled label={label}>
      <input
        type="datetime-local"
        name={name}
        defaultValue={defaultValue}
        max="9999-12-31T23:59"
        className="control"
      />
    </Labelled>
  )
}

interface ChoiceProps extends TextProps {
  children: ReactNode
}

export function SearchChoice({ name, label, defaultValue = '', children }: ChoiceProps) {
  return (
    <Labelled label={label}>
      <select name={name} defaultValue={defaultValue} className="control">
        {children}
      </select>
    </Labelled>
  )
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child.
    <label className="flex items-center gap-2 max-narrow:w-full">
      <span className="shrink-0 whitespace-nowrap text-soft max-narrow:w-24 max-narrow:whitespace-normal max-narrow:leading-tight">
        {label}
      </span>
      <span className="w-40 max-narrow:w-full">{children}</span>
    </label>
  )
}
