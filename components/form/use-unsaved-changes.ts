'use client'

import { useEffect, useEffectEvent } from 'react'
import { holdPage } from '#lib/session-end'
import { watchForm } from '#lib/unsaved'

/**
 * A form stands here: no reload from elsewhere takes its page away, and whoever leaves it is asked first while
 * `isChanged` says that something would be lost; `onDiscard` closes it then.
 */
export function useUnsavedChanges(isChanged: () => boolean, onDiscard = () => {}): void {
  const changed = useEffectEvent(isChanged)
  const discarded = useEffectEvent(onDiscard)
  useEffect(() => holdPage(), [])
  useEffect(() => watchForm({ isChanged: () => changed(), onDiscard: () => discarded() }), [])
}
