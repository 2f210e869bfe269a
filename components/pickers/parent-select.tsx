'use client'

import { ChevronDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useId, useRef, useState } from 'react'
import { type FieldValues, useController } from 'react-hook-form'
import { type ControlProps, Field } from '#components/form/field'
import type { FieldOf } from '#components/form/field-of'
import { useLoaded } from '#components/form/use-loaded'
import { useValidationText } from '#components/form/use-validation-text'
import { Button } from '#components/ui/button'
import { composes } from '#components/ui/modal'
import { StateView } from '#components/ui/state-view'
import { type MenuTree, type ParentChoice, parentChoice } from '#lib/menu-tree'
import { ParentTree, treeHeight } from './parent-tree'

interface Props<Values extends FieldValues> extends FieldOf<Values> {
  /** Reads what can be chosen; another function reads anew. */
  load: () => Promise<MenuTree>
  /** What is chosen: it shows also where the tree does not hold it, or cannot be read. */
  chosen: ParentChoice | undefined
  onChosen: (choice: ParentChoice) => void
  /** Why what is chosen does not fit (a key of `validation`), told before anything is saved. */
  fault: string | undefined
}

/** The parent of a menu entry: a field that opens the tree of what can be one. */
export function ParentSelect<Values extends FieldValues>(props: Props<Values>) {
  const { control, name, label, load, chosen, onChosen, fault } = props
  const common = useTranslations('common')
  const { field, fieldState } = useController({ control, name })
  const validationText = useValidationText()
  const [open, setOpen] = useState(false)
  const loaded = useLoaded(load)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()

  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  useEffect(() => {
    if (!open) return
    // Before the dialog hears of it: Escape closes what was opened last.
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || composes(event)) return
      event.stopPropagation()
      setOpen(false)
      button.current?.focus()
    }
    window.addEventListener('keydown', onEscape, { capture: true })
    return () => window.removeEventListener('keydown', onEscape, { capture: true })
  }, [open])

  const face = (control: ControlProps) => (
    <button
      {...control}
      ref={(element) => {
        button.current = element
        field.ref(element)
      }}
      type="button"
      role="combobox"
      aria-haspopup="tree"
      aria-expanded={open}
      aria-controls={open ? id : undefined}
      onClick={() => setOpen(!open)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return
        event.preventDefault()
        setOpen(true)
      }}
      onBlur={field.onBlur}
      className="control flex items-center gap-2 text-left"
    >
      <span className="min-w-0 flex-1 truncate">
        {chosen === undefined ? (
          <span className="text-faint">{common('selectPlaceholder')}</span>
        ) : (
          <>
            {chosen.way.map((above, level) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: names on a way may repeat; it never changes in place.
              <span key={level} className="text-faint">{`${above} / `}</span>
            ))}
            {chosen.name}
          </>
        )}
      </span>
      <ChevronDown
        aria-hidden
        className={`size-4 shrink-0 text-faint transition-transform ${open ? 'rotate-180' : ''}`}
      />
    </button>
  )
  return (
    <>
      <Field
        label={label}
        required
        error={fault === undefined ? validationText(fieldState.error) : validationText({ message: fault })}
      >
        {face}
      </Field>
      {open && (
        <div
          id={id}
          ref={showWhole}
          className="-mt-3 rounded-md border border-edge focus-within:border-accent"
        >
          {loaded.state === 'loading' && (
            <div
              role="status"
              aria-label={common('loading')}
              className="m-2 animate-pulse rounded-md bg-bone"
              style={{ height: treeHeight }}
            />
          )}
          {loaded.state === 'failed' && (
            <StateView role="alert" scene="failed" title={loaded.message}>
              <Button onClick={loaded.retry}>{common('retry')}</Button>
            </StateView>
          )}
          {loaded.state === 'ready' && (
            <ParentTree
              tree={loaded.value}
              label={label}
              chosenId={chosen?.id}
              onChosen={(at) => {
                const choice = parentChoice(loaded.value, at)
                onChosen(choice)
                field.onChange(choice.id)
                close()
              }}
            />
          )}
        </div>
      )}
    </>
  )
}

/** Opened at the end of a form, it would stand below the edge. */
function showWhole(panel: HTMLElement | null): void {
  panel?.scrollIntoView({ block: 'nearest' })
}
