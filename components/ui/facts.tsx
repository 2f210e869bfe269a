import type { ReactNode } from 'react'

export interface Fact {
  label: string
  content: ReactNode
}

/** What is known of a thing, a line each; labels stand in one column. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-[112px_minmax(0,1fr)] text-md wrap-anywhere">
      {facts.map(({ label, content }) => (
        <div key={label} className="col-span-2 grid grid-cols-subgrid border-line border-b last:border-0">
          <dt className="py-1.5 pr-3 text-base text-faint leading-5">{label}</dt>
          <dd className="flex min-h-8 min-w-0 flex-wrap items-center gap-1.5 py-1.5">{content}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A part of a sheet, with its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-1 font-semibold text-base text-soft">{title}</h3>
      {children}
    </section>
  )
}
