'use client'

import { Building2, ChevronDown, LogOut, UserRoundMinus, UserRoundPlus, X } from 'lucide-react'
import { useTimeZone, useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { useTellFault } from '#components/form/use-call-fault'
import { Button } from '#components/ui/button'
import { Confirm } from '#components/ui/confirm'
import { handsOn, handsOnToPage } from '#components/ui/hands-on'
import { MenuButton } from '#components/ui/menu-button'
import { toast } from '#components/ui/toast'
import { durations, limits } from '#contracts/limits'
import { matchingRows } from '#lib/bulk-rows'
import { asTimeZone } from '#lib/i18n/time-zone'
import { asInstants } from '#lib/search-instants'
import type { BulkAction, BulkContext } from './bulk'
import { type ImpactContext, useBulkImpact } from './bulk-impact'
import { BulkTexts } from './bulk-texts'
import { useBulk } from './use-bulk'
import { useBulkCalls } from './use-bulk-calls'

/** How many rows are chosen, and what can be done with all of them; it lies on the head of the table and moves nothing. */
export function SelectionBar(props: ImpactContext) {
  return (
    <BulkTexts>
      <Bar {...props} />
    </BulkTexts>
  )
}

const icons = {
  addRole: UserRoundPlus,
  takeRole: UserRoundMinus,
  move: Building2,
  endSessions: LogOut,
} as const

/** What chose all of them is there no more. */
const toCount = handsOn((gone) => gone.previousElementSibling)

const inputOf = (id: string) => ({ params: { id } })

/** What every list has: the calls of the specification, which every platform makes. */
function usualActions({ may, switchInput, removeInput = inputOf }: BulkContext): BulkAction[] {
  const actions: BulkAction[] = []
  if (may.updateEnable && switchInput !== undefined) {
    actions.push({ key: 'enable', name: 'updateEnable', input: (id) => switchInput(id, 1) })
    actions.push({ key: 'disable', name: 'updateEnable', input: (id) => switchInput(id, 0) })
  }
  if (may.remove) actions.push({ key: 'remove', name: 'remove', input: removeInput })
  return actions
}

function Bar(props: ImpactContext) {
  const { calls, more, query, selection, everything } = props
  const all = useTakeAll(props)
  const t = useTranslations('bulk')
  const offered = useBulkCalls(more.length > 0)
  const [asked, setAsked] = useState<BulkAction>()
  const result = query.shown.current?.result
  const total = everything?.size ?? (result?.ok ? result.meta.count : selection.rows.size)
  const isAtLeast = result?.ok === true && result.meta.atLeast === true
  const isTooMany = total > limits.bulkRows
  const isPart = isAtLeast || total > selection.rows.size
  const count = selection.rows.size
  const usual = usualActions(props)
  const others = more.filter(({ name }) => offered.includes(`${calls.of}.${name}`))
  return (
    // Over the table's head and below the sheet of a row.
    <div
      ref={handsOnToPage}
      role="toolbar"
      aria-label={t('bar')}
      className="absolute top-px right-0 left-11 z-[22] flex min-h-8 flex-wrap items-center gap-1 border-line border-b bg-accent-soft pr-3 max-narrow:gap-x-0 max-narrow:fixed max-narrow:inset-x-3 max-narrow:top-auto max-narrow:bottom-3 max-narrow:rounded-lg max-narrow:border max-narrow:border-line-strong max-narrow:bg-raised max-narrow:p-1.5 max-narrow:shadow-overlay"
    >
      <span role="status" tabIndex={-1} className="tabular whitespace-nowrap px-2 font-medium text-base">
        {t('selected', { count })}
      </span>
      {isPart && (
        <Button
          ref={toCount}
          look="link"
          size="small"
          aria-disabled={isTooMany || undefined}
          title={isTooMany ? t('tooMany', { most: limits.bulkRows }) : undefined}
          busy={all.reading !== undefined}
          onClick={isTooMany ? undefined : all.take}
          className="aria-disabled:cursor-not-allowed aria-disabled:text-faint"
        >
          {all.reading === undefined
            ? t(isAtLeast ? 'takeAllMore' : 'takeAll', { count: total })
            : t('reading', { count: all.reading })}
        </Button>
      )}
      {/* On phones what is done with them has the next line. */}
      <i
        aria-hidden
        className="mx-1 h-4 w-px shrink-0 bg-accent-line max-narrow:order-1 max-narrow:mx-0 max-narrow:h-0 max-narrow:w-full"
      />
      {/* Words alone, as in rows: all of it has one line of a narrow table. */}
      {usual.map((action) => (
        <Button
          key={action.key}
          look="quiet"
          size="small"
          disabled={all.reading !== undefined}
          onClick={() => setAsked(action)}
          className={`max-narrow:order-1 max-narrow:px-1.5 ${action.key === 'remove' ? 'text-danger!' : 'text-ink!'}`}
        >
          {t(`actions.${action.key}`)}
        </Button>
      ))}
      {others.length > 0 && all.reading === undefined && (
        <span className="max-narrow:order-1">
          <MenuButton
            label={t('more')}
            className="flex h-6 items-center gap-1 whitespace-nowrap rounded-md px-2 font-medium text-base text-ink hover:bg-hover max-narrow:px-1.5 aria-expanded:bg-hover"
            items={others.map((action) => {
              const Icon = icons[action.key]
              return {
                key: action.key,
                text: t(`actions.${action.key}`),
                icon: <Icon aria-hidden className="size-4" />,
                onPick: () => setAsked(action),
              }
            })}
          >
            {t('more')}
            <ChevronDown aria-hidden className="size-3.5" />
          </MenuButton>
        </span>
      )}
      <Button
        look="quiet"
        size="small"
        aria-label={t('clear')}
        title={t('clear')}
        onClick={() => {
          all.stop()
          selection.clear()
        }}
        className="ml-auto"
      >
        <X aria-hidden className="size-3.5" />
      </Button>
      {asked && <Question {...props} action={asked} count={count} onClose={() => setAsked(undefined)} />}
    </div>
  )
}

/** Chooses all that match the search, by the list's own call. */
function useTakeAll({ calls, values, selection, everything }: BulkContext) {
  const t = useTranslations('bulk')
  const tell = useTellFault()
  const zone = asTimeZone(useTimeZone())
  /** How many have been read. */
  const [reading, setReading] = useState<number>()
  const isWanted = useRef(true)
  // The bar goes with the last row that was chosen, by a key for one, and with its list.
  useEffect(
    () => () => {
      isWanted.current = false
    },
    [],
  )
  const take = async () => {
    if (everything) return selection.take([...everything.keys()], everything)
    isWanted.current = true
    setReading(0)
    // What the list shows, by the same clocks.
    const query = { ...values, ...asInstants(values, zone) }
    const read = (page: number, limit: number) => calls.make('list', { query: { ...query, page, limit } })
    let last = 0
    try {
      const rows = await matchingRows(read, (count) => {
        last = count
        setReading(count)
        return isWanted.current
      })
      if (rows !== undefined && isWanted.current) selection.take([...rows.keys()], rows)
      else if (last >= limits.bulkRows) toast.warning(t('tooMany', { most: limits.bulkRows }))
    } catch (error) {
      tell(error)
    }
    setReading(undefined)
  }
  return {
    reading,
    take,
    stop: () => {
      isWanted.current = false
    },
  }
}

type QuestionProps = ImpactContext & { action: BulkAction; count: number; onClose: () => void }

/** What has to be chosen before, or whether it is meant. */
function Question({ action, count, onClose, ...context }: QuestionProps) {
  const t = useTranslations('bulk')
  const common = useTranslations('common')
  const begin = useBulk(context)
  const { key, name, input, choose: Choose } = action
  const { more, answerable } = useBulkImpact(context, key)
  const isKept = context.isKept()
  const nothing = { orgId: '', target: null, name: '' }
  const text = t(`ask.${key}`, { count })
  const ownHint =
    key === 'remove' ? `${common(isKept ? 'deleteRestorable' : 'deleteHint')} ${t('hint')}` : t('hint')
  const [hint] = useState(() => answerable.then(() => ownHint))
  if (Choose) {
    return (
      <Choose
        title={text}
        hint={t(`hints.${key as 'move'}`)}
        confirm={t(`actions.${key}`)}
        onClose={onClose}
        onChosen={(chosen) => begin({ key, what: chosen.name, name, input: (id) => input(id, chosen) })}
      />
    )
  }
  return (
    <Confirm
      confirmation={{
        title: common('confirmTitle'),
        text,
        more,
        hint,
        danger: key === 'remove',
        confirm: t(`actions.${key}`),
        cancel: common('cancel'),
        close: common('close'),
        run: async () => begin({ key, name, input: (id) => input(id, nothing) }),
      }}
      clearDelay={durations.confirmClearDelay}
      onClose={onClose}
    />
  )
}
