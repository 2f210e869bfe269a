import * as account from './account.ts'
import * as alarm from './alarm.ts'
import * as allocation from './allocation.ts'
import * as apply from './apply.ts'
import * as assets from './assets.ts'
import * as department from './department.ts'
import type { Endpoint } from './endpoint.ts'
import * as image from './image.ts'
import * as log from './log.ts'
import * as menu from './menu.ts'
import * as online from './online.ts'
import * as organization from './organization.ts'
import * as role from './role.ts'
import * as session from './session.ts'
import * as user from './user.ts'

/** Every call there is (specification section 7): the BFF's allow-list, and what the documents are made of. */
export const endpoints = {
  'session.captcha': session.captcha,
  'session.signInToken': session.signInToken,
  'session.signOut': session.signOut,
  'session.currentUser': session.currentUser,
  'session.listUserOrganizations': session.listUserOrganizations,
  'session.listOrganizations': session.listOrganizations,
  'session.listSystems': session.listSystems,
  'session.mainMenu': session.mainMenu,
  'user.update': user.update,
  'user.sendSmsCode': user.sendSmsCode,
  'image.upload': image.upload,
  'image.read': image.read,
  'alarm.count': alarm.count,
  'account.list': account.list,
  'account.detail': account.detail,
  'account.add': account.add,
  'account.update': account.update,
  'account.remove': account.remove,
  'account.updateEnable': account.updateEnable,
  'account.usersRoles': account.usersRoles,
  'account.updateRoles': account.updateRoles,
  'account.listRole': account.listRole,
  'department.list': department.list,
  'department.detail': department.detail,
  'department.add': department.add,
  'department.update': department.update,
  'department.remove': department.remove,
  'department.updateEnable': department.updateEnable,
  'department.listByOrganization': department.listByOrganization,
  'role.list': role.list,
  'role.detail': role.detail,
  'role.add': role.add,
  'role.update': role.update,
  'role.remove': role.remove,
  'organization.list': organization.list,
  'organization.detail': organization.detail,
  'organization.add': organization.add,
  'organization.update': organization.update,
  'organization.remove': organization.remove,
  'organization.updateEnable': organization.updateEnable,
  'allocation.list': allocation.list,
  'allocation.listConfig': allocation.listConfig,
  'allocation.add': allocation.add,
  'allocation.update': allocation.update,
  'allocation.remove': allocation.remove,
  'allocation.updateEnable': allocation.updateEnable,
  'apply.list': apply.list,
  'apply.detail': apply.detail,
  'apply.add': apply.add,
  'apply.update': apply.update,
  'apply.remove': apply.remove,
  'apply.updateEnable': apply.updateEnable,
  'apply.findAllPoolResource': apply.findAllPoolResource,
  'assets.findSystem': assets.findSystem,
  'assets.findAll': assets.findAll,
  'assets.addAll': assets.addAll,
  'assets.getAddStatus': assets.getAddStatus,
  'menu.tree': menu.tree,
  'menu.findAllPermission': menu.findAllPermission,
  'menu.parentTree': menu.parentTree,
  'menu.add': menu.add,
  'menu.update': menu.update,
  'menu.remove': menu.remove,
  'menu.updateEnable': menu.updateEnable,
  'log.listOperations': log.listOperations,
  'log.listEntries': log.listEntries,
  'online.list': online.list,
} as const satisfies Record<string, Endpoint>
export type EndpointName = keyof typeof endpoints

interface Place {
  methods: Map<string, Endpoint>
  pattern: RegExp
}
const places = new Map<string, Place>()
for (const endpoint of Object.values<Endpoint>(endpoints)) {
  const place = places.get(endpoint.path) ?? { methods: new Map(), pattern: patternOf(endpoint.path) }
  place.methods.set(endpoint.method, endpoint)
  places.set(endpoint.path, place)
}
/** Paths without parameters are looked up whole; only those with parameters are tried by pattern. */
const placesWithParameters = [...places].filter(([path]) => path.includes('{')).map(([, place]) => place)

function patternOf(path: string): RegExp {
  const source = path
    .split(/\{\w+\}/)
    .map((literal) => literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[A-Za-z0-9_-]{1,64}')
  return new RegExp(`^${source}$`)
}

/**
 * Finds the call of a method and a raw, still percent-encoded path without its query. Nothing is decoded, normalised or
 * made lower case: what is not in the table, character by character, is no call.
 * Gives the endpoint, or the allowed methods of a path that has no such method, or nothing.
 */
export function match(
  method: string,
  rawPath: string,
): { endpoint: Endpoint } | { allow: string[] } | undefined {
  const whole = rawPath.includes('{') ? undefined : places.get(rawPath)
  const methods = (whole ?? placesWithParameters.find(({ pattern }) => pattern.test(rawPath)))?.methods
  if (methods === undefined) return undefined
  const endpoint = methods.get(method)
  return endpoint === undefined ? { allow: [...methods.keys()] } : { endpoint }
}
