import { takePolicyReport } from '#lib/server/http/policy-report'

/** What browsers refused because of the Content-Security-Policy. */
export function POST(request: Request): Promise<Response> {
  return takePolicyReport(request)
}
