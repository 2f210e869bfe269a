import { systemTypes } from '#contracts/allocation'
import type { ApplicationSprout, Sprout } from './application-tree.ts'

const actionNames = {
  search: '查询',
  detail: '详情',
  appInfoDetail: '应用详情',
  add: '新增',
  update: '修改',
  delete: '删除',
  updateEnable: '启用停用',
  updateEnabled: '启用停用',
  usersRoles: '查看角色',
  usersRolesUpdate: '分配角色',
  listRole: '角色列表',
  listByOrgId: '按组织查询',
  listConfig: '子应用列表',
  findAllPermission: '权限树',
  findAllPoolResource: '可选资源',
  index: '查看系统',
  findAll: '查询资源',
  addAll: '批量发现',
  getAddStatus: '同步状态',
} as const
type Action = keyof typeof actionNames

const changing: ReadonlySet<Action> = new Set([
  'add',
  'update',
  'delete',
  'updateEnable',
  'updateEnabled',
  'usersRolesUpdate',
  'addAll',
])

function directory(code: string, name: string, icon: string, below: readonly Sprout[]): Sprout {
  return { code, name, type: 'directory', icon, below }
}

/** `folder` is both the page's path and the middle of its permission codes. */
function page(folder: string, code: string, name: string, actions: readonly Action[]): Sprout {
  const below = actions.map(
    (action): Sprout => ({
      code: `uia.${folder}.${action}`,
      name: actionNames[action],
      type: 'button',
      method: changing.has(action) ? 'POST' : 'GET',
    }),
  )
  return { code, name, type: 'page', path: `/${folder}/index`, icon: folder, below }
}

/**
 * This console as an application: its pages and every permission code of specification section 6, in full form.
 * The names are Chinese; the console translates the codes it knows.
 */
export const consoleApplication: ApplicationSprout = {
  code: 'uia',
  name: '统一管理平台',
  sort: 1,
  insideFlag: '0',
  openMode: '1',
  below: [
    directory('uia.people', '人员与组织', 'people', [
      page('account', 'uia.account.list', '账号管理', [
        'search',
        'detail',
        'add',
        'update',
        'delete',
        'updateEnable',
        'usersRoles',
        'usersRolesUpdate',
        'listRole',
      ]),
      page('role', 'uia.role.roleManage', '角色管理', [
        'search',
        'detail',
        'add',
        'update',
        'delete',
        'listByOrgId',
      ]),
      page('department', 'uia.department.list', '部门管理', [
        'search',
        'detail',
        'add',
        'update',
        'delete',
        'updateEnable',
      ]),
      page('organization', 'uia.organization.list', '组织管理', [
        'search',
        'detail',
        'add',
        'update',
        'delete',
        'updateEnable',
      ]),
      page('online', 'uia.page.online', '在线用户', ['search']),
    ]),
    directory('uia.platform', '平台管理', 'platform', [
      page('apply', 'uia.apply.list', '应用管理', [
        'search',
        'appInfoDetail',
        'add',
        'update',
        'delete',
        'updateEnable',
        'findAllPoolResource',
      ]),
      page('allocation', 'uia.allocation.list', '系统配置', [
        'search',
        'listConfig',
        'add',
        'update',
        'delete',
        'updateEnable',
      ]),
      page('menu', 'uia.menu.list', '菜单管理', [
        'search',
        'findAllPermission',
        'add',
        'update',
        'delete',
        'updateEnabled',
      ]),
      page('assets', 'uia.assets.list', '资源管理', ['index', 'findAll', 'addAll', 'getAddStatus']),
    ]),
    directory('uia.records', '日志管理', 'records', [
      page('entryLog', 'uia.page.entryLog', '登录日志', ['search']),
      page('operation', 'uia.page.operation', '操作日志', ['search']),
    ]),
  ],
}

/** The console as a registered system: it is no sub-application, hence without host and port. */
export const consoleSystem = {
  code: consoleApplication.code,
  name: consoleApplication.name,
  version: '1.0.0',
  type: systemTypes.managementPlatform,
  enable: true,
} as const
