/**
 * By what a page's script asks for a part of a page. Next leads a request that says `rsc: 1` to an address of its own; of another
 * value proxies know no more.
 */
export const partHeaders = {
  rsc: '0',
  'next-router-state-tree': encodeURIComponent(JSON.stringify(['', {}])),
  'next-router-prefetch': '1',
  'next-router-segment-prefetch': '/_tree',
} as const
