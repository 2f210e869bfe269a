import 'server-only'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import type { PageMeta } from '#contracts/page'
import type { ListResult } from '#lib/list-result'
import { lastPage } from '#lib/paging'
import type { Answer } from '#lib/server/http/platform'

/** What the platform says of a page, and of the record that stands beside it. */
export interface Page<Row> {
  content: Row[]
  meta: PageMeta
  opened?: Row | undefined
}

/**
 * A page of a list, as its component takes it.
 * @param reading the call, under way
 * @param here the address of a page of this list; a page beyond the last one leads to the last one
 */
export function listResult<Row>(
  reading: Promise<Answer<Page<Row>>>,
  here: (page: number) => string,
): Promise<ListResult<Row>> {
  const result = resultOf(reading, here)
  // A page that leaves before it waits for its rows (no right, session over) leaves this one's redirect to nobody.
  result.catch(() => {})
  return result
}

async function resultOf<Row>(
  reading: Promise<Answer<Page<Row>>>,
  here: (page: number) => string,
): Promise<ListResult<Row>> {
  const answer = await reading
  if (!answer.ok) {
    const t = await getTranslations('errors')
    const { failure } = answer
    if (failure.kind === 'refused') return { ok: false, message: failure.message || t('system') }
    if (failure.kind === 'busy') return { ok: false, message: t('overloaded') }
    return { ok: false, message: t(failure.kind === 'timeout' ? 'timeout' : 'system') }
  }
  const { content, meta, opened } = answer.data
  if (content.length === 0 && meta.page > lastPage(meta)) redirect(here(lastPage(meta)))
  return { ok: true, rows: content, meta, opened }
}
