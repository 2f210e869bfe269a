import type { ReactNode } from 'react'

interface Props {
  text: string | undefined
  /** What leads on from there. */
  children?: ReactNode
}

/** What is wrong with a save as a whole; it stands above the fields. */
export function FormFault({ text, children }: Props) {
  if (text === undefined) return null
  return (
    <div className="rounded-md bg-danger-soft px-3 py-2 text-danger text-md">
      <p role="alert" className="whitespace-pre-line">
        {text}
      </p>
      {children}
    </div>
  )
}
