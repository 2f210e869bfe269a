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
  /** The fault's text, which stands at the field. */
  error?: string
  children: (control: ControlProps) => ReactNode
}

export function Field({ label, required, hint, error, children }: Props) {
  const id = useId()
  const note = error ?? hint
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-soft">
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
      {/* Always there, so that a fault that comes and goes moves nothing. */}
      <p
        id={`${id}-note`}
        role={error === undefined ? undefined : 'alert'}
        className={`min-h-4.5 pt-0.5 text-base ${error === undefined ? 'text-faint' : 'text-danger'}`}
      >
        {note}
      </p>
    </div>
  )
}
