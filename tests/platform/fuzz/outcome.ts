import type { Endpoint } from '#contracts/endpoint'
import { match } from '#contracts/registry'
import type { RowChange } from './changes.ts'
import type { Generated } from './requests.ts'

/** A request with its answer. */
export interface Answered {
  request: Generated
  /** The call of the contract that it reached, whatever it was made for. */
  endpoint: Endpoint | undefined
  status: number
  type: string
  text: string
  milliseconds: number
}

/** What came of a request. */
export interface Outcome extends Answered {
  changes: readonly RowChange[]
  /** Lines of the log that tell of a fault. */
  faults: readonly string[]
}

export function endpointOf({ method, path }: Pick<Generated, 'method' | 'path'>): Endpoint | undefined {
  const found = match(method === 'HEAD' ? 'GET' : method, new URL(`http://platform${path}`).pathname)
  return found !== undefined && 'endpoint' in found ? found.endpoint : undefined
}

export function succeeded({ status }: Answered): boolean {
  return status < 400
}
