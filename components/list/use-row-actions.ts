'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { pageAfterDelete } from '#lib/paging'
import { type Ask, useConfirm } from './use-confirm'
import type { ListQuery } from './use-list-query'

interface RowQuestions {
  /** Asks, then switches the row on or off (LIST-9). */
  toggle: (row: { id: string; name: string; enabled: boolean; call: () => Promise<unknown> }) => void
  /** Asks, then deletes the row and shows the page that is left (LIST-8, LIST-10). */
  remove: (row: { id: string; name: string; hint?: Ask['hint']; call: () => Promise<unknown> }) => void
  /** Asks anything else about a row. */
  ask: (question: Ask) => void
  /** The question, while one is asked; to be rendered somewhere in the list. */
  dialog: ReactNode
}

/** The questions that lists ask about a row. */
export function useRowActions(query: ListQuery): RowQuestions {
  const t = useTranslations('common')
  const { ask, dialog } = useConfirm(query)
  return {
    ask,
    toggle: ({ id, name, enabled, call }) =>
      ask({
        id,
        subject: name,
        text: t(enabled ? 'askDisable' : 'askEnable', { name }),
        call,
        done: t(enabled ? 'disabledDone' : 'enabledDone'),
        after: query.reload,
      }),
    remove: ({ id, name, hint, call }) =>
      ask({
        id,
        subject: name,
        text: t('askDelete', { name }),
        hint:
          typeof hint === 'object' ? hint.then((text) => text ?? t('deleteHint')) : (hint ?? t('deleteHint')),
        danger: true,
        call,
        done: t('deleted'),
        after: () => {
          const result = query.shown.current?.result
          if (!result?.ok) return
          const page = pageAfterDelete(result.meta, result.rows.length)
          if (page === result.meta.page) query.reload()
          else query.toPage(page)
        },
      }),
    dialog,
  }
}
