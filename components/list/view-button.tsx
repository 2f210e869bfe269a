'use client'

import { Columns3 } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { type ComponentProps, useId, useRef, useState } from 'react'
import { renewed } from '#components/form/later'
import { Popover } from '#components/ui/popover'
import type { PageMeta } from '#contracts/page'
import { type Column, offeredColumns } from './column'
import type { ListQuery } from './use-list-query'

const part = () => import('./view-panel').then((module) => module.ViewPanel)
const ViewPanel = renewed<ComponentProps<Awaited<ReturnType<typeof part>>>>(
  (lost) =>
    dynamic(() => part().catch(lost), {
      ssr: false,
      loading: () => <div className="m-4 h-64 animate-pulse rounded-md bg-bone" />,
    }),
  ({ onFail }) => onFail(),
)
/** It is asked for before the press; whether it comes, the press shows. */
const ahead = () => part().catch(() => {})

interface Props<Row> {
  columns: readonly Column<Row>[]
  meta: PageMeta
  query: ListQuery
}

/** How a list is set up: its columns, order, rows a page and saved searches. */
export function ViewButton<Row>({ columns, meta, query }: Props<Row>) {
  const t = useTranslations('common')
  const id = useId()
  const [isOpened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <div>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label={t('view')}
        title={t('view')}
        onPointerEnter={ahead}
        onFocus={ahead}
        className="grid size-8 place-items-center rounded-md text-soft hover:bg-hover hover:text-ink"
      >
        <Columns3 aria-hidden className="size-4" />
      </button>
      <Popover id={id} label={t('view')} anchor={button} onOpen={() => setOpened(true)} className="w-[360px]">
        {isOpened && (
          <ViewPanel
            columns={offeredColumns(columns, meta)}
            sorts={meta.sorts ?? []}
            size={meta.limit}
            query={query}
            onFail={() => {
              setOpened(false)
              document.getElementById(id)?.hidePopover()
            }}
          />
        )}
      </Popover>
    </div>
  )
}
