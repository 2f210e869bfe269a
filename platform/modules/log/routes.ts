import type { Route } from '#platform/kernel/http/call'
import { entryRoutes } from './entries.ts'
import { operationRoutes } from './operations.ts'

export const logRoutes: readonly Route[] = [...entryRoutes, ...operationRoutes]
