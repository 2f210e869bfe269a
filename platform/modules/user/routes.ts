import type { Route } from '#platform/kernel/http/call'
import { profileRoutes } from './profile.ts'
import { smsCodeRoutes } from './sms-code.ts'

export const userRoutes: readonly Route[] = [...profileRoutes, ...smsCodeRoutes]
