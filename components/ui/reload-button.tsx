'use client'

import type { ReactNode } from 'react'
import { Button } from '#components/ui/button'

export function ReloadButton({ children }: { children: ReactNode }) {
  return (
    <Button look="primary" onClick={() => window.location.reload()}>
      {children}
    </Button>
  )
}
