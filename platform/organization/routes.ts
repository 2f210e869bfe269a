import type { Routes } from '#platform/http/call'
import { readRoutes } from './read.ts'
import { removeRoutes } from './remove.ts'
import { writeRoutes } from './write.ts'

export function organizationRoutes(routes: Routes): void {
  readRoutes(routes)
  writeRoutes(routes)
  removeRoutes(routes)
}
