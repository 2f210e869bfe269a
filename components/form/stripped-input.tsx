'use client'

import { type ComponentProps, type FormEvent, useRef } from 'react'
import { stripAtCaret } from '#lib/strip'

/** What is left of a text, and where its caret stands then. */
export type Strip = (text: string, caret: number) => { text: string; caret: number }

interface Props extends Omit<ComponentProps<'input'>, 'onInput'> {
  /** Gets every change after stripping. */
  onText: (text: string) => void
  /** The special characters of section 5 go unless said otherwise. */
  strip?: Strip
}

/**
 * A text field from which what does not belong there is removed while typing (VALID-1). While an input method composes,
 * nothing is touched; the caret stays where the person had it.
 */
export function StrippedInput({ onText, strip = stripAtCaret, ...rest }: Props) {
  const composing = useRef(false)
  const clean = (field: HTMLInputElement) => {
    const { text, caret } = strip(field.value, field.selectionStart ?? field.value.length)
    if (text !== field.value) {
      field.value = text
      field.setSelectionRange(caret, caret)
    }
    onText(text)
  }
  return (
    <input
      {...rest}
      onCompositionStart={() => {
        composing.current = true
      }}
      onCompositionEnd={(event) => {
        composing.current = false
        clean(event.currentTarget)
      }}
      onInput={(event: FormEvent<HTMLInputElement>) => {
        if (!composing.current) clean(event.currentTarget)
      }}
    />
  )
}
