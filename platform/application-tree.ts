import type { ThemeCode } from '#contracts/session'
import type { Queries } from '#platform/db/schema'
import { plantResources } from './planted-resources.ts'

/** Specification section 3: 0 application, 1 directory, 2 menu or page, 3 button or interface, 4 component. */
export const nodeTypes = { application: 0, directory: 1, page: 2, button: 3, component: 4 } as const

/** A node to plant, with those below it in their order. */
export interface Sprout {
  code: string
  name: string
  type: keyof Omit<typeof nodeTypes, 'application'>
  path?: string
  icon?: string
  method?: 'GET' | 'POST'
  below?: readonly Sprout[]
}

export interface ApplicationSprout {
  code: string
  name: string
  sort: number
  /** "0": built in, not to be edited or deleted. */
  insideFlag: '0' | '1'
  openMode: '1' | '2'
  /** How the console looks inside it (specification section 9); the default where there is none. */
  themeCode?: ThemeCode
  appUrlAddress?: string
  below: readonly Sprout[]
}

/**
 * Stores an application and its tree, whose pages are resources that it has taken from the pool. Gives the ids by code,
 * the application's own included.
 */
export async function plantApplication(
  db: Queries,
  now: Date,
  newId: () => string,
  application: ApplicationSprout,
): Promise<Map<string, string>> {
  const root = newId()
  const ids = new Map([[application.code, root]])
  const shared = { app_id: root, enabled: true, inside_flag: application.insideFlag, created_time: now }
  const rowsBelow = (parent: string, sprouts: readonly Sprout[]): NodeRow[] =>
    sprouts.flatMap((sprout, index) => {
      const id = newId()
      ids.set(sprout.code, id)
      const row = {
        ...shared,
        id,
        pid: parent,
        code: sprout.code,
        name: sprout.name,
        type: nodeTypes[sprout.type],
        path: sprout.path ?? null,
        icon: sprout.icon ?? null,
        method: sprout.method ?? null,
        sort: index + 1,
      }
      return [row, ...rowsBelow(id, sprout.below ?? [])]
    })
  const nodes = rowsBelow(root, application.below)
  const resources = await plantResources(db, newId, nodes)
  await db
    .insertInto('menu_node')
    .values([
      {
        ...shared,
        id: root,
        pid: null,
        code: application.code,
        name: application.name,
        type: nodeTypes.application,
        path: null,
        icon: null,
        method: null,
        sort: application.sort,
      },
      ...nodes.map((node) => ({ ...node, resource_id: resources.get(node.id) ?? null })),
    ])
    .execute()
  await db
    .insertInto('application')
    .values({
      id: root,
      type: '0',
      app_mode: '1',
      open_mode: application.openMode,
      app_url_address: application.appUrlAddress ?? null,
      theme_code: application.themeCode ?? null,
    })
    .execute()
  const taken = nodes.flatMap(({ id, type }) => {
    const resource = type === nodeTypes.page ? resources.get(id) : undefined
    return resource === undefined ? [] : [{ resource_id: resource, app_id: root }]
  })
  await db.insertInto('application_resource').values(taken).execute()
  return ids
}

export interface NodeRow {
  id: string
  app_id: string
  pid: string | null
  code: string
  name: string
  type: number
  path: string | null
  icon: string | null
  method: string | null
  sort: number
  enabled: boolean
  inside_flag: string
  created_time: Date
}
