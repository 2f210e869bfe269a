import { LoaderCircle } from 'lucide-react'
import type { ComponentProps } from 'react'

const looks = {
  primary:
    'bg-accent text-on-accent shadow-raised hover:not-disabled:bg-accent-hover active:not-disabled:bg-accent-hover border-transparent',
  secondary:
    'bg-raised text-ink border-line-strong shadow-raised hover:not-disabled:bg-row-hover active:not-disabled:bg-press',
  quiet:
    'bg-transparent text-soft border-transparent hover:not-disabled:bg-hover hover:not-disabled:text-ink active:not-disabled:bg-press',
  link: 'bg-transparent text-accent-ink border-transparent hover:not-disabled:bg-accent-soft',
  danger: 'bg-danger-fill text-on-accent border-transparent hover:not-disabled:bg-danger-fill-hover',
} as const
const sizes = {
  medium: 'h-8 px-3 text-md',
  control: 'h-control px-3 text-base',
  small: 'h-6 px-2 text-base',
  icon: 'size-8',
} as const

interface Props extends ComponentProps<'button'> {
  look?: keyof typeof looks
  size?: keyof typeof sizes
  /** Something is under way: it can't be pressed again, keeps the focus, and says so. */
  busy?: boolean
  /** It cannot be pressed yet, keeps its place among the stops of Tab, and says so. */
  waiting?: boolean
}

/** A link that looks like a button. */
export function buttonLook(
  look: keyof typeof looks = 'secondary',
  size: keyof typeof sizes = 'medium',
): string {
  return `inline-flex shrink-0 items-center justify-center gap-1.5 whitespace-nowrap rounded-md border font-medium transition-colors disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50 ${looks[look]} ${sizes[size]}`
}

export function Button({
  look = 'secondary',
  size = 'medium',
  busy = false,
  waiting = false,
  className = '',
  children,
  ...rest
}: Props) {
  const isOff = busy || waiting
  return (
    <button
      type="button"
      {...rest}
      // What is disabled loses the focus.
      disabled={rest.disabled && !busy}
      aria-disabled={isOff || rest['aria-disabled']}
      aria-busy={isOff || undefined}
      onClick={isOff ? (event) => event.preventDefault() : rest.onClick}
      className={`${buttonLook(look, size)} ${className}`}
    >
      {isOff && <LoaderCircle aria-hidden className="size-3.5 animate-spin" />}
      {children}
    </button>
  )
}
