import type { ReactNode } from 'react'

interface Props {
  icon: ReactNode
  title: string
  hint?: string
  /** Small print below the hint. */
  note?: ReactNode
  children?: ReactNode
  /** `alert` for what went wrong, so that it is read out. */
  role?: 'alert' | 'status'
  heading?: 'h1' | 'p'
}

/** What stands where content would: nothing found, failed, not permitted. */
export function StateView({ icon, title, hint, note, children, role, heading: Heading = 'p' }: Props) {
  return (
    <div role={role} className="flex flex-col items-center justify-center gap-1 px-6 py-12 text-center">
      <div className="mb-3 grid size-11 place-items-center rounded-full bg-sunken text-faint">{icon}</div>
      <Heading className="font-medium text-md">{title}</Heading>
      {hint && <p className="max-w-[420px] text-faint text-md">{hint}</p>}
      {note}
      {children && <div className="mt-4 flex gap-2">{children}</div>}
    </div>
  )
}
