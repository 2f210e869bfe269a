import type { Endpoint } from '#contracts/endpoint'
import type { PageMeta } from '#contracts/page'

/** What a list page hands to its list: a page of rows, or why there is none. */
export type ListResult<Row> =
  | {
      ok: true
      rows: Row[]
      meta: PageMeta
      /** The record that the address opens, where it is not among them, as far as it can be had. */
      opened?: Row | undefined
    }
  | { ok: false; message: string }

/** A result that is here, or one that is on its way when the page already shows. */
export type DeferredResult<Row> = { now: ListResult<Row> } | { later: Promise<ListResult<Row>> }

interface WithCalls {
  readonly endpoints: Readonly<Record<string, Endpoint>>
}

/** Which of a resource's calls the person may make, by name. */
export type May<R extends WithCalls> = Readonly<Record<keyof R['endpoints'], boolean>>

/** What a page hands to the list of a resource. */
export interface ListProps<Row, R extends WithCalls> {
  title: string
  result: DeferredResult<Row>
  /** What the address says now, by field name. */
  values: Record<string, string>
  may: May<R>
  /** The address of the list of accounts, for who may see it. */
  accounts?: string | undefined
  /** Under what the operation log has these records, for who may read it. */
  history?: string | undefined
  /** The resource's key, where all that the list finds can be had as a file. */
  exports?: string | undefined
}
