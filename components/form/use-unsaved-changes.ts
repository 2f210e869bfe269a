'use client'

import { useEffect, useLayoutEffect, useRef } from 'react'
import { holdPage } from '#lib/session-end'
import { watchForm } from '#lib/unsaved'

/**
 * A form stands here: no reload from elsewhere takes its page away, and whoever leaves it is asked first while
 * `isChanged` says that something would be lost; `onDiscard` closes it then.
 */
export function useUnsavedChanges(isChanged: () => boolean, onDiscard = () => {}): void {
  // No effect event: where the framework loads a page anew while it draws, the browser asks then, and React refuses those.
  const form = useRef({ isChanged, onDiscard })
  useLayoutEffect(() => {
    form.current = { isChanged, onDiscard }
  })
  useEffect(() => holdPage(), [])
  useEffect(
    () => watchForm({ isChanged: () => form.current.isChanged(), onDiscard: () => form.current.onDiscard() }),
    [],
  )
}
