import { limits } from '#contracts/limits'
import { checkAllRows } from './all-rows.ts'
import { withSection } from './answer.ts'
import type { Filter, ListKind, Row } from './list-filters.ts'
import { describe } from './mask.ts'
import type { Probe } from './probe.ts'

interface Page {
  content: readonly Row[]
  meta: {
    page: number
    limit: number
    count: number
    atLeast?: boolean
    sorts?: string[] | null
    filters?: string[] | null
  }
}

type Query = Record<string, string | number>

/** Whatever is searched for so, no list has it. */
const nowhere = 'conformance-nowhere-7q'

/** Paging and filters of one list; `always` goes along with every call. Gives the rows of its first page. */
export async function checkList(probe: Probe, kind: ListKind, always: Query = {}): Promise<readonly Row[]> {
  const list = new ListProbe(probe, kind, always)
  const query = { page: 1, limit: limits.pageSize }
  const first = await list.page(query)
  if (first === undefined) return probe.looseRecords(kind.call, { query })
  await list.checkPages(first)
  for (const filter of kind.filters) {
    if (filter.beyond && !first.meta.filters?.includes(filter.param)) continue
    await list.checkFilter(filter, first.content)
  }
  for (const sort of first.meta.sorts ?? []) await list.checkSort(sort)
  await list.checkBadInput()
  const { count, atLeast } = first.meta
  const isKnown = kind.grows !== true && atLeast !== true && !list.isMisplaced
  await checkAllRows(probe, kind.call, { query: always }, isKnown ? count : undefined)
  return first.content
}

class ListProbe {
  readonly #probe: Probe
  readonly #kind: ListKind
  readonly #always: Query
  /** What is wrong with pages shows in each of them, and in every search: it is told once. */
  isMisplaced = false

  constructor(probe: Probe, kind: ListKind, always: Query) {
    this.#probe = probe
    this.#kind = kind
    this.#always = always
  }

  async page(query: Query): Promise<Page | undefined> {
    // The schema of every call in the table is that of a paged list.
    const page = (await this.#probe.read(this.#kind.call, { query: { ...this.#always, ...query } })) as
      | Page
      | undefined
    if (page !== undefined && typeof query.page === 'number') await this.#checkMeta(page, query)
    return page
  }

  async #checkMeta({ content, meta }: Page, query: Query): Promise<void> {
    const { page, limit } = query
    if (meta.page !== page)
      this.#tell('data.meta.page', query, 'the page that was asked for', describe(meta.page))
    if (meta.limit !== limit)
      this.#tell('data.meta.limit', query, 'the size that was asked for', describe(meta.limit))
    // A size that is not heeded is told by that.
    const before = (Number(page) - 1) * meta.limit
    const due = Math.max(0, Math.min(meta.limit, meta.count - before))
    // Of a list that grows a row may have come between the page and its count.
    const isDue = this.#kind.grows ? content.length <= meta.limit : content.length === due
    if (!isDue && meta.atLeast !== true) {
      const contract = 'as many rows as size and data.meta.count say, on pages from 1'
      this.#misplaced(query, contract, await this.#cameOf(content, due, query))
    }
    const ids = idsOf(content)
    if (new Set(ids).size < ids.length) {
      this.#tell('data.content', query, 'every row once', 'rows with the same id')
    }
  }

  async #cameOf(content: readonly Row[], due: number, query: Query): Promise<string> {
    if (content.length > 0 || query.page !== 1) return `${content.length}, where ${due} are due`
    const zeroth = { query: { ...this.#always, ...query, page: 0 } }
    const isThere = (await this.#probe.looseRecords(this.#kind.call, zeroth)).length > 0
    return isThere ? 'none: they are on page 0' : `none, where ${due} are due`
  }

  async checkPages(first: Page): Promise<void> {
    await this.page({ page: 1, limit: 50 })
    if (first.meta.count > limits.pageSize) await this.#checkSecondPage(first)
    const beyond = Math.min(limits.lastPage, Math.ceil(first.meta.count / limits.pageSize) + 1000)
    const query = { page: beyond, limit: limits.pageSize }
    const last = await this.page(query)
    if (last === undefined) return
    // Of a list that says that there are more than it counts, nobody knows which page is the last.
    if (last.content.length > 0 && first.meta.atLeast !== true) {
      this.#misplaced(query, 'no rows: the page is past the last one', describe(last.content))
    }
    if (last.meta.count === 0 && first.meta.count > 0) {
      const contract = 'how many rows there are, by which the console finds the last page'
      this.#tell('data.meta.count', query, contract, 'the number 0')
    }
    this.#checkOrder(first)
  }

  async #checkSecondPage(first: Page): Promise<void> {
    const query = { page: 2, limit: limits.pageSize }
    const second = await this.page(query)
    if (second === undefined || idsOf(first.content).length === 0) return
    const shared = sharedIds(first, second)
    if (shared === 0) return
    const isSame = shared === second.content.length
    if (!isSame && this.#kind.grows) return
    // Somebody may have added a row between the two: read once more before it is told.
    const again = await this.page({ ...query, page: 1 })
    const repeated = await this.page(query)
    if (again === undefined || repeated === undefined || sharedIds(again, repeated) === 0) return
    const came = isSame ? 'the rows of page 1' : `${shared} rows that page 1 has too`
    this.#misplaced(query, 'the rows after those of page 1, in an order that stays the same', came)
  }

  #checkOrder({ content }: Page): void {
    const { newestBy, call } = this.#kind
    if (newestBy === undefined) return
    const times = content
      .map((row) => Date.parse(String(row[newestBy])))
      .filter((time) => !Number.isNaN(time))
    const isOrdered = times.every((time, at) => at === 0 || time <= (times[at - 1] ?? time))
    if (isOrdered) return
    this.#probe.findings.advise({
      call,
      at: `data.content[].${newestBy}`,
      sent: 'page 1',
      contract: 'the newest first: the console shows the rows in the platform’s order',
      came: 'another order',
    })
  }

  async checkFilter(filter: Filter, rows: readonly Row[]): Promise<void> {
    if (filter.kind === 'one') {
      for (const [value, fits] of filter.values) await this.#filtered(filter.param, value, fits)
      return
    }
    const { param, fields } = filter
    const holds = (text: string) => (row: Row) =>
      fields.some((field) =>
        String(row[field] ?? '')
          .toLowerCase()
          .includes(text.toLowerCase()),
      )
    const text = rows.flatMap((row) => fields.map((field) => row[field])).find(isSearchable)
    if (text !== undefined) {
      const found = await this.#filtered(param, text, holds(text))
      if (found?.content.length === 0 && !this.isMisplaced) {
        this.#tell('data.content', { [param]: text }, `the row that has this ${param}`, 'no rows')
      }
    }
    await this.#filtered(param, nowhere, holds(nowhere))
  }

  async #filtered(param: string, value: string, fits: (row: Row) => boolean): Promise<Page | undefined> {
    const query = { page: 1, limit: limits.pageSize, [param]: value }
    const page = await this.page(query)
    const stranger = page?.content.findIndex((row) => !fits(row)) ?? -1
    if (stranger >= 0) {
      const came = `a row that does not fit${page?.content.length === 1 ? '' : `, of ${page?.content.length}`}`
      this.#tell(`data.content[${stranger}]`, query, `only rows that the search ${param} fits`, came)
    }
    return page
  }

  /** A list that says that it sorts by a column does so, both ways. */
  async checkSort(sort: string): Promise<void> {
    const query = { page: 1, limit: limits.largestPage, sort }
    const [up, down] = [await this.page(query), await this.page({ ...query, sort: `-${sort}` })]
    if (up === undefined || down === undefined || up.content.length < 2) return
    if (idsOf(up.content).join() !== idsOf(down.content).join()) return
    this.#probe.findings.advise({
      call: this.#kind.call,
      at: `sort=-${sort}`,
      sent: `sort=${sort} and sort=-${sort}`,
      contract: 'the rows in the other order: data.meta.sorts says that the list is sorted by it',
      came: 'the same rows in the same order (right only where all have the same value)',
    })
  }

  /** What the console never sends; a platform that answers anything but a fault of its own is content enough. */
  async checkBadInput(): Promise<void> {
    const { call } = this.#kind
    const query = { page: 'x', limit: limits.pageSize }
    const answer = await this.#probe.answer(call, { query })
    if (answer?.envelope === undefined || answer.envelope.code !== 0) return
    this.#probe.findings.advise({
      call,
      at: 'page=x',
      sent: answer.sent,
      contract: 'a refusal with code 400: a page is a whole number from 1',
      came: 'it was accepted',
    })
  }

  #misplaced(query: Query, contract: string, came: string): void {
    if (!this.isMisplaced) this.#tell('data.content', query, contract, came)
    this.isMisplaced = true
  }

  #tell(at: string, query: Query, contract: string, came: string): void {
    const { call } = this.#kind
    this.#probe.findings.difference({
      call,
      at,
      sent: this.#probe.wordsOf(call, { query }),
      contract: withSection(call, contract),
      came,
    })
  }
}

/** A masked value ("138****0000") finds nothing, and neither does one that the search field does not hold. */
function isSearchable(value: unknown): value is string {
  return (
    typeof value === 'string' && value.trim() === value && /^[^*%_\\]{2,50}$/u.test(value) && value !== ''
  )
}

function idsOf(rows: readonly Row[]): string[] {
  return rows.map((row) => row.id).filter((id): id is string => typeof id === 'string')
}

function sharedIds(one: Page, other: Page): number {
  const ids = new Set(idsOf(one.content))
  return idsOf(other.content).filter((id) => ids.has(id)).length
}
