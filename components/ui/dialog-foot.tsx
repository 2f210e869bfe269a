import type { ReactNode } from 'react'

/** The buttons of a dialog. */
export function DialogFoot({ children }: { children: ReactNode }) {
  return (
    <div className="flex shrink-0 flex-wrap justify-end gap-2 border-line border-t bg-sunken px-5 py-3">
      {children}
    </div>
  )
}
