import type { ComponentProps } from 'react'

/**
 * What of a dialog scrolls where the window is too low. Its basis is its own height (`flex-auto`): with none, Safari's
 * engine takes it for nothing as it finds the height of the dialog, which is a strip then.
 */
export function DialogBody({ className = '', ...rest }: ComponentProps<'div'>) {
  return (
    <div
      {...rest}
      className={`min-h-0 flex-auto space-y-4 overflow-y-auto overscroll-contain px-5 pt-4 pb-5 low:flex-none low:overflow-visible ${className}`}
    />
  )
}
