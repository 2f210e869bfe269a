'use client'

import { useState } from 'react'

/** Beyond so many, systems are found by typing, too. */
const overlooked = 12

/** What of many systems is left of a search by any of their words; of few all of them, and nothing to search in. */
export function useFoundSystems<System>(
  systems: readonly System[],
  wordsOf: (system: System) => readonly string[],
) {
  const [typed, onType] = useState('')
  const isLong = systems.length > overlooked
  const sought = isLong ? typed.trim().toLowerCase() : ''
  const has = (word: string) => word.toLowerCase().includes(sought)
  return { isLong, sought, found: systems.filter((system) => wordsOf(system).some(has)), typed, onType }
}

interface Props {
  label: string
  typed: string
  onType: (text: string) => void
  className?: string
}

/** Where a system is searched by name or code. */
export function FindSystem({ label, typed, onType, className = '' }: Props) {
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      value={typed}
      onChange={(event) => onType(event.target.value)}
      className={`control ${className}`}
    />
  )
}
