import 'server-only'
import * as z from 'zod/mini'
import { warnOnceIn } from '#lib/server/warn-once'
import { parseJson } from './parse-json'
import { isTooMany } from './rate-limit'
import { shortBody } from './request-body'
import { apiHeaders } from './responses'

/** Bytes of one report, or of a bundle of them. */
const largestReport = 16 * 1024
/**
 * The same violation is logged once an hour, and at most so many different ones: of those who are signed in, and of anybody,
 * who may have made it up and leaves the others their lines.
 */
const hour = 60 * 60 * 1000
const warnOncePerHour = { known: warnOnceIn(hour, 100), anybody: warnOnceIn(hour, 100) }

const fields = z.record(z.string(), z.unknown())
type Report = z.output<typeof fields>
/** `report-uri` sends the first shape, the Reporting API a list of the second. */
const report = z.union([
  z.pipe(
    z.object({ 'csp-report': fields }),
    z.transform((one) => one['csp-report']),
  ),
  z.pipe(
    z.object({ body: fields }),
    z.transform(({ body }) => body),
  ),
])
const reports = z.union([
  z.array(report).check(z.maxLength(50)),
  z.pipe(
    report,
    z.transform((one) => [one]),
  ),
])

/**
 * Takes what browsers report about the Content-Security-Policy, and writes one line for each new violation. They send no
 * header of ours, and from a foreign page where one tried to frame us, so that anybody may have made it up: it is data for
 * a reader, cut short and without any control character.
 * @param isKnown whether it comes with a session that opens
 */
export async function takePolicyReport(
  request: Request,
  isKnown: boolean,
  now = performance.now(),
): Promise<Response> {
  if (isTooMany(request.headers, null, 'report')) return nothing(429)
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/(?:csp-report|reports\+json|json)\s*(?:;|$)/i.test(type)) {
    return nothing(415)
  }
  const body = await shortBody(request, largestReport)
  const parsed = reports.safeParse(parseJson(body ?? ''))
  if (!parsed.success) return nothing(400)
  const warn = warnOncePerHour[isKnown ? 'known' : 'anybody']
  for (const one of parsed.data) warn(describe(one), undefined, now)
  return nothing(204)
}

function nothing(status: number): Response {
  return new Response(null, { status, headers: apiHeaders() })
}

function describe(one: Report): string {
  const directive = textOf(one, 'effectiveDirective', 'effective-directive', 'violated-directive')
  const blocked = textOf(one, 'blockedURL', 'blocked-uri')
  const page = textOf(one, 'documentURL', 'document-uri')
  const source = textOf(one, 'sourceFile', 'source-file')
  const line = one.lineNumber ?? one['line-number']
  const from = source === '' ? '' : `, from ${plain(source)}${typeof line === 'number' ? `:${line}` : ''}`
  return `content policy: ${plain(directive)} refused ${plain(blocked)} on ${plain(page)}${from}`
}

/** The first of these fields that says something. */
function textOf(one: Report, ...names: string[]): string {
  const texts = names.map((name) => one[name])
  return texts.find((text): text is string => typeof text === 'string' && text !== '') ?? ''
}

/** Addresses are told without their query, which may name people. */
function plain(value: string): string {
  const short = (value.split(/[?#]/)[0] ?? '').slice(0, 200)
  return short.replace(/[^\x21-\x7e]/g, '.') || 'nothing'
}
