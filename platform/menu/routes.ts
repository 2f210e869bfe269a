import type { Routes } from '#platform/http/call'
import { permissionTreeRoutes } from './permission-tree.ts'
import { readRoutes } from './read.ts'
import { removeRoutes } from './remove.ts'
import { writeRoutes } from './write.ts'

export function menuManageRoutes(routes: Routes): void {
  permissionTreeRoutes(routes)
  readRoutes(routes)
  writeRoutes(routes)
  removeRoutes(routes)
}
