import type { Routes } from '#platform/http/call'
import { profileRoutes } from './profile.ts'
import { smsCodeRoutes } from './sms-code.ts'
import type { Deliver } from './sms-delivery.ts'

export function userRoutes(routes: Routes, deliver: Deliver): void {
  profileRoutes(routes)
  smsCodeRoutes(routes, deliver)
}
