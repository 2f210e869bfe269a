'use client'

import { useEffect, useState } from 'react'
import { durations } from '#contracts/limits'

const key = 'smsResendAt'
/** The end of the wait where the browser keeps nothing. */
let end = 0

/** Whole seconds until another code may be asked for, and what begins the wait. The end outlives a reload. */
export function useResend(): [seconds: number, begin: () => void] {
  const [seconds, setSeconds] = useState(secondsLeft)
  const isWaiting = seconds > 0

  useEffect(() => {
    // The outside world: the clock. More often than once a second, so that no second is skipped.
    if (!isWaiting) return
    const timer = setInterval(() => setSeconds(secondsLeft()), 250)
    return () => clearInterval(timer)
  }, [isWaiting])

  const begin = () => {
    end = Date.now() + durations.smsResend
    try {
      sessionStorage.setItem(key, String(end))
    } catch {
      // Closed or full: the wait does not outlive a reload, and the platform keeps it all the same.
    }
    setSeconds(secondsLeft())
  }
  return [seconds, begin]
}

function secondsLeft(): number {
  const left = Math.min(Math.max(end, keptEnd()) - Date.now(), durations.smsResend)
  return Math.max(0, Math.ceil(left / 1000))
}

function keptEnd(): number {
  try {
    return Number(sessionStorage.getItem(key)) || 0
  } catch {
    return 0
  }
}
