/** What permissions allow on a page (specification section 6): the last word of `uia.{page}.{action}`, and its name. */
export const actionNames = {
  search: { 'zh-cn': '查询', en: 'Search' },
  detail: { 'zh-cn': '详情', en: 'Details' },
  appInfoDetail: { 'zh-cn': '应用详情', en: 'Details' },
  add: { 'zh-cn': '新增', en: 'Add' },
  update: { 'zh-cn': '修改', en: 'Edit' },
  delete: { 'zh-cn': '删除', en: 'Delete' },
  updateEnable: { 'zh-cn': '启用停用', en: 'Enable or disable' },
  updateEnabled: { 'zh-cn': '启用停用', en: 'Enable or disable' },
  usersRoles: { 'zh-cn': '查看角色', en: 'See roles' },
  usersRolesUpdate: { 'zh-cn': '分配角色', en: 'Edit roles' },
  listRole: { 'zh-cn': '角色列表', en: 'List roles' },
  listByOrgId: { 'zh-cn': '按组织查询', en: 'List by organization' },
  listConfig: { 'zh-cn': '子应用列表', en: 'List sub-applications' },
  findAllPermission: { 'zh-cn': '权限树', en: 'Permission tree' },
  findAllPoolResource: { 'zh-cn': '可选资源', en: 'Resources to choose' },
  index: { 'zh-cn': '查看系统', en: 'See systems' },
  findAll: { 'zh-cn': '查询资源', en: 'Search resources' },
  addAll: { 'zh-cn': '批量发现', en: 'Batch discovery' },
  getAddStatus: { 'zh-cn': '同步状态', en: 'Sync status' },
} as const
export type Action = keyof typeof actionNames
