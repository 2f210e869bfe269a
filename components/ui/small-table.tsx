import type { ReactNode } from 'react'

interface Props {
  heads: readonly string[]
  /** Of the table, and of each head. */
  className?: string
  headClassName: string
  /** Its rows, each with a line below. */
  children: ReactNode
}

/** A few rows inside something else, all of which show at once. */
export function SmallTable({ heads, className = '', headClassName, children }: Props) {
  return (
    <table className={`w-full border-separate border-spacing-0 text-left text-base ${className}`}>
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
      <tbody className="[&>tr:last-child>*]:border-0">{children}</tbody>
    </table>
  )
}
