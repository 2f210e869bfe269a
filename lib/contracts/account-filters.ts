/** What the list of accounts is narrowed by beyond the specification, where the platform says so in `meta`. */
export const accountFilters = [
  'name',
  'orgId',
  'deptId',
  'roleId',
  'locked',
  'lastLoginFrom',
  'lastLoginTo',
] as const
