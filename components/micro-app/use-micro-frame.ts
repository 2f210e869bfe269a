import { useEffect, useRef, useState } from 'react'
import type { Locale } from '#lib/i18n/locale'
import type { Messages } from '#lib/i18n/messages'
import { microTexts } from '#lib/i18n/micro-texts'
import { linkedPath } from './linked-path'
import type { MicroFrame } from './micro-frame'

const signs = ['pointerover', 'focusin'] as const

interface Loaded {
  Frame: typeof MicroFrame
  texts: Pick<Messages, 'micro'>
}

/**
 * The frame of sub-applications with its texts, which come apart from the page's: when one is to be shown, or when the pointer or
 * the focus comes to a link that leads to one. No Suspense: React would hold the frame back for 300 ms after its fallback.
 * @param isNeeded one is to be shown now
 * @param leadsThere whether a path of the console, without the base path, shows one
 */
export function useMicroFrame(
  locale: Locale,
  isNeeded: boolean,
  leadsThere: (path: string) => boolean,
): Loaded | undefined {
  const [loaded, setLoaded] = useState<Loaded>()
  const [fault, setFault] = useState<unknown>()
  const isThere = loaded !== undefined
  const latest = useRef(leadsThere)
  latest.current = leadsThere
  useEffect(() => {
    if (isThere) return
    const load = () =>
      Promise.all([import('./micro-frame'), microTexts(locale)]).then(
        ([module, texts]) => setLoaded({ Frame: module.MicroFrame, texts }),
        // What is only likely is tried again when it is needed.
        (error: unknown) => isNeeded && setFault(error),
      )
    if (isNeeded) return void load()
    // The outside world: links stand anywhere in the shell.
    const look = ({ target }: Event) => {
      const path = linkedPath(target)
      if (path !== undefined && latest.current(path)) void load()
    }
    for (const sign of signs) document.addEventListener(sign, look)
    return () => {
      for (const sign of signs) document.removeEventListener(sign, look)
    }
  }, [isThere, isNeeded, locale])
  if (fault !== undefined) throw fault
  return loaded
}
