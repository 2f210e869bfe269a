'use client'

import { ArrowRight, ExternalLink, LoaderCircle } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import { Facade } from '#components/ui/colonnade'
import { ImageTile } from '#components/ui/image-tile'
import type { SystemTile } from '#contracts/session'
import { asLocale } from '#lib/i18n/locale'
import { imageAddress } from '#lib/image-address'
import { basePath } from '#lib/request'
import { systemName } from '#lib/system-name'
import { opensWindow } from '#lib/system-window'

interface Props {
  systems: readonly SystemTile[]
  /** The remembered system's code (CHOOSE-4): its tile is marked and has the focus, so that Enter enters. */
  preselected: string | null
  /** What Enter in a search enters: it has the mark while something is searched. */
  entered: SystemTile | undefined
  /** There are more than are seen at a glance: they are lower, and stay in their columns whatever a search leaves of them. */
  many: boolean
  /** The id of the system that is being entered. */
  entering: string | undefined
  onEnter: (system: SystemTile) => void
}

export function SystemTiles({ systems, preselected, entered, many, entering, onEnter }: Props) {
  const t = useTranslations('selectSystem')
  const shell = useTranslations('shell')
  const locale = asLocale(useLocale())
  const marked = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (preselected !== null) marked.current?.focus()
  }, [preselected])

  return (
    <ul
      aria-label={t('systems')}
      className={`grid ${many ? 'grid-cols-[repeat(auto-fill,minmax(min(240px,100%),1fr))]' : 'grid-cols-[repeat(auto-fit,minmax(min(240px,100%),1fr))]'} gap-px overflow-hidden rounded-lg rounded-t-sm border border-line border-t-4 border-t-line-strong bg-canvas shadow-overlay max-narrow:grid-cols-2`}
    >
      {systems.map((system) => {
        const selected = system.code === preselected
        const isMarked = entered === undefined ? selected : system === entered
        const name = systemName(system, locale)
        return (
          <li key={system.id} data-theme={system.setting?.themeCode ?? '01'}>
            <button
              ref={selected ? marked : undefined}
              type="button"
              data-selected={isMarked || undefined}
              aria-busy={entering === system.id || undefined}
              disabled={entering !== undefined}
              onClick={() => onEnter(system)}
              className="group relative flex h-full w-full flex-col bg-surface text-left focus-visible:z-1 focus-visible:-outline-offset-3 data-selected:bg-accent-soft disabled:opacity-70"
            >
              <Facade
                code={system.code}
                className={`w-full border-line border-b ${many ? 'h-13' : 'h-[132px] max-narrow:h-[84px]'}`}
              />
              <span className="flex w-full items-center gap-3 px-4 py-3.5 max-narrow:gap-2 max-narrow:px-3">
                {entering === system.id ? (
                  <LoaderCircle aria-hidden className="size-9 shrink-0 animate-spin p-1.5 text-accent-ink" />
                ) : (
                  <ImageTile
                    src={system.icon ? imageAddress(system.icon) : `${basePath}/images/system.svg`}
                    name={name}
                    className="size-9 rounded-md text-lg"
                  />
                )}
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-semibold text-lg max-narrow:whitespace-normal max-narrow:text-md">
                    {name}
                  </span>
                  {/* Decoration: as generated content it is no part of the name. */}
                  <code
                    aria-hidden
                    data-code={system.code}
                    className="block truncate font-mono text-faint text-xs before:content-[attr(data-code)]"
                  />
                </span>
                {opensWindow(system) ? (
                  <ExternalLink
                    role="img"
                    aria-label={shell('enter.opensWindow')}
                    className="size-4 shrink-0 text-faint group-hover:text-accent-ink max-narrow:hidden"
                  />
                ) : (
                  <ArrowRight
                    aria-hidden
                    className="size-4 shrink-0 text-faint group-hover:text-accent-ink max-narrow:hidden"
                  />
                )}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
