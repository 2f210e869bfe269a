/** The sheet of a list's rows, as the address has it. */
export interface RowSheet {
  /** The id of the row whose sheet is open. */
  opened: string | undefined
  open: (id: string) => void
  close: () => void
  /** The record is gone: nothing asks for it any more. */
  forget: (id: string) => void
  hrefOf: (id: string) => string
}
