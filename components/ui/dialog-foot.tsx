import type { ReactNode } from 'react'

/**
 * The buttons of a dialog. Where they become others, give it another `key`: what had the focus is no other button under
 * the person's finger then, and the new `data-first` has it.
 */
export function DialogFoot({ children }: { children: ReactNode }) {
  return (
    <div
      ref={focusLost}
      className="flex shrink-0 flex-wrap justify-end gap-2 border-line border-t bg-sunken px-5 py-3"
    >
      {children}
    </div>
  )
}

function focusLost(foot: HTMLElement | null): void {
  if (document.activeElement === document.body) foot?.querySelector<HTMLElement>('[data-first]')?.focus()
}
