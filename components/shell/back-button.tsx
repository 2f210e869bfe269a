'use client'

import type { ReactNode } from 'react'
import { Button } from '#components/ui/button'

/** One page back in the browser's history. */
export function BackButton({ children }: { children: ReactNode }) {
  return (
    <Button look="quiet" onClick={() => window.history.back()}>
      {children}
    </Button>
  )
}
