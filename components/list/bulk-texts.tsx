'use client'

import type { ReactNode } from 'react'
import { LazyTexts } from '#components/form/lazy-texts'
import { bulkTexts } from '#lib/i18n/bulk-texts'

/** Shows what is in it as soon as its texts have come. */
export function BulkTexts({ onFail, children }: { onFail?: () => void; children: ReactNode }) {
  return (
    <LazyTexts load={bulkTexts} onFail={onFail}>
      {children}
    </LazyTexts>
  )
}
