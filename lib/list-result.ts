import type { PageMeta } from '#contracts/endpoint'

/** What a list page hands to its list: a page of rows, or why there is none. */
export type ListResult<Row> = { ok: true; rows: Row[]; meta: PageMeta } | { ok: false; message: string }

/** A result that is here, or one that is on its way when the page already shows. */
export type Coming<Row> = { now: ListResult<Row> } | { later: Promise<ListResult<Row>> }
