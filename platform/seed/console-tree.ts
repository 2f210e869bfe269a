import { readFileSync } from 'node:fs'
import { actionNames } from '#contracts/actions'
import { systemTypes } from '#contracts/allocation'
import { consoleName } from '#contracts/console-name'
import type { Endpoint } from '#contracts/endpoint'
import { codeOf, consoleSystem } from '#contracts/permission'
import { endpoints, resources } from '#contracts/registry'
import { folders, type PageDefinition, type Resource } from '#contracts/resource'
import type { ApplicationSeed, SeedNode } from './seed-node.ts'

const calls: readonly Endpoint[] = Object.values(endpoints)

/** The call that a permission code is first of all for. */
function callOf(code: string): Pick<Endpoint, 'method' | 'path'> {
  const own = calls.filter(({ permissions }) => permissions[0] === code)
  // Not what is asked before a deletion, or shown of what was deleted: the calls of the specification, else those that change.
  const call =
    own.find(({ without }) => without === undefined) ??
    own.find(({ operation }) => operation !== undefined) ??
    own[0] ??
    calls.find(({ permissions, widenedBy = [] }) => [...permissions, ...widenedBy].includes(code))
  if (call === undefined) throw new Error(`no call asks for ${code}`)
  return call
}

function pageOf({ key, name, actions }: Resource, { code, path, icon }: PageDefinition): SeedNode {
  const below = actions.map((action): SeedNode => {
    const permission = codeOf(key, action)
    const call = callOf(permission)
    return {
      code: permission,
      name: actionNames[action]['zh-cn'],
      type: 'button',
      method: call.method,
      path: call.path,
    }
  })
  return { code, name: name['zh-cn'], type: 'menu', path, component: path.slice(1), icon, below }
}

/**
 * This console as an application: its pages and every permission code of specification section 6, in full form.
 * The names are Chinese; the console translates the codes it knows.
 */
export const consoleApplication: ApplicationSeed = {
  code: consoleSystem,
  name: consoleName['zh-cn'],
  sort: 1,
  insideFlag: '0',
  openMode: '1',
  icon: readFileSync(new URL('pictures/console.png', import.meta.url)),
  below: Object.entries(folders).map(([folder, { code, icon, name }]) => ({
    code,
    name: name['zh-cn'],
    type: 'directory',
    path: `/${code.replaceAll('.', '/')}`,
    icon,
    below: Object.values<Resource>(resources).flatMap((resource) =>
      resource.page?.folder === folder ? [pageOf(resource, resource.page)] : [],
    ),
  })),
}

/** The console as a registered system: it is no sub-application, hence without host and port. */
export const consoleRegistration = {
  code: consoleApplication.code,
  name: consoleApplication.name,
  version: '1.0.0',
  type: systemTypes.managementPlatform,
  enable: true,
} as const
