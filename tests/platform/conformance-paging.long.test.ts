import { describe, expect, test } from 'vitest'
import { changed, jsonOf, look, served, withQuery } from './conformance.ts'
import type { Asked, Spoil, Told } from './over-http.ts'

interface Page {
  content: { id: string }[]
  meta: { page: number; limit: number; count: number }
}

/** Pages of accounts, asked for otherwise, and answered otherwise. */
const pages =
  (ask: (query: URLSearchParams) => void, how: (page: Page, given: URLSearchParams) => unknown): Spoil =>
  async (asked: Asked, send: (asked: Asked) => Promise<Told>) => {
    const isList = asked.path.startsWith('/sys/user/page/list?')
    if (!isList || asked.headers.accept?.includes('ndjson')) return send(asked)
    const told = await send(withQuery(asked, ask))
    const given = new URLSearchParams(asked.path.split('?')[1])
    return jsonOf(told)?.code === 0 ? changed(told, (page) => how(page as Page, given)) : told
  }
const asAsked = ({ content, meta }: Page, given: URLSearchParams) => ({
  ...{ content, meta: { ...meta, page: Number(given.get('page')) } },
})

const faults: readonly [what: string, at: string, came: string | RegExp, spoil: Spoil][] = [
  [
    'pages from 0',
    'data.content',
    'none: they are on page 0',
    pages((query) => query.set('page', String(Number(query.get('page')) + 1)), asAsked),
  ],
  [
    'a page that is ignored',
    'data.content',
    'the rows of page 1',
    pages((query) => query.set('page', '1'), asAsked),
  ],
  [
    'a size that is ignored',
    'data.meta.limit',
    'the number 10',
    pages(
      (query) => query.set('limit', '10'),
      (page) => page,
    ),
  ],
  [
    'a count of all, whatever is searched for',
    'data.content',
    /^\d+, where 50 are due$/,
    pages(
      () => {},
      ({ content, meta }) => ({ content, meta: { ...meta, count: 1000 } }),
    ),
  ],
  [
    'no count',
    'data.content',
    '10, where 0 are due',
    pages(
      () => {},
      ({ content, meta }) => ({ content, meta: { ...meta, count: -1 } }),
    ),
  ],
]

describe('a platform that pages otherwise', () => {
  test.each(faults)('EDGE-15 %s: told once of a list, whatever it shows in', async (_, at, came, spoil) => {
    served.spoil(spoil)
    const { findings } = await look({ only: ['account'] })
    expect(findings.differences).toMatchObject([
      { call: 'account.list', at, came: typeof came === 'string' ? came : expect.stringMatching(came) },
    ])
  })
})

test('EDGE-15 HOLD-7 rows far behind a count that says that there are more are no difference', async () => {
  // Page 1001 is a thousand behind the one that is counted.
  const far = (query: URLSearchParams) => query.get('page') === '1001' && query.set('page', '1')
  const counted = (page: Page, given: URLSearchParams) => {
    const { content, meta } = asAsked(page, given)
    return { content, meta: { ...meta, count: 10 * meta.page, atLeast: true } }
  }
  served.spoil(pages(far, counted))
  const { findings } = await look({ only: ['account'] })
  expect(findings.differences).toEqual([])
})
