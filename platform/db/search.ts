/** The ILIKE pattern for 'contains': what was typed is data, never a pattern. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** The rows to skip before a page that counts from 1. */
export function offsetOf({ page, limit }: { page: number; limit: number }): number {
  return (page - 1) * limit
}
