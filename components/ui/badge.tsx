import { Check, CircleAlert, Minus, TriangleAlert } from 'lucide-react'

const looks = {
  success: { look: 'bg-success-soft text-success', Icon: Check },
  danger: { look: 'bg-danger-soft text-danger', Icon: CircleAlert },
  warning: { look: 'bg-warning-soft text-warning', Icon: TriangleAlert },
  neutral: { look: 'bg-press text-soft', Icon: Minus },
} as const

interface Props {
  look: keyof typeof looks
  /** What is as it should be: no ground, so that only the exception speaks. */
  bare?: boolean
  children: string
}

/** A state in a word, with its sign: never by colour alone. */
export function Badge({ look, bare = false, children }: Props) {
  const { look: colours, Icon } = looks[look]
  return (
    <span
      className={`inline-flex h-5 items-center gap-1 whitespace-nowrap rounded-sm text-base ${bare ? 'text-soft' : `px-1.5 font-medium ${colours}`} forced-colors:border forced-colors:border-[CanvasText]`}
    >
      <Icon aria-hidden className={`size-3 shrink-0 ${bare ? 'text-success' : ''}`} strokeWidth={2.25} />
      {children}
    </span>
  )
}
