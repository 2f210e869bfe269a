import { LoaderCircle } from 'lucide-react'
import type { ComponentProps } from 'react'

const looks = {
  primary:
    'bg-accent text-on-accent hover:not-disabled:bg-accent-hover active:not-disabled:brightness-95 border-transparent',
  secondary:
    'bg-surface text-ink border-line-strong hover:not-disabled:bg-hover active:not-disabled:bg-sunken',
  quiet:
    'bg-transparent text-soft border-transparent hover:not-disabled:bg-hover hover:not-disabled:text-ink',
  link: 'bg-transparent text-accent-ink border-transparent hover:not-disabled:bg-accent-soft',
  dangerLink: 'bg-transparent text-danger border-transparent hover:not-disabled:bg-danger-soft',
  danger: 'bg-danger-fill text-on-accent border-transparent hover:not-disabled:brightness-110',
} as const
const sizes = {
  medium: 'h-8 px-3 text-md',
  small: 'h-6 px-1.5 text-base',
  icon: 'size-8',
} as const

interface Props extends ComponentProps<'button'> {
  look?: keyof typeof looks
  size?: keyof typeof sizes
  /** Something is under way: it can't be pressed again, and says so. */
  busy?: boolean
}

/** A link that looks like a button. */
export function buttonLook(
  look: keyof typeof looks = 'secondary',
  size: keyof typeof sizes = 'medium',
): string {
  return `inline-flex shrink-0 items-center justify-center gap-1.5 whitespace-nowrap rounded-md border font-medium transition-colors disabled:cursor-not-allowed disabled:opacity-50 ${looks[look]} ${sizes[size]}`
}

export function Button({
  look = 'secondary',
  size = 'medium',
  busy = false,
  className = '',
  children,
  ...rest
}: Props) {
  return (
    <button
      type="button"
      {...rest}
      disabled={rest.disabled || busy}
      aria-busy={busy || undefined}
      className={`${buttonLook(look, size)} ${className}`}
    >
      {busy && <LoaderCircle aria-hidden className="size-3.5 animate-spin" />}
      {children}
    </button>
  )
}
