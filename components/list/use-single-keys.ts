'use client'

import { useEffect, useEffectEvent } from 'react'
import { isAlone, type SingleKey } from './single-keys'

/** What keys do that are pressed alone (DAY-8); one that has nothing to do here gives false, and stays the browser's. */
export function useSingleKeys(keys: Partial<Record<SingleKey, () => unknown>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    // With Caps Lock, too. What is filled in by the browser tells of a key that is none.
    const { key: pressed = '' } = event as Partial<KeyboardEvent>
    const key = event.shiftKey ? pressed : pressed.toLowerCase()
    const act = Object.hasOwn(keys, key) ? keys[key as SingleKey] : undefined
    if (act === undefined || !isAlone(event)) return
    if (act() !== false) event.preventDefault()
  })
  useEffect(() => {
    // The outside world: the keyboard, wherever the focus is.
    const onKey = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
