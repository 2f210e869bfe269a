import type { Action } from './actions.ts'
import {
  type Endpoint,
  type EndpointOptions,
  endpoint,
  type Nothing,
  type OperationType,
  type Schema,
} from './endpoint.ts'
import type { IconName } from './icons.ts'
import { codeOf } from './permission.ts'

/** The folders that hold the console's pages, in the menu's order; their codes are those of the permission tree. */
export const folders = {
  people: { code: 'uia.people', icon: 'people', name: { 'zh-cn': '人员与权限', en: 'People' } },
  platform: { code: 'uia.platform', icon: 'platform', name: { 'zh-cn': '平台', en: 'Platform' } },
  records: { code: 'uia.records', icon: 'records', name: { 'zh-cn': '日志', en: 'Logs' } },
} as const satisfies Record<string, { code: string; icon: IconName; name: Names }>
export type FolderKey = keyof typeof folders

/** In the languages of the console: the permission tree of the platform shows it, too. */
export type Names = Readonly<Record<'zh-cn' | 'en', string>>

/** A page of the console (specification section 2.1). */
export interface PageDefinition {
  readonly folder: FolderKey
  readonly path: string
  /** The page code of its menu entry. */
  readonly code: string
  readonly icon: IconName
  /** The call that it makes first, whose permissions open it: `list` unless said. */
  readonly firstCall?: string
}

/** Who may make the call: an action of the resource's page, any one of several codes, or everybody (who is signed in). */
type Rights =
  | { readonly action: Action; readonly anyOf?: never; readonly open?: never }
  | { readonly anyOf: readonly string[]; readonly action?: never; readonly open?: never }
  | { readonly open: true; readonly action?: never; readonly anyOf?: never }

type GivenEndpoint = Rights & {
  readonly summary: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  readonly data?: Schema
  /** What the operation log calls it, where its action does not tell. */
  readonly logs?: OperationType
  /** For a call that a platform may lack: what the console does without it. */
  readonly without?: string
} & EndpointOptions

type PartOf<G, Name extends string> = G extends { readonly [K in Name]: infer S extends Schema } ? S : Nothing
type EndpointOf<G> = Endpoint<PartOf<G, 'params'>, PartOf<G, 'query'>, PartOf<G, 'body'>, PartOf<G, 'data'>>

export interface Resource<Key extends string = string, Given = Record<string, GivenEndpoint>> {
  /** Also the namespace of its texts, the operation log's module, and the tag of its calls in the OpenAPI document. */
  readonly key: Key
  /** Its page's title and menu entry, and what the operation log calls it. */
  readonly name: Names
  /** What one of its records is called, in the middle of a sentence. */
  readonly one: Names
  readonly about: string
  /** The specification's sections. */
  readonly sections: string
  readonly page?: PageDefinition
  /** What its permissions allow, in the order in which the permission tree lists them. */
  readonly actions: readonly Action[]
  readonly endpoints: { readonly [Name in keyof Given]: EndpointOf<Given[Name]> }
}

const logged: Partial<Record<Action, OperationType>> = {
  add: 'add',
  update: 'update',
  delete: 'delete',
  updateEnable: 'enable',
  updateEnabled: 'enable',
  usersRolesUpdate: 'roles',
  addAll: 'discover',
  resetPassword: 'resetPassword',
  endSessions: 'endSessions',
}

/**
 * A resource, written once: the console's page and menu entry, permission codes and tree, the backend-for-frontend's
 * allow-list, the operation log's modules, the OpenAPI document and the conformance run follow from it.
 */
export function defineResource<
  const Key extends string,
  Given extends Readonly<Record<string, GivenEndpoint>>,
>(
  key: Key,
  given: {
    name: Names
    /** Its name unless said. */
    one?: Names
    /** What it is about; its name unless said. */
    about?: string
    /** None where it is beyond the specification. */
    sections?: string
    page?: PageDefinition & { firstCall?: keyof Given & string }
    /** Actions that only calls of other resources ask for. */
    moreActions?: readonly Action[]
    /** For a resource beyond the specification, all of whose calls a platform may lack: what the console does without it. */
    without?: string
    endpoints: Given
  },
): Resource<Key, Given> {
  const {
    name,
    one = name,
    about = name.en,
    sections = 'beyond',
    page,
    moreActions = [],
    without,
    endpoints,
  } = given
  const built = Object.entries<GivenEndpoint>(endpoints).map(([call, one]) => {
    const { action, anyOf, open: _, logs, ...rest } = one
    const type = logs ?? (action && logged[action])
    const permissions = action === undefined ? (anyOf ?? []) : [codeOf(key, action)]
    return [
      call,
      endpoint({
        ...(without !== undefined && { without }),
        ...rest,
        permissions,
        ...(type && { operation: { module: key, type } }),
      }),
    ] as const
  })
  const asked = Object.values<GivenEndpoint>(endpoints).flatMap(({ action }) => action ?? [])
  return {
    key,
    name,
    one,
    about,
    sections,
    page,
    actions: [...new Set([...asked, ...moreActions])],
    endpoints: Object.fromEntries(built) as Resource<Key, Given>['endpoints'],
  }
}
