import type { Routes } from '#platform/http/call'
import { poolTreeRoutes } from './pool-tree.ts'
import { readRoutes } from './read.ts'
import { removeRoutes } from './remove.ts'
import { writeRoutes } from './write.ts'

export function applyRoutes(routes: Routes): void {
  readRoutes(routes)
  poolTreeRoutes(routes)
  writeRoutes(routes)
  removeRoutes(routes)
}
