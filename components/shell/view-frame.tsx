'use client'

import { Eye } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { useTellFault } from '#components/form/use-call-fault'
import { load } from '#lib/load'
import { noteView } from '#lib/viewing'

export interface ViewOf {
  /** As whom a super administrator sees the console, and where. */
  name: string
  organization: string | undefined
}

/** Stands above and around everything while somebody sees the console as somebody else; one press leads out. */
export function ViewFrame({ name, organization }: ViewOf) {
  const t = useTranslations('shell.view')
  const tell = useTellFault()
  const [leaving, setLeaving] = useState(false)
  useEffect(() => noteView(name), [name])
  const leave = async () => {
    setLeaving(true)
    try {
      const { leaveView } = await load(() => import('#lib/enter'))
      await leaveView()
    } catch (error) {
      setLeaving(false)
      tell(error)
    }
  }
  return (
    <>
      <div
        aria-hidden
        className="pointer-events-none fixed inset-0 z-60 border-[3px] border-warning forced-colors:border-[Mark]"
      />
      <section
        data-viewing
        aria-label={t('label')}
        className="sticky top-0 z-30 flex h-(--view-frame) shrink-0 items-center gap-2 bg-warning-soft px-4 text-warning max-narrow:px-3"
      >
        <Eye aria-hidden className="size-4 shrink-0" />
        <p className="min-w-0 truncate text-md max-narrow:line-clamp-2 max-narrow:whitespace-normal">
          {organization === undefined ? t('as', { name }) : t('asIn', { name, organization })}
          <span className="max-narrow:sr-only"> {t('readOnly')}</span>
        </p>
        <button
          type="button"
          onClick={leave}
          disabled={leaving}
          className="ml-auto h-7 shrink-0 rounded-md border border-warning px-2.5 font-medium text-base hover:not-disabled:bg-surface disabled:opacity-50"
        >
          {t('leave')}
        </button>
      </section>
    </>
  )
}
