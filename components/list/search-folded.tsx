'use client'

import { ChevronDown, type LucideIcon, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from '#components/ui/button'
import { handsOn } from '#components/ui/hands-on'
import { Popover } from '#components/ui/popover'

interface Props {
  label: string
  icon: LucideIcon
  /** The fields that are folded away; they are the form's own, wherever they show. */
  names: readonly string[]
  /** What they say; nothing where none is filled. */
  text: string | undefined
  /** What is said while none is. */
  otherwise?: string
  /** Something in them is wrong, in the address for one: that is not folded away. */
  isWrong?: boolean
  onOpen?: () => void
  children: ReactNode
}

/** Sends the search of a form with some of its fields as said. */
export function searchWith(form: HTMLFormElement | null, values: Record<string, string>): void {
  for (const [name, value] of Object.entries(values)) {
    const field = form?.elements.namedItem(name)
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value
  }
  form?.requestSubmit()
}

const toField = handsOn((gone) => gone.previousElementSibling)

/** Fields of a search behind a chip, which says what they hold and clears them. */
export function SearchFolded({
  label,
  icon: Icon,
  names,
  text,
  otherwise,
  isWrong = false,
  onOpen,
  children,
}: Props) {
  const t = useTranslations('common')
  const id = useId()
  const chip = useRef<HTMLDivElement>(null)
  const isFilled = text !== undefined

  useEffect(() => {
    const box = document.getElementById(id)
    if (isWrong && box !== null && !box.matches(':popover-open')) box.showPopover()
  }, [isWrong, id])

  const clear = ({ currentTarget }: MouseEvent<HTMLButtonElement>) =>
    searchWith(currentTarget.form, Object.fromEntries(names.map((name) => [name, ''])))
  return (
    <div className="min-w-0">
      <div
        ref={chip}
        className="chip chip-choice"
        data-filled={isFilled || undefined}
        data-fault={isWrong || undefined}
      >
        <button
          type="button"
          popoverTarget={id}
          title={text}
          className="flex h-full min-w-0 flex-1 items-center gap-2 text-left outline-none"
        >
          <Icon aria-hidden className="size-3.5 shrink-0" />
          <span className="shrink-0">{label}</span>
          {(isFilled || otherwise) && (
            <span className="tabular min-w-0 max-w-60 flex-1 truncate font-medium text-ink">
              {text ?? otherwise}
            </span>
          )}
          {!isFilled && <ChevronDown aria-hidden className="size-3.5 shrink-0" />}
        </button>
        {isFilled && (
          <button
            ref={toField}
            type="button"
            onClick={clear}
            className="grid size-6 place-items-center rounded-sm hover:bg-hover"
          >
            <span className="sr-only">{t('clearField', { label })}</span>
            <X aria-hidden className="size-3.5" />
          </button>
        )}
      </div>
      <Popover id={id} label={label} anchor={chip} side="left" onOpen={onOpen} className="scroll-pb-14">
        <div className="p-3 pb-0">{children}</div>
        {/* However little of the fields shows, the way to search does. */}
        <div className="sticky bottom-0 flex justify-end bg-raised p-3">
          <Button type="submit" look="primary" size="control">
            {t('search')}
          </Button>
        </div>
      </Popover>
    </div>
  )
}
