import * as accounts from '#contracts/account'
import type { MenuNode } from '#contracts/session'

/** The console's own pages (specification section 2.1), their page codes, and what it takes to open them. */
export interface ConsolePage {
  key: PageKey
  path: string
  code: string
  /** Any one of these permission codes opens it: those of the call that its list makes. */
  permissions: readonly string[]
}

export type PageKey =
  | 'account'
  | 'role'
  | 'department'
  | 'organization'
  | 'allocation'
  | 'apply'
  | 'menu'
  | 'assets'
  | 'entryLog'
  | 'online'
  | 'operation'

export const consolePages: readonly ConsolePage[] = [
  {
    key: 'account',
    path: '/account/index',
    code: 'uia.account.list',
    permissions: accounts.list.permissions,
  },
  { key: 'role', path: '/role/index', code: 'uia.role.roleManage', permissions: ['uia.role.search'] },
  {
    key: 'department',
    path: '/department/index',
    code: 'uia.department.list',
    permissions: ['uia.department.search'],
  },
  {
    key: 'organization',
    path: '/organization/index',
    code: 'uia.organization.list',
    permissions: ['uia.organization.search'],
  },
  {
    key: 'allocation',
    path: '/allocation/index',
    code: 'uia.allocation.list',
    permissions: ['uia.allocation.search'],
  },
  { key: 'apply', path: '/apply/index', code: 'uia.apply.list', permissions: ['uia.apply.search'] },
  { key: 'menu', path: '/menu/index', code: 'uia.menu.list', permissions: ['uia.menu.search'] },
  { key: 'assets', path: '/assets/index', code: 'uia.assets.list', permissions: ['uia.assets.index'] },
  {
    key: 'entryLog',
    path: '/entryLog/index',
    code: 'uia.page.entryLog',
    permissions: ['uia.entryLog.search'],
  },
  { key: 'online', path: '/online/index', code: 'uia.page.online', permissions: ['uia.online.search'] },
  {
    key: 'operation',
    path: '/operation/index',
    code: 'uia.page.operation',
    permissions: ['uia.operation.search'],
  },
]

/** The folders that the built-in menu shows them in; the platform's tree uses the same codes. */
export type FolderKey = 'people' | 'platform' | 'records'
export const folders: readonly { key: FolderKey; code: string; pages: readonly PageKey[] }[] = [
  { key: 'people', code: 'uia.people', pages: ['account', 'role', 'department', 'organization', 'online'] },
  { key: 'platform', code: 'uia.platform', pages: ['apply', 'allocation', 'menu', 'assets'] },
  { key: 'records', code: 'uia.records', pages: ['entryLog', 'operation'] },
]

export function pageOf(key: PageKey): ConsolePage {
  const page = consolePages.find((candidate) => candidate.key === key)
  if (page === undefined) throw new Error(`no page ${key}`)
  return page
}

export function pageWithCode(code: string | null | undefined): ConsolePage | undefined {
  return consolePages.find((page) => page.code === code)
}

/** Paths inside the console that a person needs a system context for (GUARD-7). */
const paths = new Set(['/home', '/user/index', ...consolePages.map((page) => page.path)])
export function isConsolePath(pathname: string): boolean {
  return paths.has(pathname)
}

/** The button codes in a permission tree (specification section 4): the code list that decides what a person may do. */
export function buttonCodes(nodes: readonly MenuNode[]): string[] {
  return nodes.flatMap((node) => [
    ...(node.btns ?? []),
    ...(node.type === 3 && node.code ? [node.code] : []),
    ...buttonCodes(node.children ?? []),
  ])
}

/** The systems whose nodes a permission tree holds: the first segments of its codes (specification section 3). */
export function systemsIn(nodes: readonly MenuNode[]): Set<string> {
  return new Set(
    nodes.flatMap((node) => [
      ...(node.code ? [node.code.split('.')[0] ?? ''] : []),
      ...systemsIn(node.children ?? []),
    ]),
  )
}
