'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { send } from '#lib/request'

/** The captcha shown now: its picture (none while it loads or after a failure) and the key it is answered under. */
export interface Captcha {
  picture: string | undefined
  key: string
  /** The platform speaks it, too. */
  spoken: boolean
  failed: boolean
  refresh: () => void
}

/** The time stamp that the specification names, with six digits behind it, so that two people never share one. */
function newKey(): string {
  const digits = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0
  return `${Date.now()}${String(digits % 1_000_000).padStart(6, '0')}`
}

const none = { picture: undefined, key: '', spoken: false }

/** @param path the contract's path of the picture; handed in, because the contract itself is no part of this page */
export function useCaptcha(path: string): Captcha {
  const [state, setState] = useState<Omit<Captcha, 'refresh'>>({ ...none, failed: false })
  const latest = useRef('')

  const refresh = useCallback(async () => {
    const key = newKey()
    latest.current = key
    // The one that stands there is spent: nobody should begin to read it.
    setState({ ...none, failed: false })
    const failed = () => setState({ ...none, failed: true })
    try {
      const response = await send(`${path}?${new URLSearchParams({ key })}`)
      // A refusal may come with HTTP 200.
      const isPicture = response.ok && response.headers.get('content-type')?.startsWith('image/')
      const picture = isPicture ? await response.blob() : undefined
      // A press on the picture while one was on its way: only the last one counts.
      if (latest.current !== key) return
      if (picture === undefined) failed()
      else {
        const spoken = response.headers.has('link')
        setState({ picture: URL.createObjectURL(picture), key, spoken, failed: false })
      }
    } catch {
      if (latest.current === key) failed()
    }
  }, [path])

  useEffect(() => {
    // The first picture comes once the form is alive; it is fetched by script, as every call to the BFF is.
    refresh()
  }, [refresh])
  useEffect(() => () => URL.revokeObjectURL(state.picture ?? ''), [state.picture])

  return { ...state, refresh }
}
