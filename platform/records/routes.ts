import type { Routes } from '#platform/http/call'
import { entryRoutes } from './entries.ts'
import { operationRoutes } from './operations.ts'

export function recordRoutes(routes: Routes): void {
  entryRoutes(routes)
  operationRoutes(routes)
}
