import { begin, expect, type Page, tell, test, unique } from './fixtures'
import {
  accountTable,
  confirmButton,
  listPath,
  openAdd,
  openList,
  pageLink,
  pageSize,
  pressRemove,
  question,
  removeShown,
  resetButton,
  row,
  rows,
  searchBar,
  searchButton,
  switchOf,
  switchShown,
  toasts,
} from './lists'
import { addAccount, addAccounts, openAccounts, stored, updateAccount } from './people'
import { idOfPlace } from './records'

// What all lists have in common beyond standard-lists.spec.ts, at the list of accounts.
const accountField = (page: Page) => searchBar(page).getByLabel('账号')
const stateField = (page: Page) => searchBar(page).getByLabel(/^状态/)
const isCurrent = (page: Page, number: number) =>
  expect(pageLink(page, number)).toHaveAttribute('aria-current', 'page')

test.describe('as a super administrator', () => {
  test.use({ as: 'admin' })

  test('LIST-1 the same search reads again; nothing found offers reset', async ({ page, context }) => {
    const prefix = unique('again')
    await openList(page, prefix)
    const state = accountTable(page).getByRole('status')
    await expect(state).toContainText('没有符合条件的数据')
    await addAccount(context, { account: `${prefix}a` })
    const steps = await page.evaluate(() => history.length)
    await searchButton(page).click()
    await expect(row(page, `${prefix}a`)).toBeVisible()
    expect(await page.evaluate(() => history.length), 'no step to go back over').toBe(steps)
    await accountField(page).fill(unique('nobody'))
    await searchButton(page).click()
    await state.getByRole('button', { name: '重置' }).click()
    await expect(rows(page)).toHaveCount(10)
    await expect(page).toHaveURL(listPath)
  })

  test('LIST-1 LIST-3 ACC-1 the pages show every row once @long', async ({ page }) => {
    const prefix = await openAccounts(page, 21)
    await expect(page.getByText('共 21 条')).toBeVisible()
    await expect(pageSize(page)).toHaveValue('10')
    const seen: string[] = []
    for (const [number, count] of [
      [1, 10],
      [2, 10],
      [3, 1],
    ] as const) {
      await pageLink(page, number).click()
      await isCurrent(page, number)
      await expect(rows(page)).toHaveCount(count)
      seen.push(...(await accountTable(page).locator('tbody td:first-child').allInnerTexts()))
    }
    expect(new Set(seen).size).toBe(21)
    const pages = page.getByRole('navigation', { name: '分页' })
    await expect(pages.getByRole('button', { name: '下一页' })).toBeDisabled()
    await pageSize(page).selectOption('30')
    await expect(rows(page)).toHaveCount(21)
    await pageSize(page).selectOption('20')
    await expect(rows(page)).toHaveCount(20)
    await isCurrent(page, 1)
    await pageLink(page, 2).click()
    await isCurrent(page, 2)
    await stateField(page).selectOption('启用')
    await searchButton(page).click()
    await expect(page).toHaveURL(`${listPath}?account=${prefix}&enabled=1&size=20`)
    await isCurrent(page, 1)
    await expect(pageSize(page)).toHaveValue('20')
    await pageLink(page, 2).click()
    await isCurrent(page, 2)
    await removeShown(page, `${prefix}01`)
    await expect(page, 'a deleted last row steps back at size 20 too').toHaveURL(
      `${listPath}?account=${prefix}&enabled=1&size=20`,
    )
    await resetButton(page).click()
    await expect(stateField(page)).toHaveValue('')
    await isCurrent(page, 1)
  })

  test('LIST-7 GUARD-14 the address is the state of the list', async ({ page, context }) => {
    const prefix = await addAccounts(context, 21)
    await page.goto(listPath)
    await accountField(page).fill(prefix)
    await searchButton(page).click()
    await expect(page.getByText('共 21 条')).toBeVisible()
    await pageSize(page).selectOption('20')
    await expect(rows(page)).toHaveCount(20)
    const scheme = await page.locator('meta[name="color-scheme"]').elementHandle()
    await pageLink(page, 2).click()
    await expect(rows(page)).toHaveCount(1)
    // Put in anew, it would have all that shows styled again.
    expect(await scheme?.evaluate((one) => one.isConnected)).toBe(true)
    const address = page.url()
    expect(new URL(address).search).toBe(`?account=${prefix}&size=20&page=2`)

    const isSecondPage = async (shown: Page) => {
      await expect(row(shown, `${prefix}01`)).toBeVisible()
      await expect(rows(shown)).toHaveCount(1)
      await expect(accountField(shown)).toHaveValue(prefix)
      await expect(pageSize(shown)).toHaveValue('20')
      await isCurrent(shown, 2)
    }
    await page.reload()
    await isSecondPage(page)
    await page.goBack()
    await expect(rows(page)).toHaveCount(20)
    await isCurrent(page, 1)
    await page.goBack()
    await expect(rows(page)).toHaveCount(10)
    await expect(pageSize(page)).toHaveValue('10')
    await page.goBack()
    await expect(page).toHaveURL(listPath)
    await expect(accountField(page)).toHaveValue('')
    for (let step = 0; step < 3; step += 1) await page.goForward()
    await isSecondPage(page)
    const opened = context.waitForEvent('page')
    await pageLink(page, 1).click({ modifiers: ['ControlOrMeta'] })
    const tab = await opened
    await expect(tab, 'a page is a link').toHaveURL(`${listPath}?account=${prefix}&size=20`)
    await isCurrent(tab, 1)
    await tab.goto(address)
    await isSecondPage(tab)
    for (const far of ['3', '1000000']) {
      await openList(page, prefix, `&size=20&page=${far}`)
      await isSecondPage(page)
      await expect(page, 'beyond the last page').toHaveURL((url) => url.searchParams.get('page') === '2')
    }
  })

  test('LIST-7 on a slow line the next press counts on from the last, and the last is what holds', async ({
    page,
  }) => {
    await page.goto(listPath)
    const held: (() => void)[] = []
    await page.route(
      (url) => url.searchParams.has('_rsc'),
      async (route) => {
        await new Promise<void>((go) => held.push(go))
        await route.fallback().catch(() => undefined)
      },
    )
    const pages = page.getByRole('navigation', { name: '分页' })
    const press = async (names: readonly string[]) => {
      for (const [index, name] of names.entries()) {
        await pages.getByRole('link', { name, exact: true }).click()
        await expect.poll(() => held.length).toBe(index + 1)
      }
      for (const go of held.splice(0)) go()
    }
    await press(['下一页', '下一页'])
    await isCurrent(page, 3)
    await press(['第 1 页', '第 3 页'])
    await expect(accountTable(page).getByRole('table')).toHaveAttribute('aria-busy', 'false')
    await isCurrent(page, 3)
    await press(['上一页', '下一页'])
    await expect(accountTable(page).getByRole('table')).toHaveAttribute('aria-busy', 'false')
    await isCurrent(page, 3)
  })

  test('LIST-7 an address with nonsense shows the list @long', async ({ page }) => {
    for (const query of [
      '?page=abc&size=7&enabled=maybe&page=-1&foo=<script>',
      '?page=0&size=-1',
      '?page=1.5&size=1e1',
      '?page=99999999999999999999&size=99999999999999999999',
      `?account=${'x'.repeat(60)}`,
      '?account[]=a&account=a&account=b&enabled=1&enabled=0',
      '?page=%00&account=%00',
      '?__proto__=1&constructor=2&account[__proto__]=x&page[$gt]=',
    ]) {
      const response = await page.goto(listPath + query)
      expect(response?.status(), query).toBe(200)
      await expect(rows(page).first(), query).toBeVisible()
      await expect(page.getByRole('main').getByRole('alert'), query).toHaveCount(0)
      await isCurrent(page, 1)
    }
  })

  test('LIST-4 the table fills the window; head and first column stay', async ({ page }) => {
    await page.goto(`${listPath}?size=30`)
    await expect(rows(page)).toHaveCount(30)
    for (const [width, height] of [
      [1280, 1000],
      [1000, 760],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height })
      const bar = await page.getByTestId('search-bar').evaluate((element) => element.clientHeight)
      const shown = () => accountTable(page).evaluate((element) => element.getBoundingClientRect().height)
      await expect.poll(async () => Math.round(await shown())).toBe(height - 212 - bar)
      expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
    }
    const head = page.getByRole('columnheader', { name: '手机号' })
    const before = await head.boundingBox()
    await accountTable(page).hover()
    await page.mouse.wheel(0, 900)
    await expect(rows(page).last()).toBeInViewport()
    await expect(rows(page).first()).not.toBeInViewport()
    await expect(head).toBeInViewport({ ratio: 1 })
    expect(await head.boundingBox()).toEqual(before)
    const top = await head.evaluate((cell) => {
      const { left, top, width, height } = cell.getBoundingClientRect()
      return document.elementFromPoint(left + width / 2, top + height / 2) === cell
    })
    expect(top, 'the head lies above the rows').toBe(true)

    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto(listPath)
    await accountTable(page).evaluate((element) => element.scrollTo({ left: element.scrollWidth }))
    await expect(rows(page).first().getByRole('button').last()).toBeInViewport({ ratio: 1 })
    await expect(rows(page).first().getByRole('cell').first()).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  })

  test('LIST-9 the dialog’s loading clears 300 ms after confirming', async ({ page, context }) => {
    const made = await addAccount(context)
    await openList(page, made.account)
    await switchOf(page, made.name).click()
    // What the press would change is read first.
    await expect(confirmButton(page)).toBeEnabled()
    const [wasBusy, goneAfter] = await page.evaluate(async () => {
      const dialog = document.querySelector('[role=alertdialog]')
      const button = [...(dialog?.querySelectorAll('button') ?? [])].at(-1)
      const start = performance.now()
      button?.click()
      const until = (holds: () => boolean) =>
        new Promise<number>((resolve) => {
          const look = () => {
            if (holds()) resolve(performance.now() - start)
            else requestAnimationFrame(look)
          }
          look()
        })
      let busy = false
      const gone = await until(() => {
        busy ||= button?.getAttribute('aria-busy') === 'true'
        return dialog?.isConnected === false
      })
      return [busy, gone]
    })
    expect(wasBusy).toBe(true)
    // No sooner; on a busy machine it takes as long as the call does.
    expect(goneAfter).toBeGreaterThanOrEqual(300)
    await expect(switchOf(page, made.name)).not.toBeChecked()
  })

  test('EDGE-10 the list asks nothing of any other host', async ({ page, requested, baseURL }) => {
    await page.goto(listPath)
    await openAdd(page)
    const hosts = requested.filter((url) => url.startsWith('http')).map((url) => new URL(url).origin)
    expect([...new Set(hosts)]).toEqual([baseURL])
  })
})

test('LIST-9 CALL-4 a refusal shows the platform’s message', async ({ page, context, admin, expected }) => {
  await begin(context, 'operator')
  expected.push(/status of 409/)
  const places = [await idOfPlace(admin), await idOfPlace(admin, 'SOUTH')]
  for (const press of [switchShown, pressRemove]) {
    const made = await addAccount(context)
    await openList(page, made.account)
    // Meanwhile it comes to belong to another organization, too.
    await updateAccount(admin, made.id, { userOrgList: places.map((orgId) => ({ orgId, deptId: null })) })
    await press(page, made.name)
    if (press === pressRemove) await confirmButton(page).click()
    const refusal = '该账号还属于您管理范围之外的组织，请联系超级管理员处理'
    await expect(toasts(page).getByRole('alert')).toHaveText(refusal)
    await expect(question(page)).toBeHidden()
    await expect(switchOf(page, made.name)).toBeChecked()
    await expect(row(page, made.account)).toBeVisible()
    // The list is read again, and offers it no more.
    await expect(switchOf(page, made.name)).toBeDisabled()
    expect((await stored(context, made.account))?.enabled).toBe(true)
    await tell(admin, `/sys/user/page/delete/${made.id}`)
  }
})
