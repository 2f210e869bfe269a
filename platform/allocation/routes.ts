import type { Routes } from '#platform/http/call'
import { readRoutes } from './read.ts'
import { writeRoutes } from './write.ts'

export function allocationRoutes(routes: Routes): void {
  readRoutes(routes)
  writeRoutes(routes)
}
