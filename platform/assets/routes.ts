import type { Routes } from '#platform/http/call'
import { discoverRoutes } from './discover.ts'
import { readRoutes } from './read.ts'

export function assetsRoutes(routes: Routes): void {
  readRoutes(routes)
  discoverRoutes(routes)
}
