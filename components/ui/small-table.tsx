import type { ReactNode } from 'react'

interface Props {
  heads: readonly string[]
  /** Of the table, and of each head. */
  className?: string
  headClassName: string
  /** Its rows. */
  children: ReactNode
}

/** A few rows inside something else, all of which show at once. */
export function SmallTable({ heads, className = '', headClassName, children }: Props) {
  return (
    <table className={`w-full border-collapse text-left text-base ${className}`}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th
              key={head}
              scope="col"
              className={`h-8 border-line border-b bg-sunken px-3 font-medium text-faint ${headClassName}`}
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      {/* A rule for what is in the last row would have browsers style the page anew with each part of it that arrives. */}
      <tbody className="*:border-line *:border-b *:last:border-0">{children}</tbody>
    </table>
  )
}
