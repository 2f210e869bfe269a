import type { ReactNode } from 'react'

interface Props<Value extends string> {
  label: string
  choices: readonly { value: Value; text: string; icon: ReactNode; className?: string }[]
  value: Value
  onChoose: (value: Value) => void
}

/** One of few, each a mark: radio buttons side by side. */
export function Segments<Value extends string>({ label, choices, value, onChoose }: Props<Value>) {
  return (
    <fieldset aria-label={label} className="inline-flex rounded-md bg-press p-0.5">
      {choices.map((choice) => (
        <label
          key={choice.value}
          title={choice.text}
          className={`grid h-6 w-7 cursor-pointer place-items-center rounded-sm text-faint transition-colors hover:text-ink has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-focus forced-colors:has-checked:outline-2 ${choice.className ?? ''}`}
        >
          <input
            type="radio"
            name={label}
            aria-label={choice.text}
            checked={choice.value === value}
            onChange={() => onChoose(choice.value)}
            className="sr-only"
          />
          {choice.icon}
        </label>
      ))}
    </fieldset>
  )
}
