'use client'

import { Rows2, Rows3, Rows4 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Segments } from '#components/ui/segments'
import { densities, densityKey } from '#lib/density'
import { chooseDensity, useDensity } from './use-density'

const icons = { comfortable: Rows2, normal: Rows3, compact: Rows4 } as const
/** By the root's attribute, so that the choice is marked before the script has come. */
const marks = {
  comfortable: 'in-data-[density=comfortable]:bg-raised in-data-[density=comfortable]:shadow-raised',
  normal: 'in-data-[density=normal]:bg-raised in-data-[density=normal]:shadow-raised',
  compact: 'in-data-[density=compact]:bg-raised in-data-[density=compact]:shadow-raised',
} as const

/** How close the rows of all lists stand, kept in this browser, and for the next sign-in where the platform keeps it. */
export function DensityChoice() {
  const t = useTranslations('common')
  const density = useDensity()
  return (
    <span className="max-narrow:hidden">
      <Segments
        label={t('density')}
        value={density}
        onChoose={(value) => {
          chooseDensity(value)
          // Where it cannot be kept for other machines, this browser knows it.
          import('./keep').then(({ keep }) => keep(densityKey, value)).catch(() => {})
        }}
        choices={densities.map((value) => {
          const Icon = icons[value]
          return {
            value,
            text: t(`densities.${value}`),
            className: marks[value],
            icon: <Icon aria-hidden className="size-3.5" />,
          }
        })}
      />
    </span>
  )
}
