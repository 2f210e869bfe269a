/** The product's mark: a courtyard between columns. */
export function Mark({ className = 'size-6' }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 24 24" className={`shrink-0 text-accent ${className}`}>
      <path fill="currentColor" d="M12 2 2.5 7v2h19V7z" />
      <path fill="currentColor" opacity=".55" d="M4 10.5h2.6V18H4zm13.4 0H20V18h-2.6z" />
      <path fill="currentColor" d="M8.7 18v-3.6a3.3 3.3 0 0 1 6.6 0V18zM2.5 19.5h19V22h-19z" />
    </svg>
  )
}
