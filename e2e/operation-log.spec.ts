import { type Caller, expect, expectStatus, type Locator, type Page, short, tell, test } from './fixtures'
import {
  searchChoice as choice,
  searchField as field,
  lists,
  nothingFound,
  openListAt,
  resetButton,
  rowsOf,
  searchBar,
  searchButton,
  tableOf,
  toasts,
} from './lists'
import { localMinute, manage, openRange, search, second } from './logs'
import { exceptFirst } from './long-tests'
import { addBranch } from './menus'
import { addAccount, beginWorker, updateAccount, type Worker } from './people'
import { addDepartment, codesOf, found } from './records'

const operations = (caller: Caller, username: string) =>
  found<{ createTime: string }>(caller, lists.operation, username)

/** Somebody who has worked, and the list of what they did. */
const worked = async (
  { page, admin, visitor }: { page: Page; admin: Caller; visitor: () => Promise<Caller> },
  codes: readonly string[],
  work: (caller: Caller, worker: Worker) => Promise<unknown>,
  place = 'EAST',
): Promise<Worker> => {
  const caller = await visitor()
  const worker = await beginWorker(caller, admin, codes, place)
  await work(caller, worker)
  await openListAt(page, lists.operation, worker.account)
  return worker
}
/** The sheet with the changes of the only row. */
const openChanges = async (page: Page): Promise<{ open: Locator; dialog: Locator; changes: Locator }> => {
  const open = rowsOf(page, lists.operation).getByRole('button', { name: '查看变更' })
  await open.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  return { open, dialog, changes: dialog.locator('tbody').getByRole('row') }
}

test.describe('the operation log', () => {
  const list = lists.operation

  test.describe('as a super administrator', () => {
    test.use({ as: 'admin' })

    test('OLOG-1 EDGE-4 an edited account, and its changes', async ({ page, admin, visitor }) => {
      const made = await addAccount(admin, { name: '旧名字' })
      const worker = await worked({ page, admin, visitor }, manage, (caller) =>
        updateAccount(caller, made.id, { name: '新名字' }),
      )
      const heads = [
        '租户名称',
        '系统名称',
        '系统模块',
        '操作类型',
        '请求方式',
        '操作人员',
        '操作 IP',
        '状态',
      ]
      await expect(page.getByRole('columnheader')).toHaveText([...heads, '创建时间', '详情'])
      await expect(rowsOf(page, list)).toHaveCount(1)
      const cells = [
        ...['华东储能', '统一管理平台', '账号管理', '编辑', 'POST'],
        ...[worker.account, '127.0.0.1', '正常', second, '详情'],
      ]
      // What is seen: the first also holds what its card is called.
      await expect(rowsOf(page, list).getByRole('cell')).toHaveText(cells, { useInnerText: true })
      const { open, dialog, changes } = await openChanges(page)
      await expect(dialog).toContainText(made.account)
      await expect(dialog.getByRole('columnheader')).toHaveText(['字段', '变更前', '变更后'])
      await expect(changes).toHaveCount(1)
      await expect(changes.getByRole('rowheader')).toHaveText('名称')
      await expect(changes.getByRole('cell')).toHaveText(['旧名字', '新名字'])
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(open).toBeFocused()

      await addBranch(admin)
      await page.goto(`${list.path}?menuName=menu&opType=add`)
      await rowsOf(page, list).getByRole('button', { name: '查看变更' }).first().click()
      const type = changes.filter({ has: page.getByRole('rowheader', { name: '类型' }) })
      await expect(type.getByRole('cell').last()).toHaveText(/^(目录|菜单|按钮|组件)$/)
    })

    test('A11Y-4 OLOG-1 a phone’s card is called by who did what, with its state and time', async ({
      page,
      admin,
      visitor,
    }) => {
      const made = await addAccount(admin)
      const worker = await worked({ page, admin, visitor }, manage, (caller) =>
        updateAccount(caller, made.id, { name: '新名字' }),
      )
      await page.setViewportSize({ width: 390, height: 800 })
      const card = rowsOf(page, list)
      const name = card.getByRole('link', { name: `${worker.account} · 账号管理 · 编辑`, exact: true })
      await expect(name).toBeVisible()
      const { cut, within } = await name.evaluate((link) => ({
        cut: link.scrollWidth > link.clientWidth,
        within: document.documentElement.scrollWidth <= innerWidth,
      }))
      expect({ cut, within }).toEqual({ cut: false, within: true })
      await expect(card.getByText('华东储能')).toBeHidden()
      await expect(card.getByText('正常')).toBeVisible()
      await expect(card.getByText(second)).toBeVisible()
      await name.click()
      await expect(page.getByRole('dialog')).toContainText('华东储能')
    })

    test('OLOG-1 PERM-1 refusals and failures have no details', async ({ page, admin, visitor }) => {
      await worked(
        { page, admin, visitor },
        codesOf('department', 'search', 'add'),
        async (caller, worker) => {
          const department = await addDepartment(admin, worker.orgId)
          const same = {
            name: '同码',
            code: department.code,
            orgId: worker.orgId,
            enabled: true,
            remark: null,
          }
          await expectStatus(caller, 403, [[`/sys/dept/page/delete/${department.id}`, {}]])
          await expectStatus(caller, 409, [['/sys/dept/page/add', same]])
          await expectStatus(caller, 403, [['/sys/user/page/list']])
        },
      )
      const seen = rowsOf(page, list)
      await expect(seen).toHaveCount(3)
      for (const [index, words] of [
        ['账号管理', '查看', 'GET', '未授权'],
        ['部门管理', '新增', 'POST', '异常'],
        ['部门管理', '删除', 'POST', '未授权'],
      ].entries()) {
        for (const word of words) await expect(seen.nth(index)).toContainText(word)
        await expect(seen.nth(index).getByRole('cell').last()).toHaveText('--')
      }
    })

    test('OLOG-1 module, operator, type and status filter', async ({ page, admin, visitor }) => {
      const worker = await worked({ page, admin, visitor }, manage, async (caller, { orgId }) => {
        const { id } = await addDepartment(caller, orgId)
        await tell(caller, `/sys/dept/page/updateDeptEnabled?id=${id}&enabled=0`)
        await expectStatus(caller, 403, [['/sys/dept/page/delete/nobody', {}]])
      })
      for (const [choices, count] of [
        [{}, 3],
        [{ 系统模块: '账号管理' }, 0],
        [{ 系统模块: '部门管理' }, 3],
        [{ 状态: '正常' }, 2],
        [{ 操作类型: '启停' }, 1],
        [{ 操作类型: '以其身份查看' }, 0],
        [{ 操作类型: '删除' }, 0],
        [{ 状态: '未授权' }, 1],
      ] as const) {
        await search(page, {}, choices)
        await expect(rowsOf(page, list), JSON.stringify(choices)).toHaveCount(count)
      }
      await page.reload()
      await expect(choice(page, '状态')).toHaveValue('3')
      await expect(field(page, '操作人员')).toHaveValue(worker.account)
      await resetButton(page).click()
      await expect(page).toHaveURL(list.path)
      await expect(field(page, '操作人员')).toHaveValue('')
      await expect(rowsOf(page, list)).toHaveCount(10)
      await page.goto(`${list.path}?opType=theirs&menuName=entryLog`)
      await expect(choice(page, '操作类型'), 'another platform’s own word').toHaveValue('theirs')
      await expect(choice(page, '系统模块'), 'exports of a log').toHaveValue('entryLog')
    })

    const zones = ['Asia/Kolkata', 'America/New_York']
    for (const timezoneId of zones) {
      test.describe(`in ${timezoneId}`, exceptFirst(timezoneId, zones), () => {
        test.use({ timezoneId })
        test(`OLOG-1 the range on the clocks of ${timezoneId}`, async ({ page, admin, visitor }) => {
          const worker = await worked({ page, admin, visitor }, manage, (caller, { orgId }) =>
            addDepartment(caller, orgId),
          )
          const [row] = await operations(admin, worker.account)
          const created = Date.parse(row?.createTime ?? '')
          const minute = (shift: number) => localMinute(created + shift * 60_000, timezoneId)
          const fault = searchBar(page).getByRole('alert')
          const range = async (from: number | undefined, to: number | undefined) => {
            const text = (shift: number | undefined) => (shift === undefined ? '' : minute(shift))
            await openRange(page)
            return search(page, { 开始时间: text(from), 结束时间: text(to) })
          }
          await range(0, 0)
          await expect(page).toHaveURL(/beginTime=[^&]+&endTime=[^&]+$/)
          const shown = minute(0).replaceAll('-', '/').replace('T', ' ')
          await expect(rowsOf(page, list).locator('time')).toHaveText(new RegExp(`^${shown}:\\d{2}$`))
          await range(1, undefined)
          await expect(nothingFound(page)).toBeVisible()
          await expect(page).toHaveURL(/beginTime=[^&]+$/)
          await range(undefined, -1)
          await expect(page).toHaveURL(/userName=[^&]+&endTime=[^&]+$/)
          await expect(nothingFound(page)).toBeVisible()
          await range(1, -1)
          const words = '结束时间早于开始时间'
          await expect(fault, 'the wrong way round is told before anything is asked').toHaveText(words)
          await expect(field(page, '结束时间')).toBeFocused()
          await expect(page).toHaveURL(/userName=[^&]+&endTime=[^&]+$/)
          await page.goto(`${page.url()}&beginTime=${encodeURIComponent(minute(1))}`)
          await openRange(page)
          await expect(fault, 'in an address too').toHaveText(words)
          await field(page, '开始时间').fill(minute(-1))
          await field(page, '结束时间').fill(minute(1))
          await expect(fault).toBeHidden()
          await searchButton(page).click()
          await expect(rowsOf(page, list)).toHaveCount(1)
          await page.reload()
          await expect(field(page, '开始时间')).toHaveValue(minute(-1))
          await expect(rowsOf(page, list)).toHaveCount(1)
          const [day = '', next = ''] = [minute(0), minute(24 * 60)].map((time) => time.slice(0, 10))
          const days = (from: string, to: string) =>
            page.goto(page.url().replace(/beginTime=.*$/, `beginTime=${from}&endTime=${to}`))
          await days(day, day)
          await expect(rowsOf(page, list), 'a day alone is the whole day').toHaveCount(1)
          await expect(field(page, '结束时间')).toHaveValue(`${day}T23:59`)
          await days(next, next)
          await expect(nothingFound(page)).toBeVisible()
        })
      })
    }

    test('EDGE-4 a role’s permissions are told by name @long', async ({ page, admin, visitor }) => {
      const worker = await worked(
        { page, admin, visitor },
        codesOf('role', 'add', 'search', 'update'),
        (caller, { orgId, role: { resourceIdList } }) =>
          tell(caller, '/sys/role/page/add', { name: short(), orgId, description: null, resourceIdList }),
      )
      const { dialog, changes } = await openChanges(page)
      const given = changes.filter({ hasText: '权限' }).getByRole('cell').last()
      await expect(given).toContainText('共 3 项')
      await expect(given).toContainText('角色管理 / 查询')
      await expect(dialog).not.toContainText(worker.role.resourceIdList[0] ?? '')
      await expect(dialog).not.toContainText('{')
    })

    test('LIST-7 OLOG-1 an address with nonsense shows the log @long', async ({ page }) => {
      for (const query of [
        'status=9',
        'beginTime=never&endTime=x',
        'page=-1&size=7',
        'menuName=%00&opType=%27',
      ]) {
        const response = await page.goto(`${list.path}?${query}`)
        expect(response?.status(), query).toBe(200)
        await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
        await expect(tableOf(page, list)).toBeVisible()
        await expect(toasts(page).getByRole('alert')).toHaveCount(0)
      }
    })
  })
})
