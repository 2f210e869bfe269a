'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, useCallback, useState } from 'react'
import { ReadFault } from '#components/form/read-fault'
import { Reading } from '#components/form/reading'
import { useLoaded } from '#components/form/use-loaded'
import { isLost } from '#components/form/use-refusal'
import { Button } from '#components/ui/button'
import { Section } from '#components/ui/facts'
import { holders } from '#contracts/access'
import type { DataOf } from '#contracts/endpoint'
import { api } from '#lib/api'
import { Names } from './access-answer'

const rowsOfPage = 10

interface Props {
  orgId: string
  codes: string
  entry: string | undefined
}

/** Who may, a page at a time; nothing for whom it is not to see. */
export function AccessHolders({ orgId, codes, entry }: Props) {
  const t = useTranslations('access')
  const [page, setPage] = useState(1)
  const load = useCallback(
    () => api(holders, { query: { orgId, codes, entry, page, limit: rowsOfPage } }),
    [orgId, codes, entry, page],
  )
  const loaded = useLoaded(load)
  /** The page before stays until the next one is there, and with it the focus of who turns the pages. */
  const [shown, setShown] = useState<{ page: number; data: DataOf<typeof holders> }>()
  if (loaded.state === 'ready' && loaded.value !== shown?.data) setShown({ page, data: loaded.value })
  if (shown === undefined) {
    if (loaded.state === 'failed') return isLost(loaded.error) ? null : <ReadFault loaded={loaded} />
    return <Reading className="h-40" />
  }
  const { content, meta } = shown.data
  const isLoading = loaded.state === 'loading'
  /** From the page that shows: one that could not be read is asked for again. */
  const turn = (step: number) => (shown.page + step === page ? loaded.retry() : setPage(shown.page + step))
  const isLast = shown.page * rowsOfPage >= meta.count && !meta.atLeast
  return (
    <Section title={t(meta.atLeast ? 'whoMayAtLeast' : 'whoMay', { count: meta.count })}>
      {content.length === 0 ? (
        <p className="text-faint text-md">{t('nobody')}</p>
      ) : (
        <ul className="divide-y divide-line rounded-md border border-line text-md">
          {content.map(({ id, account, name, superAdministrator, roles }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5">
              <span className="min-w-0 break-words">
                {name ?? account} {name && <span className="font-mono text-base text-faint">{account}</span>}
              </span>
              <span className="ml-auto">
                <Names>
                  {superAdministrator ? [t('superAdministrator')] : roles.map((role) => role.name)}
                </Names>
              </span>
            </li>
          ))}
        </ul>
      )}
      {loaded.state === 'failed' && <ReadFault loaded={loaded} className="pt-2" />}
      {(shown.page > 1 || !isLast) && (
        <div className="mt-2 flex justify-end gap-2">
          <Turn isOver={shown.page === 1} {...{ isLoading }} onTurn={() => turn(-1)}>
            {t('before')}
          </Turn>
          <Turn isOver={isLast || content.length < rowsOfPage} {...{ isLoading }} onTurn={() => turn(1)}>
            {t('more')}
          </Turn>
        </div>
      )}
    </Section>
  )
}

interface TurnProps {
  /** There is no page that way. */
  isOver: boolean
  isLoading: boolean
  onTurn: () => void
  children: ReactNode
}

/** It keeps the focus at the first and last page, too. */
function Turn({ isOver, isLoading, onTurn, children }: TurnProps) {
  return (
    <Button
      size="small"
      aria-disabled={isOver || isLoading}
      onClick={() => !isOver && !isLoading && onTurn()}
    >
      {children}
    </Button>
  )
}
