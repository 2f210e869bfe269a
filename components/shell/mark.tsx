/** The product's mark: a colonnade, seen from its end. */
export function Mark({ className = 'size-5' }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 20 20" className={`shrink-0 ${className}`}>
      <path
        fill="currentColor"
        d="M1 2h18v2.6H1zM1 6.6h2.8V18H1zm5.2 0h2.1V18H6.2zm4.5 0h1.6V18h-1.6zm4 0h1.2V18h-1.2zm3.4 0h.9V18h-.9z"
      />
    </svg>
  )
}
