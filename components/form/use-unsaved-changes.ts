'use client'

import { useEffect, useLayoutEffect, useRef } from 'react'
import { holdPage } from '#lib/session-end'
import { type LeaveQuestion, watchForm } from '#lib/unsaved'

/**
 * A form stands here: no reload from elsewhere takes its page away, and whoever leaves it is asked first while
 * `isChanged` says that something would be lost; `onDiscard` closes it then. `question` is asked instead of the usual one.
 */
export function useUnsavedChanges(
  isChanged: () => boolean,
  onDiscard = () => {},
  question?: LeaveQuestion,
): void {
  // No effect event: where the framework loads a page anew while it draws, the browser asks then, and React refuses those.
  const form = useRef({ isChanged, onDiscard, question })
  useLayoutEffect(() => {
    form.current = { isChanged, onDiscard, question }
  })
  useEffect(() => holdPage(), [])
  useEffect(
    () =>
      watchForm({
        isChanged: () => form.current.isChanged(),
        onDiscard: () => form.current.onDiscard(),
        get question() {
          return form.current.question
        },
      }),
    [],
  )
}
