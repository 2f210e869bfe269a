import { takePolicyReport } from '#lib/server/http/policy-report'
import { personOf } from '#lib/server/session/session'

/** What browsers refused because of the Content-Security-Policy. */
export async function POST(request: Request): Promise<Response> {
  return takePolicyReport(request, (await personOf(request.headers.get('cookie'))) !== undefined)
}
