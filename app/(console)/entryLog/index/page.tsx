import { getTranslations } from 'next-intl/server'
import { ListUnavailable } from '#components/list/list-unavailable'
import { Listed } from '#components/list/listed'
import { entrySearch, listEntries } from '#contracts/log'
import { pageOf } from '#lib/console-pages'
import { addressWith, readListQuery, type SearchParams } from '#lib/list-address'
import { pageTitle } from '#lib/server/page-title'
import { listResult } from '#lib/server/read-list'
import { read, requirePage } from '#lib/server/visit'
import { EntryLogList } from '../entry-log-list'

export const generateMetadata = pageTitle('entryLog')
const page = pageOf('entryLog')

export default async function EntryLogPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const query = readListQuery(entrySearch, await searchParams)
  const reading = listResult(
    read(listEntries, { query: { ...query.search, page: query.page, limit: query.limit } }),
    (last) => addressWith(page.path, query, last),
  )
  const [visit, t] = await Promise.all([requirePage(page), getTranslations('pages')])
  if (visit === undefined) return <ListUnavailable />
  return (
    <Listed names={['entryLog']} reading={reading}>
      {(result) => <EntryLogList title={t('entryLog')} result={result} values={query.text} />}
    </Listed>
  )
}
