/** The header that every request of our own pages to `/api` bears. */
export const csrfHeader = { name: 'x-console', value: '1' } as const
