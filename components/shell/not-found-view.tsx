'use client'

import dynamic from 'next/dynamic'

/** Next makes it ready with every page: what it shows comes where it is needed. */
export const NotFoundView = dynamic(() =>
  import('./not-found-content').then((module) => module.NotFoundContent),
)
