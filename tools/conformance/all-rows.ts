import type { Endpoint } from '#contracts/endpoint'
import { type EndpointName, endpoints } from '#contracts/registry'
import { rowsBeginning, rowsClientHeader, rowsEnd, rowsType } from '#contracts/rows'
import { parseExact } from '#lib/exact-json'
import { withSection } from './answer.ts'
import { describe } from './mask.ts'
import type { Probe } from './probe.ts'
import type { RawInput } from './request.ts'

/** Of a list that a platform may answer whole: that it does so rightly, or gives a page as if nobody had asked. */
export async function checkAllRows(
  probe: Probe,
  call: EndpointName,
  input: RawInput,
  count: number | undefined,
) {
  const endpoint: Endpoint = endpoints[call]
  if (endpoint.columns === undefined) return
  const answer = await probe.send(call, input, { headers: { accept: `${rowsType}, application/json;q=0.5` } })
  if (answer === undefined || !answer.incoming.headers['content-type']?.startsWith(rowsType)) return
  const tell = (at: string, contract: string, came: unknown) =>
    probe.findings.difference({
      call,
      at,
      sent: `${answer.sent} (accept: ${rowsType})`,
      contract: withSection(call, contract),
      came: describe(came),
    })
  const lines = answer.incoming.body.toString('utf8').trimEnd().split('\n').map(jsonOf)
  const [first, last, rows] = [lines[0], lines.at(-1), lines.slice(1, -1)]
  const begin = rowsBeginning.safeParse(first)
  if (!begin.success) tell('first line', '{"begin":{"id":…}}', first)
  if (begin.data?.begin.key)
    tell('key', `no key without ${rowsClientHeader}: systems have tokens, too`, first)
  const end = rowsEnd.safeParse(last)
  if (!rows.every(Array.isArray))
    tell(
      'lines between',
      'arrays of rows',
      rows.find((row) => !Array.isArray(row)),
    )
  const told = rows.flat().length
  if (!end.success || end.data.end.rows !== told) tell('last line', `{"end":{"rows":${told}}}`, last)
  const content = (endpoint.data as unknown as { shape: { content: typeof endpoint.data } }).shape.content
  const read = content.safeParse(rows.flat())
  if (!read.success) tell('rows', 'rows of the list', read.error.issues[0]?.path)
  if (count !== undefined && told !== count) tell('rows', `all ${count} of data.meta.count`, told)
}

function jsonOf(line: string): unknown {
  try {
    return parseExact(line)
  } catch {
    return line
  }
}
