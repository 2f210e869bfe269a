import type { NextRequest } from 'next/server'
import { sessionRoute } from '#lib/server/bff/session-route'
import { exportList, exportRequest } from '#lib/server/export/export-list'

/** A list as a file, with all that its search finds. */
export function POST(request: NextRequest): Promise<Response> {
  return sessionRoute(request, exportRequest, exportList)
}
