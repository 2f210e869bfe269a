'use client'

import { type ComponentProps, type FormEvent, type RefCallback, useEffect, useRef } from 'react'
import { stripAtCaret } from '#lib/strip'

interface Props extends Omit<ComponentProps<'input'>, 'onInput' | 'ref' | 'value'> {
  ref?: RefCallback<HTMLInputElement>
  /** What a form holds; without it the field is the browser's own. */
  value?: string
  /** Gets every change after stripping. */
  onText: (text: string) => void
  /** The special characters of section 5 go unless said otherwise. */
  clean?: (text: string) => string
}

/**
 * A text field from which what does not belong there is removed while typing (VALID-1). While an input method composes,
 * nothing is touched; the caret stays where the person had it.
 */
export function StrippedInput({ onText, clean: leave, ref, value, ...rest }: Props) {
  const composing = useRef(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // While somebody types, the field is ahead of what the form holds; what comes from elsewhere is put there by hand.
    if (input.current === null || value === undefined || composing.current) return
    if (input.current.value !== value) {
      input.current.value = value
    }
  }, [value])
  const clean = (field: HTMLInputElement) => {
    const { text, caret } = stripAtCaret(field.value, field.selectionStart ?? field.value.length, leave)
    if (text !== field.value) {
      field.value = text
      field.setSelectionRange(caret, caret)
    }
    onText(text)
  }
  return (
    <input
      {...rest}
      defaultValue={value ?? rest.defaultValue}
      ref={(element) => {
        input.current = element
        ref?.(element)
      }}
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
