import { keyHeader, keyText, lifetimeHeader } from '#contracts/idempotency'
import type { EndpointName } from '#contracts/registry'
import { type Answer, said } from '../answer.ts'
import type { Row } from '../list-filters.ts'
import type { Probe } from '../probe.ts'

export const underKey = (key: string) => ({ headers: { [keyHeader]: keyText(key) } })

/**
 * A write that was done under a key, once more: it has to be answered as the first time, and another one under that key
 * refused. Only where the platform says that it keeps keys: any other would do it twice.
 */
export async function checkRepeated(
  probe: Probe,
  call: EndpointName,
  body: Row,
  { key, first }: { key: string; first: Answer },
): Promise<void> {
  if (first.incoming.headers[lifetimeHeader] === undefined) return
  const tell = ({ sent }: Answer, contract: string, came: string) =>
    probe.findings.difference({ call, at: keyHeader, sent: `${sent} (a key used before)`, contract, came })
  const again = await probe.answer(call, { body }, underKey(key))
  const [one, other] = [first, again].map((answer) => JSON.stringify(answer?.envelope?.data ?? null))
  const isAlike = again?.envelope?.code === first.envelope?.code && one === other
  if (again !== undefined && !isAlike) {
    tell(again, 'the answer of the first time: under one key a write is done once', said(again))
  }
  const differing = await probe.answer(call, { body: { ...body, name: `${body.name}-2` } }, underKey(key))
  if (differing !== undefined && differing.incoming.status !== 422) {
    tell(differing, 'HTTP 422 for another request under the same key', said(differing))
  }
}
