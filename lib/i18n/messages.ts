import type account from '#messages/zh-cn/account'
import type allocation from '#messages/zh-cn/allocation'
import type apply from '#messages/zh-cn/apply'
import type assets from '#messages/zh-cn/assets'
import type common from '#messages/zh-cn/common'
import type department from '#messages/zh-cn/department'
import type entryLog from '#messages/zh-cn/entry-log'
import type errors from '#messages/zh-cn/errors'
import type login from '#messages/zh-cn/login'
import type menu from '#messages/zh-cn/menu'
import type micro from '#messages/zh-cn/micro'
import type online from '#messages/zh-cn/online'
import type operation from '#messages/zh-cn/operation'
import type organization from '#messages/zh-cn/organization'
import type pages from '#messages/zh-cn/pages'
import type role from '#messages/zh-cn/role'
import type selectSystem from '#messages/zh-cn/select-system'
import type shell from '#messages/zh-cn/shell'
import type user from '#messages/zh-cn/user'
import type validation from '#messages/zh-cn/validation'
import type { Locale } from './locale'

/** A namespace is a file in `messages/{locale}`. */
export interface Messages {
  account: typeof account
  allocation: typeof allocation
  apply: typeof apply
  assets: typeof assets
  common: typeof common
  department: typeof department
  entryLog: typeof entryLog
  errors: typeof errors
  login: typeof login
  menu: typeof menu
  micro: typeof micro
  online: typeof online
  operation: typeof operation
  organization: typeof organization
  pages: typeof pages
  role: typeof role
  selectSystem: typeof selectSystem
  shell: typeof shell
  user: typeof user
  validation: typeof validation
}
export type Namespace = keyof Messages

/** All texts of one language. On the server only: a browser gets the namespaces that its page names. */
export async function loadMessages(locale: Locale): Promise<Messages> {
  const [
    account,
    allocation,
    apply,
    assets,
    common,
    department,
    entryLog,
    errors,
    login,
    menu,
    micro,
    online,
    operation,
    organization,
    pages,
    role,
    selectSystem,
    shell,
    user,
    validation,
  ] = await Promise.all([
    import(`../../messages/${locale}/account.json`),
    import(`../../messages/${locale}/allocation.json`),
    import(`../../messages/${locale}/apply.json`),
    import(`../../messages/${locale}/assets.json`),
    import(`../../messages/${locale}/common.json`),
    import(`../../messages/${locale}/department.json`),
    import(`../../messages/${locale}/entry-log.json`),
    import(`../../messages/${locale}/errors.json`),
    import(`../../messages/${locale}/login.json`),
    import(`../../messages/${locale}/menu.json`),
    import(`../../messages/${locale}/micro.json`),
    import(`../../messages/${locale}/online.json`),
    import(`../../messages/${locale}/operation.json`),
    import(`../../messages/${locale}/organization.json`),
    import(`../../messages/${locale}/pages.json`),
    import(`../../messages/${locale}/role.json`),
    import(`../../messages/${locale}/select-system.json`),
    import(`../../messages/${locale}/shell.json`),
    import(`../../messages/${locale}/user.json`),
    import(`../../messages/${locale}/validation.json`),
  ])
  return {
    account: account.default,
    allocation: allocation.default,
    apply: apply.default,
    assets: assets.default,
    common: common.default,
    department: department.default,
    entryLog: entryLog.default,
    errors: errors.default,
    login: login.default,
    menu: menu.default,
    micro: micro.default,
    online: online.default,
    operation: operation.default,
    organization: organization.default,
    pages: pages.default,
    role: role.default,
    selectSystem: selectSystem.default,
    shell: shell.default,
    user: user.default,
    validation: validation.default,
  }
}
