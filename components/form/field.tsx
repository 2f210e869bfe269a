import { type ReactNode, useId } from 'react'

/** What a control needs to be tied to its label and its fault. */
export interface ControlProps {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
  'aria-required': boolean | undefined
}

interface Props {
  label: string
  required?: boolean
  hint?: ReactNode
  /** What is right but should be known; it takes the hint's place, and a fault takes its. */
  warning?: string
  /** The fault's text, which stands at the field. */
  error?: string
  children: (control: ControlProps) => ReactNode
}

export function Field({ label, required, hint, warning, error, children }: Props) {
  const id = useId()
  const note = error ?? warning ?? hint
  const look = error !== undefined ? 'text-danger' : warning !== undefined ? 'text-warning' : 'text-faint'
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block font-medium text-soft">
        {label}
        {required && (
          <span aria-hidden className="ml-0.5 text-danger">
            *
          </span>
        )}
      </label>
      {children({
        id,
        'aria-invalid': error !== undefined,
        'aria-describedby': note === undefined ? undefined : `${id}-note`,
        'aria-required': required || undefined,
      })}
      {note !== undefined && (
        <p
          id={`${id}-note`}
          role={error !== undefined ? 'alert' : warning !== undefined ? 'status' : undefined}
          className={`mt-1 text-base ${look}`}
        >
          {note}
        </p>
      )}
    </div>
  )
}
