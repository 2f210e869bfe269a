import type { ReactNode } from 'react'

/** Several controls that make one field, of which one is always chosen. */
export function FieldGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-soft">
        {label}
        <span aria-hidden className="ml-0.5 text-danger">
          *
        </span>
      </legend>
      {children}
    </fieldset>
  )
}
