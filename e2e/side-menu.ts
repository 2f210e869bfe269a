import type { Page } from './fixtures'

export const menu = (page: Page) => page.getByTestId('side-menu')
export const link = (page: Page, name: string) => menu(page).getByRole('link', { name })
export const builtIn = [
  ['人员与权限', ['账号管理', '角色管理', '部门管理', '组织管理', '在线用户']],
  ['平台', ['应用管理', '系统配置', '菜单管理', '资源管理']],
  ['日志', ['登录日志', '操作日志']],
] as const
