const looks = {
  success: 'bg-success-soft text-success',
  danger: 'bg-danger-soft text-danger',
  warning: 'bg-warning-soft text-warning',
  neutral: 'bg-sunken text-soft',
} as const

export function Badge({ look, children }: { look: keyof typeof looks; children: string }) {
  return (
    <span
      className={`inline-flex h-5 items-center whitespace-nowrap rounded-full px-2 font-medium text-base ${looks[look]}`}
    >
      {children}
    </span>
  )
}
