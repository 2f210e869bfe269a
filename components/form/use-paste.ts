'use client'

import { useTranslations } from 'next-intl'
import { type ClipboardEvent, useState } from 'react'

/** Blanks are part of a password. */
export const asItIs = (text: string) => text

interface Paste {
  onPaste: (event: ClipboardEvent<HTMLInputElement>) => void
  /** What is said of a paste that did not fit. */
  refusal: string | undefined
  /** Somebody went on typing. */
  forget: () => void
}

/**
 * What is pasted stands in a field whole or not at all: cut off without a word it would be something else. What does not
 * belong there goes before it is measured.
 * @param longest characters that the field holds
 * @param clean what is left of a pasted text; blanks around one that fills the field go, unless `asItIs`
 */
export function usePaste(longest: number, clean?: (text: string) => string): Paste {
  const t = useTranslations('common')
  const [refused, setRefused] = useState(false)
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const { value, selectionStart, selectionEnd } = event.currentTarget
    const kept = value.length - ((selectionEnd ?? 0) - (selectionStart ?? 0))
    // A field of one line drops line breaks by itself, and what stood on two lines would be one word; cells come with tabs.
    const copied = event.clipboardData.getData('text')
    const pasted = copied.replace(/[\r\n\t]+/g, clean === asItIs ? '' : ' ')
    const given = kept === 0 && clean !== asItIs ? pasted.trim() : pasted
    const text = clean === undefined ? given : clean(given)
    const fits = kept + text.length <= longest
    setRefused(!fits)
    if (fits && text === copied) return
    event.preventDefault()
    // The one way to insert that the browser can undo.
    if (fits) document.execCommand('insertText', false, text)
  }
  return {
    onPaste,
    refusal: refused ? t('pasteTooLong', { max: longest }) : undefined,
    forget: () => setRefused(false),
  }
}
