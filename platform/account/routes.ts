import type { Routes } from '#platform/http/call'
import { readRoutes } from './read.ts'
import { roleRoutes } from './roles.ts'
import { stateRoutes } from './state.ts'
import { writeRoutes } from './write.ts'

export function accountRoutes(routes: Routes): void {
  readRoutes(routes)
  writeRoutes(routes)
  stateRoutes(routes)
  roleRoutes(routes)
}
