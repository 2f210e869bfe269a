import type { NextRequest } from 'next/server'
import { getTranslations } from 'next-intl/server'
import { systemPlace } from '#contracts/allocation'
import { codes } from '#contracts/envelope'
import { failed, succeeded } from '#lib/result'
import { sessionRoute } from '#lib/server/bff/session-route'
import { checkRefusal, placeFault } from '#lib/server/bff/system-check'
import { envelopeResponse } from '#lib/server/http/responses'

/** Says before a system is stored what of it this console could not show: a refusal names the field. */
export function POST(request: NextRequest): Promise<Response> {
  return sessionRoute(request, systemPlace, async (call) => {
    const refusal = await checkRefusal(call)
    if (refusal !== undefined) return failed(refusal)
    const fault = await placeFault(call.body)
    if (fault === undefined) return succeeded(envelopeResponse(200, { code: 0, data: null }))
    const t = await getTranslations({ locale: call.locale, namespace: 'allocation.faults' })
    const message = t(fault.key)
    return failed({
      status: codes.conflict,
      key: 'badInput',
      message,
      data: [{ field: fault.field, message }],
    })
  })
}
