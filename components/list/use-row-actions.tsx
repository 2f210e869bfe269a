'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { later } from '#components/form/later'
import { pageAfterDelete } from '#lib/paging'
import type { Bin } from './bin'
import { type Impacts, readImpact } from './read-impact'
import { type Ask, useConfirm } from './use-confirm'
import type { ListQuery } from './use-list-query'
import { useRestored } from './use-restored'

const ImpactNote = later(() => import('./impact-note').then((module) => module.ImpactNote))

interface RowQuestions {
  /** Asks, then switches the row on or off (LIST-9). */
  toggle: (row: {
    id: string
    name: string
    orgId?: string | undefined
    enabled: boolean
    /** What it does to others is told before. */
    impacts?: Impacts | undefined
    set: (enabled: 0 | 1) => Promise<unknown>
  }) => void
  /** Asks, then deletes the row and shows the page that is left (LIST-8, LIST-10). */
  remove: (row: {
    id: string
    name: string
    orgId?: string | undefined
    /** What is told besides; it gets whether the platform tells what goes with the row. */
    hint?: (isTold: boolean) => Promise<string | undefined> | string | undefined
    impacts?: Impacts | undefined
    /** Where what is deleted can be brought back, on a platform that has it. */
    bin?: Bin | undefined
    call: () => Promise<unknown>
  }) => void
  /** Asks anything else about a row. */
  ask: (question: Ask) => void
  /** The question, while one is asked; to be rendered somewhere in the list. */
  dialog: ReactNode
}

/** The questions that lists ask about a row. */
export function useRowActions(query: ListQuery): RowQuestions {
  const t = useTranslations('common')
  const { ask, dialog } = useConfirm(query)
  const restored = useRestored()
  return {
    ask,
    toggle: ({ id, name, orgId, enabled, impacts, set }) =>
      ask({
        // Nobody loses anything by what is enabled.
        ...(enabled && impacts && told(impacts, id, 'disable', async () => undefined)),
        id,
        orgId,
        subject: name,
        text: t(enabled ? 'askDisable' : 'askEnable', { name }),
        call: () => set(enabled ? 0 : 1),
        undo: () => set(enabled ? 1 : 0),
        done: t(enabled ? 'disabledDone' : 'enabledDone'),
        after: query.reload,
      }),
    remove: ({ id, name, orgId, hint, impacts, bin, call }) => {
      const hintOf = async (isTold: boolean) => {
        const kept = t(bin ? 'deleteRestorable' : 'deleteHint')
        return [await hint?.(isTold), kept].filter(Boolean).join(' ')
      }
      const restore = async ({ restore }: Bin) => restored(await restore(id))
      return ask({
        id,
        orgId,
        subject: name,
        text: t('askDelete', { name }),
        ...(impacts
          ? told(impacts, id, 'remove', hintOf)
          : { hint: hint || bin ? hintOf(false) : t('deleteHint') }),
        danger: true,
        call,
        done: t('deleted'),
        undo: bin && (() => restore(bin)),
        after: () => {
          const result = query.shown.current?.result
          query.sheet.forget(id)
          if (!result?.ok) return
          const page = pageAfterDelete(result.meta, result.rows.length)
          if (page === result.meta.page) query.reload()
          else query.toPage(page)
        },
      })
    },
    dialog,
  }
}

/** The part of a question that tells what it does to others; `hint` gets whether that is told. */
function told(
  { of, read }: Impacts,
  id: string,
  which: 'disable' | 'remove',
  hint: (isTold: boolean) => Promise<string | undefined>,
): Pick<Ask, 'more' | 'hint'> {
  const { reading, answerable, barred } = readImpact(() => read(id), which)
  // Of what will be refused nothing is kept or brought back.
  const hintOf = async () => ((await barred) ? undefined : hint(await answerable))
  return { more: <ImpactNote of={of} reading={reading} />, hint: hintOf() }
}
