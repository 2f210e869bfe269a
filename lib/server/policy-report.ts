import 'server-only'
import * as z from 'zod/mini'
import { answerHeaders } from './answers'
import { config } from './config'
import { parseJson } from './parse-json'
import { isTooMany } from './rate-limit'
import { shortBody } from './request-body'

/** Bytes of one report, or of a bundle of them. */
const largestReport = 16 * 1024
/** The same violation is told once in this time (milliseconds), and at most so many different ones. */
const period = 60 * 60 * 1000
const mostInPeriod = 100
const told = new Map<string, number>()

const text = z.catch(z.string(), '')
const line = z.catch(z.optional(z.number()), undefined)
/** `report-uri` sends the first shape, the Reporting API a list of the second. */
const report = z.union([
  z.object({
    'csp-report': z.object({
      'document-uri': text,
      'effective-directive': text,
      'violated-directive': text,
      'blocked-uri': text,
      'source-file': text,
      'line-number': line,
    }),
  }),
  z.object({
    body: z.object({
      documentURL: text,
      effectiveDirective: text,
      blockedURL: text,
      sourceFile: text,
      lineNumber: line,
    }),
  }),
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
 */
export async function takePolicyReport(request: Request, now = Date.now()): Promise<Response> {
  if (isTooMany(request.headers, null)) return nothing(429)
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/(?:csp-report|reports\+json|json)\s*(?:;|$)/i.test(type)) {
    return nothing(415)
  }
  const body = await shortBody(request, largestReport, config().timeout)
  const parsed = reports.safeParse(parseJson(body ?? ''))
  if (!parsed.success) return nothing(400)
  for (const one of parsed.data) tell(describe(one), now)
  return nothing(204)
}

function nothing(status: number): Response {
  return new Response(null, { status, headers: answerHeaders() })
}

function describe(one: z.output<typeof report>): string {
  const { directive, blocked, page, source, at } =
    'body' in one
      ? {
          directive: one.body.effectiveDirective,
          blocked: one.body.blockedURL,
          page: one.body.documentURL,
          source: one.body.sourceFile,
          at: one.body.lineNumber,
        }
      : {
          directive: one['csp-report']['effective-directive'] || one['csp-report']['violated-directive'],
          blocked: one['csp-report']['blocked-uri'],
          page: one['csp-report']['document-uri'],
          source: one['csp-report']['source-file'],
          at: one['csp-report']['line-number'],
        }
  const from = source === '' ? '' : `, from ${plain(source)}${at === undefined ? '' : `:${at}`}`
  return `content policy: ${plain(directive)} refused ${plain(blocked)} on ${plain(page)}${from}`
}

/** Addresses are told without their query, which may name people. */
function plain(value: string): string {
  const short = (value.split(/[?#]/)[0] ?? '').slice(0, 200)
  return short.replace(/[^\x21-\x7e]/g, '.') || 'nothing'
}

function tell(message: string, now: number): void {
  for (const [known, at] of told) if (now - at > period) told.delete(known)
  if (told.has(message) || told.size >= mostInPeriod) return
  told.set(message, now)
  console.error(message)
}
