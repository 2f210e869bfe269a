import type { Action } from '../lib/contracts/actions'
import { resources } from '../lib/contracts/registry'
import { type Caller, expect, type Locator, unique } from './fixtures'
import { type List, lists, textOf } from './lists'
import { addAccount } from './people'
import { png } from './pictures'
import {
  addApplication,
  addDepartment,
  addOrganization,
  addResources,
  addRole,
  addSystem,
  type Made,
} from './records'

/** What a person gives in a dialog: texts by the labels of their fields, choices by theirs, switched off or on. */
interface Given {
  texts: Record<string, string>
  choices?: Record<string, string>
  off?: boolean
}

type Calls = readonly (readonly [path: string, body: object])[]

/** A list of records that are added, edited, switched and deleted: what differs from the others. */
export interface Kind {
  key: 'account' | 'role' | 'department' | 'organization' | 'allocation' | 'apply'
  /** The requirements of the list and of saving. */
  ids: readonly [list: string, save: string]
  add: (caller: Caller, orgId: string, name: string) => Promise<Made>
  columns: readonly string[]
  /** A new record, the row that it makes, and what of it each field of the search finds. */
  fresh: (name: string) => Given & { row: string[]; searches: Record<string, string> }
  /** What is changed in it, and the row then. */
  changed: (name: string) => Given & { row: string[] }
  /** What a dialog takes beside texts and choices (a tree, a picture); made ready before it opens. */
  rest?: (admin: Caller) => Promise<(dialog: Locator) => Promise<void>>
  /** What two records may not share, taken from another one, and the platform's words. */
  taken: (other: string) => Given & { says: string }
  /** An add and an update of the record, both well formed. */
  changes: (made: Made, orgId: string, fresh: string) => Calls
  /** Who has it: an organization, itself as one, or all that use it. */
  of: 'organization' | 'itself' | 'all'
}

/** A name that no other test uses, and that no column cuts. */
export const shortName = () => `m${unique('').slice(-14)}`
/** What stands in a row's last cell, and beside its switch. */
const operations = '编辑'
const [on, off] = ['启用', '停用']
export const treeOf = (dialog: Locator): Locator => dialog.getByRole('tree')
export const itemOf = (dialog: Locator, name: string): Locator =>
  dialog.getByRole('treeitem', { name, exact: true })
export const iconOf = (dialog: Locator): Locator => dialog.getByLabel(/^(应用图标|Icon)/)
export const passwordOf = (dialog: Locator): Locator =>
  dialog.getByRole('textbox', { name: '密码', exact: true })

/** Beside its name an add and an update hold what `body` makes of the organization and of a code. */
const changesOf =
  (key: Exclude<Kind['key'], 'account'>, body: (orgId: string, code: string) => object): Kind['changes'] =>
  (made, orgId, fresh) => {
    const { add, update } = resources[key].endpoints
    return [
      [add.path, { ...body(orgId, fresh), name: fresh }],
      [update.path, { ...body(orgId, made.name), id: made.id, name: '改名' }],
    ]
  }

export const kinds: readonly Kind[] = [
  {
    key: 'account',
    ids: ['ACC-1', 'ACC-7'],
    add: (caller, _, name) => addAccount(caller, { account: name }),
    columns: ['账号', '姓名', '手机号', '状态', '操作'],
    fresh: (name) => ({
      texts: { 姓名: name, 手机号: '13911112222', 账号: name },
      choices: { 组织: '西部储能' },
      row: [name, name, '13911112222', on, operations],
      searches: { 账号: name.toUpperCase(), 手机号: '1111' },
    }),
    changed: (name) => ({
      texts: { 姓名: `${name}改`, 手机号: '612345', 账号: `${name}-2` },
      row: [`${name}-2`, `${name}改`, '612345', on, operations],
    }),
    rest: async () => async (dialog) => {
      if (await passwordOf(dialog).count()) await passwordOf(dialog).fill('Secret2026')
    },
    taken: (other) => ({ texts: { 账号: other }, says: '账号已存在' }),
    changes: (made, orgId, fresh) => {
      const body = { name: '改名', phone: '600000', userOrgList: [{ orgId, deptId: null }] }
      return [
        ['/sys/user/page/add', { ...body, account: fresh, password: 'a'.repeat(64) }],
        ['/sys/user/page/update', { ...body, id: made.id, account: made.name }],
        ['/sys/user/page/usersRoles/update', { orgId, userId: made.id, usersRoleList: ['1'] }],
      ]
    },
    of: 'organization',
  },
  {
    key: 'role',
    ids: ['ROLE-1', 'ROLE-5'],
    add: (caller, orgId, name) => addRole(caller, orgId, ['uia.online.search'], { name }),
    columns: ['角色名称', '所属组织', '角色描述', '操作'],
    fresh: (name) => ({
      texts: { 角色名称: name, 角色描述: '只看在线' },
      choices: { 所属组织: '西部储能' },
      row: [name, '西部储能', '只看在线', operations],
      searches: { 角色名称: name.slice(1).toUpperCase() },
    }),
    changed: (name) => ({
      texts: { 角色名称: `${name}改`, 角色描述: '' },
      choices: { 所属组织: '华北储能' },
      row: [`${name}改`, '华北储能', '--', operations],
    }),
    rest: async () => (dialog) => itemOf(dialog, '报表中心').click(),
    taken: (other) => ({
      texts: { 角色名称: other },
      choices: { 所属组织: '华东储能' },
      says: '该组织中已有同名角色',
    }),
    changes: changesOf('role', (orgId) => ({ orgId, description: null, resourceIdList: ['1'] })),
    of: 'organization',
  },
  {
    key: 'department',
    ids: ['DEPT-1', 'DEPT-3'],
    add: (caller, orgId, name) => addDepartment(caller, orgId, { name }),
    columns: ['部门名称', '部门编码', '所属组织', '状态', '备注', '操作'],
    fresh: (name) => ({
      texts: { 部门名称: name, 部门编码: `${name}.b`, 备注: '三班倒' },
      choices: { 所属组织: '西部储能' },
      off: true,
      row: [name, `${name}.b`, '西部储能', off, '三班倒', operations],
      searches: { '部门名称、编码或组织': name.toUpperCase() },
    }),
    changed: (name) => ({
      texts: { 部门名称: `${name}改`, 备注: '' },
      choices: { 所属组织: '华北储能' },
      row: [`${name}改`, `${name}.b`, '华北储能', off, '--', operations],
    }),
    taken: (other) => ({
      texts: { 部门编码: other },
      choices: { 所属组织: '华东储能' },
      says: '该组织中已有相同编码的部门',
    }),
    changes: changesOf('department', (orgId) => ({ code: 'X9', orgId, enabled: true, remark: null })),
    of: 'organization',
  },
  {
    key: 'organization',
    ids: ['ORG-1', 'ORG-3'],
    add: (caller, _, name) => addOrganization(caller, { name }),
    columns: ['组织名称', '组织编码', '状态', '备注', '操作'],
    fresh: (name) => ({
      texts: { 组织名称: name, 组织编码: name, 备注: '二期' },
      row: [name, name, on, '二期', operations],
      searches: { 组织名称: name.toUpperCase() },
    }),
    changed: (name) => ({
      texts: { 组织名称: `${name}改`, 备注: '' },
      off: true,
      row: [`${name}改`, name, off, '--', operations],
    }),
    taken: (other) => ({ texts: { 组织编码: other }, says: '组织编码已存在' }),
    changes: changesOf('organization', (_, code) => ({ code, enabled: true, remark: null })),
    of: 'itself',
  },
  {
    key: 'allocation',
    ids: ['SYS-1', 'SYS-3'],
    add: (caller, _, name) => addSystem(caller, { name }),
    columns: ['系统全称', '系统编码', '版本号', '类型', '端口', '状态', '操作'],
    fresh: (name) => ({
      texts: { 系统全称: name, 版本号: '2.0', 系统编码: name, 端口: '', '本地 IP': '' },
      choices: { 类型: '移动管理 APP' },
      row: [name, name, '2.0', '移动管理 APP', '--', on, operations],
      searches: { 系统全称: name.toUpperCase(), 系统编码: name.slice(1) },
    }),
    changed: (name) => {
      // Where something answers: an address that nothing does is refused (SYS-2).
      const port = String(JSON.parse(process.env.MICRO_SYSTEMS ?? '{}').plain)
      return {
        texts: { 系统全称: `${name}改`, 端口: port, '本地 IP': 'http://127.0.0.1' },
        choices: { 类型: '管理平台' },
        row: [`${name}改`, name, '2.0', '管理平台', port, on, operations],
      }
    },
    taken: (other) => ({ texts: { 系统编码: other.toUpperCase() }, says: '系统编码已存在' }),
    changes: changesOf('allocation', (_, code) => ({ code, version: '1', type: 0, enable: true })),
    of: 'all',
  },
  {
    key: 'apply',
    ids: ['APP-1', 'APP-4'],
    add: (caller, _, name) => addApplication(caller, undefined, name),
    columns: ['应用名称', '应用编码', '状态', '操作'],
    fresh: (name) => ({
      texts: { 应用名称: name, 应用编码: name },
      row: [name, name, on, operations],
      searches: { 名称或编码: name.slice(2).toUpperCase() },
    }),
    changed: (name) => ({
      texts: { 应用名称: `${name}改` },
      off: true,
      row: [`${name}改`, name, off, operations],
    }),
    rest: async (admin) => {
      const { code, resources } = await addResources(admin, 1)
      return async (dialog) => {
        await iconOf(dialog).setInputFiles(png())
        await expect(dialog.locator('img')).toHaveJSProperty('naturalWidth', 32)
        await dialog.getByRole('textbox', { name: '查找资源' }).fill(code)
        await itemOf(dialog, resources[0]?.name ?? '').click()
      }
    },
    taken: (other) => ({ texts: { 应用编码: other }, says: '编码' }),
    changes: changesOf('apply', (_, code) => ({ code, icon: '/x', enabled: true, resourceIdList: ['1'] })),
    of: 'all',
  },
]

/** The list of a kind, its calls, and the codes of all that its page allows. */
export function partsOf({ key }: Kind) {
  const { endpoints, actions } = resources[key]
  const list: List = lists[key]
  const updateEnable = 'updateEnable' in endpoints ? endpoints.updateEnable : undefined
  return {
    list,
    remove: endpoints.remove.path.replace('/{id}', ''),
    detail: 'detail' in endpoints ? endpoints.detail.path.replace('/{id}', '') : undefined,
    /** The call of the switch; what it says travels in the query or in the body. */
    disable: (id: string): Calls =>
      updateEnable === undefined
        ? []
        : [[`${updateEnable.path}?id=${id}&enabled=0`, { id, enabled: 0, enable: 0 }]],
    hasSwitch: updateEnable !== undefined,
    hasBin: 'restore' in endpoints,
    codes: actions.map((action: Action) => `uia.${key}.${action}`),
  }
}

/** Gives in a dialog what a person gives. */
export async function fillIn(dialog: Locator, { texts, choices = {}, off }: Given): Promise<void> {
  for (const [label, option] of Object.entries(choices))
    await dialog.getByRole('combobox', { name: label, exact: true }).selectOption(option)
  for (const [label, text] of Object.entries(texts)) await textOf(dialog, label).fill(text)
  if (off !== undefined) await dialog.getByLabel(off ? '停用' : '启用', { exact: true }).check()
}

/** That a dialog holds it. */
export async function expectFilled(dialog: Locator, { texts, choices = {}, off }: Given): Promise<void> {
  for (const [label, option] of Object.entries(choices)) {
    const choice = dialog.getByRole('combobox', { name: label, exact: true })
    await expect(choice.locator('option:checked'), label).toHaveText(option)
  }
  for (const [label, text] of Object.entries(texts))
    await expect(textOf(dialog, label), label).toHaveValue(text)
  if (off !== undefined) await expect(dialog.getByLabel(off ? '停用' : '启用', { exact: true })).toBeChecked()
}
