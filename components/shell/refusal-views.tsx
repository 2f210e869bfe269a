'use client'

import dynamic from 'next/dynamic'

// Next makes these ready with every page: what they show comes where it is needed, and both are one file of the browser's.

export const NotFoundView = dynamic(() =>
  import('./not-found-content').then((module) => module.NotFoundContent),
)

export const ForbiddenView = dynamic(() =>
  import('./forbidden-content').then((module) => module.ForbiddenContent),
)
