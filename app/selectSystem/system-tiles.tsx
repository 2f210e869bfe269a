'use client'

import { ExternalLink, LoaderCircle } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import { ImageTile } from '#components/ui/image-tile'
import type { SystemTile } from '#contracts/session'
import { imageAddress } from '#lib/image-address'
import { basePath } from '#lib/request'
import { opensWindow } from './system-window'

interface Props {
  systems: readonly SystemTile[]
  /** The remembered system's code (CHOOSE-4): its tile is marked and has the focus, so that Enter enters. */
  preselected: string | null
  /** The id of the system that is being entered. */
  entering: string | undefined
  onEnter: (system: SystemTile) => void
}

export function SystemTiles({ systems, preselected, entering, onEnter }: Props) {
  const t = useTranslations('selectSystem')
  const marked = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (preselected !== null) marked.current?.focus()
  }, [preselected])

  return (
    <ul aria-label={t('systems')} className="grid grid-cols-[repeat(auto-fill,minmax(200px,1fr))] gap-4">
      {systems.map((system) => {
        const selected = system.code === preselected
        return (
          <li key={system.id}>
            <button
              ref={selected ? marked : undefined}
              type="button"
              data-selected={selected || undefined}
              aria-busy={entering === system.id || undefined}
              disabled={entering !== undefined}
              onClick={() => onEnter(system)}
              className="flex h-full w-full flex-col items-center gap-3 rounded-lg border border-line bg-surface px-4 py-7 text-center shadow-raised transition-colors hover:not-disabled:border-accent data-selected:border-accent data-selected:bg-accent-soft disabled:opacity-70"
            >
              {entering === system.id ? (
                <LoaderCircle aria-hidden className="size-12 animate-spin p-2 text-accent" />
              ) : (
                <ImageTile
                  src={system.icon ? imageAddress(system.icon) : `${basePath}/images/system.svg`}
                  name={system.name}
                  className="size-12 rounded-lg text-xl"
                />
              )}
              <span className="flex items-center gap-1.5 font-medium text-lg">
                {system.name}
                {opensWindow(system) && (
                  <ExternalLink role="img" aria-label={t('opensWindow')} className="size-3.5 text-faint" />
                )}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
