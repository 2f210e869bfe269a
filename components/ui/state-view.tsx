import type { ReactNode } from 'react'
import { Scene, type SceneName } from './scene'

interface Props {
  /** What the colonnade shows of it. */
  scene: SceneName
  title: string
  /** Why, and what comes of it. */
  hint?: string | undefined
  /** Small print below the hint. */
  note?: ReactNode
  /** The next step; at most one button that stands out. */
  children?: ReactNode
  /** `alert` for what went wrong, so that it is read out. */
  role?: 'alert' | 'status'
  heading?: 'h1' | 'p'
  /** It is all that the page shows. */
  whole?: boolean
}

/** What stands where content would: nothing there, nothing found, failed, not permitted, gone. */
export function StateView({
  scene,
  title,
  hint,
  note,
  children,
  role,
  heading: Heading = 'p',
  whole = false,
}: Props) {
  return (
    <div
      role={role}
      className={`flex flex-col items-center justify-center gap-1 px-6 py-10 text-center ${whole ? 'min-h-[70dvh]' : ''}`}
    >
      <div className="mb-3">
        <Scene name={scene} />
      </div>
      <Heading className="text-balance font-semibold text-lg">{title}</Heading>
      {hint && <p className="max-w-[420px] text-balance text-md text-soft">{hint}</p>}
      {note}
      {children && <div className="mt-3 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  )
}
