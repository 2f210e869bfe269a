/** What came of something that may fail, told apart by `ok`. */
export type Result<Data, Failure> = { ok: true; data: Data } | { ok: false; failure: Failure }

export function succeeded<Data>(data: Data): { ok: true; data: Data } {
  return { ok: true, data }
}

export function failed<Failure>(failure: Failure): { ok: false; failure: Failure } {
  return { ok: false, failure }
}
