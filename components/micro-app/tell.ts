import { bus } from 'wujie'
import { contractVersion } from '#lib/micro-messages'

export interface Address {
  /** The system's code. */
  to: string
  instanceId: string
}

/** Tells sub-applications something; wujie complains of what nobody listens to. */
export function tell(type: string, address: Address, payload: object = {}): void {
  const listening = [...(window.__WUJIE_INJECT?.appEventObjMap?.values() ?? [])].some(
    (events) => (events[type]?.length ?? 0) > 0,
  )
  if (listening) bus.$emit(type, { v: contractVersion, type, ...address, payload })
}
