import * as z from 'zod/mini'
import { binCalls } from './bin.ts'
import { codeText } from './code-text.ts'
import {
  flag,
  id,
  isControl,
  optionalFlag,
  optionalId,
  optionalNumber,
  optionalText,
  requiredId,
  requiredText,
  searchText,
  shownText,
  strippedRemark,
  version,
} from './endpoint.ts'
import { impactCalls } from './impact.ts'
import { limits } from './limits.ts'
import { patterns } from './patterns.ts'
import { permissionNode } from './permission-node.ts'
import { plainDigits } from './plain-text.ts'
import { defineResource } from './resource.ts'
import { type MenuNode, nodeType } from './session.ts'
import { switchCall } from './standard-calls.ts'
import { text as plainText } from './text.ts'
import { type NodeType, nodeTypes } from './type-codes.ts'
import { wholeList } from './whole-list.ts'

/** Menus (specification sections 2.15, 3, 4, 5, 7). */

export { type NodeType, nodeTypes }

export const requestMethods = ['GET', 'POST', 'PUT', 'DELETE'] as const
export const requestMethod = z.enum(requestMethods, 'requestMethod')

/** `insideFlag` "0" is built in: not edited, not deleted, but switched. `isControl` 0 disables the row's buttons. */
export interface MenuRow extends Omit<MenuNode, 'granted' | 'btns' | 'discoverType' | 'children'> {
  method?: string | null
  discoverType?: string | null
  description?: string | null
  systemName?: string | null
  enabled?: boolean | null
  pid?: string | null
  createType?: string | null
  isControl?: number | null
  version?: string | null
  children?: MenuRow[] | null
}

export const menuRow: z.ZodMiniType<MenuRow> = z.object({
  id,
  systemId: optionalId,
  name: shownText,
  nameEn: optionalText,
  code: optionalText,
  path: optionalText,
  type: nodeType,
  icon: optionalText,
  sort: optionalNumber,
  method: optionalText,
  discoverType: optionalText,
  description: optionalText,
  systemName: optionalText,
  enabled: optionalFlag,
  insideFlag: optionalText,
  pid: optionalText,
  component: optionalText,
  linkUrl: optionalText,
  iFrame: optionalFlag,
  createType: optionalText,
  isControl,
  version,
  get children() {
    return z.nullish(z.array(menuRow))
  },
})

/** `searchStr` matches the directory name. */
export const menuSearch = z.object({ searchStr: searchText })

/**
 * Section 4: what may hang below what. `parent` is the parent's type; none, or an application, is the root.
 * Gives a message key, or nothing when the place is allowed. A component, of which the specification says nothing, may
 * hang where a page can stand or be shown: below a directory or a menu.
 */
export function menuParentFault(type: number, parent: number | undefined) {
  const { application, directory, menu, button, component } = nodeTypes
  switch (type) {
    case directory:
      return parent === undefined || parent === application || parent === directory
        ? undefined
        : 'parentOfDirectory'
    case menu:
      return parent === directory ? undefined : 'parentOfMenu'
    case button:
      return parent === menu ? undefined : 'parentOfButton'
    case component:
      return parent === directory || parent === menu ? undefined : 'parentOfComponent'
    default:
      return 'entryTypeRequired'
  }
}

const sort = z.pipe(
  z.union(
    [
      z.number(),
      z.string().check(z.overwrite(plainDigits), z.minLength(1, { error: 'sortRequired', abort: false })),
    ],
    'sortRequired',
  ),
  z.pipe(
    z.transform((value: number | string) => Number(value)),
    z
      .number('sortRange')
      .check(
        z.int('sortRange'),
        z.gte(limits.smallestSort, 'sortRange'),
        z.lte(limits.largestSort, 'sortRange'),
      ),
  ),
)

const everyEntry = {
  systemId: optionalId,
  name: requiredText(limits.menuName, 'menuNameRequired').check(z.regex(patterns.menuName, 'menuName')),
  nameEn: z.nullish(plainText().check(z.maxLength(limits.menuName, `tooLong:${limits.menuName}`))),
  code: codeText(limits.menuCode, 'resourceCodeRequired').check(z.regex(patterns.menuCode, 'menuCode')),
  path: requiredText(limits.menuPath, 'pathRequired').check(z.regex(patterns.menuPath, 'menuPath')),
  sort,
  pid: requiredId('parentRequired'),
  description: strippedRemark(limits.menuDescription),
}
const icon = z.nullish(
  plainText().check(
    z.maxLength(limits.menuIcon, `tooLong:${limits.menuIcon}`),
    z.regex(patterns.menuIcon, 'menuIcon'),
  ),
)
const component = requiredText(limits.menuComponent, 'componentRequired').check(
  z.regex(patterns.menuPath, 'menuPath'),
)
const linkUrl = requiredText(limits.menuLink, 'linkRequired').check(z.regex(patterns.linkUrl, 'linkUrl'))

/** Which fields an entry has depends on its type (MENU-3); a menu shows a component, or with `iFrame` a link address. */
function entryOf<Extra extends Record<string, z.ZodMiniType>>(extra: Extra) {
  return z.discriminatedUnion(
    'type',
    [
      z.object({ type: z.literal(nodeTypes.directory), ...everyEntry, icon, ...extra }),
      z.discriminatedUnion('iFrame', [
        z.object({
          type: z.literal(nodeTypes.menu),
          iFrame: z.optional(z.literal(false)),
          ...everyEntry,
          icon,
          component,
          ...extra,
        }),
        z.object({
          type: z.literal(nodeTypes.menu),
          iFrame: z.literal(true),
          ...everyEntry,
          icon,
          linkUrl,
          ...extra,
        }),
      ]),
      z.object({ type: z.literal(nodeTypes.button), ...everyEntry, method: requestMethod, ...extra }),
      z.object({ type: z.literal(nodeTypes.component), ...everyEntry, icon, component, ...extra }),
    ],
    'entryTypeRequired',
  )
}

export const menuForm = entryOf({})
export type MenuForm = z.input<typeof menuForm>

export const menu = defineResource('menu', {
  name: { 'zh-cn': '菜单管理', en: 'Menus' },
  about: 'Menus: the tree of pages and permissions',
  sections: '2.15, 3, 4, 5, 7',
  page: { folder: 'platform', path: '/menu/index', code: 'uia.menu.list', icon: 'menu', firstCall: 'tree' },
  moreActions: ['findAllPermission'],
  endpoints: {
    /** Application nodes with their children. */
    tree: {
      summary: 'The menu tree of all applications',
      method: 'GET',
      path: '/sys/menuManage/page/loadPermissionTree',
      action: 'search',
      query: menuSearch,
      data: wholeList(menuRow),
    },
    /**
     * The permission tree of the role dialog: the enabled nodes of the enabled applications; for others than super
     * administrators cut to what they may grant in the organization `orgId`, or without it in that of the business header.
     */
    findAllPermission: {
      summary: 'The permission tree that a role can be given',
      method: 'GET',
      path: '/sys/menuManage/page/findAllPermission',
      anyOf: ['uia.menu.findAllPermission', 'uia.role.add', 'uia.role.update'],
      query: z.object({ orgId: z.optional(id) }),
      data: wholeList(permissionNode),
    },
    /** The parent tree of the menu dialog; its path is ours, the specification shows none. */
    parentTree: {
      summary: 'The tree of possible parents',
      method: 'GET',
      path: '/sys/menuManage/page/loadMenuTree',
      anyOf: ['uia.menu.search', 'uia.menu.add', 'uia.menu.update'],
      query: z.object({ isShowMenu: z.optional(flag), isShowChildren: z.optional(flag) }),
      data: wholeList(menuRow),
      without: 'The menu dialog takes its parents from the whole menu tree.',
    },
    add: {
      summary: 'Adds a menu entry',
      method: 'POST',
      path: '/sys/menuManage/page/list/add',
      action: 'add',
      body: menuForm,
    },
    update: {
      summary: 'Changes a menu entry',
      method: 'POST',
      path: '/sys/menuManage/page/list/update',
      action: 'update',
      body: entryOf({ id, version }),
    },
    /** The trailing slash is the specification's. */
    ...impactCalls('a menu entry', '/sys/menuManage/page', ['uia.menu.updateEnabled', 'uia.menu.delete']),
    ...binCalls('a menu entry, with all below it', '/sys/menuManage/page', 'uia.menu.delete'),
    remove: {
      summary: 'Deletes a menu entry',
      method: 'POST',
      path: '/sys/menuManage/page/list/delete/{resourceId}/',
      action: 'delete',
      params: z.object({ resourceId: id }),
      query: z.object({ systemId: z.optional(id) }),
    },
    updateEnable: {
      ...switchCall('Enables or disables a menu entry', '/sys/menuManage/page/list/updateEnabled', 'either'),
      action: 'updateEnabled',
    },
  },
})
export const {
  tree,
  findAllPermission,
  parentTree,
  add,
  update,
  remove,
  updateEnable,
  impact,
  impactOfMany,
  deleted,
  restore,
} = menu.endpoints
