'use client'

import dynamic from 'next/dynamic'

/** Next makes it ready with every page: what it shows comes where it is needed. */
export const ForbiddenView = dynamic(() =>
  import('./forbidden-content').then((module) => module.ForbiddenContent),
)
