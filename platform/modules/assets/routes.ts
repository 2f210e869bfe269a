import type { Route } from '#platform/kernel/http/call'
import { discoverRoutes } from './discover.ts'
import { readRoutes } from './read.ts'

export const assetsRoutes: readonly Route[] = [...readRoutes, ...discoverRoutes]
