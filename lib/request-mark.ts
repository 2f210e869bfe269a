/** The header that every request of our own pages to `/api` bears. */
export const requestMark = { name: 'x-console', value: '1' } as const
