import { useEffect, useState } from 'react'

/** Milliseconds without a key, before a server is asked. */
const pause = 250

/** What is typed in a field that a server is asked by: the text without the blanks around it, after a pause. */
export function useSought(text: string): string {
  const [sought, setSought] = useState('')
  useEffect(() => {
    // The outside world: somebody types.
    const timer = setTimeout(() => setSought(text.trim()), pause)
    return () => clearTimeout(timer)
  }, [text])
  return sought
}
