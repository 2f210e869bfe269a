'use client'

import { Description } from '@radix-ui/react-dialog'
import { type ReactNode, useEffect, useRef, useState } from 'react'

interface Props {
  className: string
  children: ReactNode
}

/** What a question is about: read out as it opens, and scrolled, by keyboard too, where the window is too low for it. */
export function QuestionBody({ className, children }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const told = useRef<HTMLDivElement>(null)
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    // The outside world: the window's height, and what is told only when it is read.
    const [outer, inner] = [box.current, told.current]
    if (outer === null || inner === null) return
    const observer = new ResizeObserver(() => setLong(inner.offsetHeight > outer.clientHeight))
    observer.observe(outer)
    observer.observe(inner)
    return () => observer.disconnect()
  }, [])
  return (
    <div
      ref={box}
      tabIndex={isLong ? 0 : undefined}
      data-long={isLong || undefined}
      className="peer min-h-0 overflow-y-auto overscroll-contain focus-visible:-outline-offset-2"
    >
      <Description asChild>
        <div ref={told} className={`px-5 py-4 text-md ${className}`}>
          {children}
        </div>
      </Description>
    </div>
  )
}
