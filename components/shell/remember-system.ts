'use client'

import { useEffect } from 'react'
import { remember } from '#lib/storage'

/** Stores query parameter `systemCode` as the remembered system (GUARD-11). Shows nothing. */
export function RememberSystem() {
  useEffect(() => {
    const code = new URLSearchParams(window.location.search).get('systemCode')
    if (code) remember('systemCode', code.slice(0, 100))
  }, [])
  return null
}
