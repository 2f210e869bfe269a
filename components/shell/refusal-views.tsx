'use client'

import dynamic from 'next/dynamic'

// Next makes these ready with every page: together they are one chunk, and what each shows comes where it is needed.

export const NotFoundView = dynamic(() =>
  import('./not-found-content').then((module) => module.NotFoundContent),
)

export const ForbiddenView = dynamic(() =>
  import('./forbidden-content').then((module) => module.ForbiddenContent),
)
