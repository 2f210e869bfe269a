/** By what a page's script asks for a part of a page, as Next sends it: of nothing that it knows, and ahead of time. */
export const partHeaders = {
  rsc: '1',
  'next-router-state-tree': encodeURIComponent(JSON.stringify(['', {}])),
  'next-router-prefetch': '1',
  'next-router-segment-prefetch': '/_tree',
  'next-url': '/',
} as const
