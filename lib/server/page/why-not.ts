import 'server-only'
import { headers } from 'next/headers'
import { type AccessAnswer, accessObstacles, explain } from '#contracts/access'
import { permits } from '#contracts/permission'
import { type ConsolePage, consolePages } from '#lib/console-pages'
import type { Locale } from '#lib/i18n/locale'
import { actionName } from '#lib/permissions'
import { read, requestContext } from './request-context'

export interface WhyNot {
  page: ConsolePage
  orgId: string
  organization: string
  /** In the organization, and so in another system of it: the menu of this one has the page not. */
  allowed: boolean
  obstacle: (typeof accessObstacles)[number] | undefined
  givers: AccessAnswer['givers']
}

/**
 * Why the person may not see the page of this request here, and who could change that; nothing where they may, or where the
 * platform does not tell. Next makes the page that tells it ready with every other one.
 */
export async function whyNot(): Promise<WhyNot | undefined> {
  const pathname = (await headers()).get('x-pathname')
  const page = consolePages.find(({ path }) => path === pathname)
  const context = await requestContext()
  if (page === undefined || !context.ok || context.data.session.context === undefined) return undefined
  if (permits(context.data.grant, page.permissions)) return undefined
  const { orgId, orgName } = context.data.session.context
  const answer = await read(explain, { query: { orgId, codes: page.permissions.join(',') } })
  if (!answer.ok) return undefined
  const { allowed, givers } = answer.data
  const obstacle = accessObstacles.find((one) => one === answer.data.obstacle)
  return { page, orgId, organization: orgName, allowed, obstacle, givers }
}

/** What the permission is called: the page, and what it allows there. */
export function permissionName({ name, permissions }: ConsolePage, locale: Locale): string {
  return `${name[locale]} / ${actionName(permissions[0], locale)}`
}
