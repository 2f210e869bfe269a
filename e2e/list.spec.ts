import {
  addAccount,
  addAccounts,
  listPath,
  openList,
  question,
  row,
  rows,
  stored,
  switchOf,
  table,
  toasts,
} from './accounts'
import { begin, expect, type Page, test, unique } from './fixtures'

const search = (page: Page) => page.getByRole('button', { name: '查询' })
const reset = (page: Page) => page.getByRole('button', { name: '重置' })
const accountField = (page: Page) => page.getByRole('search').getByLabel('账号')
const phoneField = (page: Page) => page.getByRole('search').getByLabel('手机号')
const stateField = (page: Page) => page.getByRole('search').getByLabel('启用状态')
const size = (page: Page) => page.getByLabel('每页条数')
const pages = (page: Page) => page.getByRole('navigation', { name: '分页' })
const goToPage = (page: Page, number: number) => pages(page).getByRole('link', { name: `第 ${number} 页` })

test.describe('search', () => {
  test('LIST-1 ACC-1 a search takes account, phone and state together', async ({ page, context }) => {
    await begin(context, 'admin')
    const prefix = unique('find')
    await addAccount(context, { account: `${prefix}a`, phone: '13911112222' })
    await addAccount(context, { account: `${prefix}b`, phone: '13933334444' })
    await page.goto(listPath)
    await accountField(page).fill(prefix)
    await search(page).click()
    await expect(rows(page)).toHaveCount(2)
    await phoneField(page).fill('1111')
    await phoneField(page).press('Enter')
    await expect(rows(page)).toHaveCount(1)
    await expect(row(page, `${prefix}a`)).toBeVisible()
    await stateField(page).selectOption('停用')
    await search(page).click()
    await expect(page.getByText('没有符合条件的数据')).toBeVisible()
    await stateField(page).selectOption('启用')
    await search(page).click()
    await expect(row(page, `${prefix}a`)).toBeVisible()
  })

  test('LIST-1 reset clears the form and returns to page 1', async ({ page, context }) => {
    await begin(context, 'admin')
    const prefix = await addAccounts(context, 11)
    await openList(page, prefix, '&enabled=1&page=2')
    await expect(rows(page)).toHaveCount(1)
    await reset(page).click()
    await expect(page).toHaveURL(listPath)
    await expect(accountField(page)).toHaveValue('')
    await expect(stateField(page)).toHaveValue('')
    await expect(rows(page)).toHaveCount(10)
    await expect(goToPage(page, 1)).toHaveAttribute('aria-current', 'page')
  })

  test('LIST-1 a new search starts at page 1 and keeps the page size', async ({ page, context }) => {
    await begin(context, 'admin')
    await page.goto(`${listPath}?size=20&page=2`)
    await expect(goToPage(page, 2)).toHaveAttribute('aria-current', 'page')
    await accountField(page).fill('a')
    await search(page).click()
    await expect(page).toHaveURL(`${listPath}?account=a&size=20`)
    await expect(goToPage(page, 1)).toHaveAttribute('aria-current', 'page')
    await expect(size(page)).toHaveValue('20')
  })

  test('LIST-1 the same search again reads the list again', async ({ page, context }) => {
    await begin(context, 'admin')
    const prefix = unique('again')
    await openList(page, prefix)
    await expect(page.getByText('没有符合条件的数据')).toBeVisible()
    await addAccount(context, { account: `${prefix}a` })
    const steps = await page.evaluate(() => history.length)
    await search(page).click()
    await expect(row(page, `${prefix}a`)).toBeVisible()
    expect(await page.evaluate(() => history.length), 'no step to go back over').toBe(steps)
  })

  test('LIST-1 what is found by nothing says so and offers the reset', async ({ page, context }) => {
    await begin(context, 'admin')
    await openList(page, unique('nobody'))
    const state = table(page).getByRole('status')
    await expect(state).toContainText('没有符合条件的数据')
    await state.getByRole('button', { name: '重置' }).click()
    await expect(rows(page)).toHaveCount(10)
    await expect(page).toHaveURL(listPath)
  })

  test('LIST-6 search inputs hold at most 50 characters', async ({ page, context }) => {
    await begin(context, 'admin')
    await page.goto(listPath)
    for (const field of [accountField(page), phoneField(page)]) {
      await field.pressSequentially('x'.repeat(55))
      await expect(field).toHaveValue('x'.repeat(50))
    }
  })

  test('LIST-1 percent, underscore, backslash and quotes in a search are characters', async ({
    page,
    context,
  }) => {
    await begin(context, 'admin')
    const prefix = unique('like')
    await addAccount(context, { account: `${prefix}_1` })
    await addAccount(context, { account: `${prefix}x1` })
    await addAccount(context, { account: `${prefix}"1` })
    await page.goto(listPath)
    const find = async (text: string) => {
      await accountField(page).fill(text)
      await search(page).click()
      await expect(page).toHaveURL((url) => url.searchParams.get('account') === text)
    }
    await find(`${prefix}_1`)
    await expect(row(page, `${prefix}_1`)).toBeVisible()
    await expect(rows(page)).toHaveCount(1)
    await find(`${prefix}"1`)
    await expect(row(page, `${prefix}"1`)).toBeVisible()
    await expect(rows(page)).toHaveCount(1)
    for (const text of [`${prefix}%`, `${prefix}\\`, `${prefix}'`, `' or 1=1 --`, '%', '\\']) {
      await find(text)
      await expect(page.getByText('没有符合条件的数据'), text).toBeVisible()
      await expect(accountField(page)).toHaveValue(text)
    }
  })
})

test.describe('paging', () => {
  test('LIST-3 page sizes are 10, 20 and 30, and 10 is the default', async ({ page, context }) => {
    await begin(context, 'admin')
    await page.goto(listPath)
    await expect(rows(page)).toHaveCount(10)
    await expect(size(page)).toHaveValue('10')
    await expect(size(page).locator('option')).toHaveText(['10 条/页', '20 条/页', '30 条/页'])
    for (const wanted of [20, 30]) {
      await size(page).selectOption(String(wanted))
      await expect(rows(page)).toHaveCount(wanted)
      await expect(page).toHaveURL(`${listPath}?size=${wanted}`)
    }
    await size(page).selectOption('10')
    await expect(rows(page)).toHaveCount(10)
    await expect(page).toHaveURL(listPath)
  })

  test('LIST-3 ACC-1 the pages show every row once, and another size starts at page 1', async ({
    page,
    context,
  }) => {
    await begin(context, 'admin')
    const prefix = await addAccounts(context, 21)
    await openList(page, prefix)
    await expect(page.getByText('共 21 条')).toBeVisible()
    const seen: string[] = []
    for (const [number, count] of [
      [1, 10],
      [2, 10],
      [3, 1],
    ] as const) {
      await goToPage(page, number).click()
      await expect(goToPage(page, number)).toHaveAttribute('aria-current', 'page')
      await expect(rows(page)).toHaveCount(count)
      seen.push(...(await table(page).locator('tbody td:first-child').allInnerTexts()))
    }
    expect(new Set(seen).size).toBe(21)
    await expect(pages(page).getByRole('button', { name: '下一页' })).toBeDisabled()
    await size(page).selectOption('20')
    await expect(rows(page)).toHaveCount(20)
    await expect(goToPage(page, 1)).toHaveAttribute('aria-current', 'page')
  })

  test('LIST-7 GUARD-14 search, page and size survive reload, back, forward and a pasted link', async ({
    page,
    context,
  }) => {
    await begin(context, 'admin')
    const prefix = await addAccounts(context, 21)
    await page.goto(listPath)
    await accountField(page).fill(prefix)
    await search(page).click()
    await expect(page.getByText('共 21 条')).toBeVisible()
    await size(page).selectOption('20')
    await expect(rows(page)).toHaveCount(20)
    await goToPage(page, 2).click()
    await expect(rows(page)).toHaveCount(1)
    const address = page.url()
    expect(new URL(address).search).toBe(`?account=${prefix}&size=20&page=2`)

    const isSecondPage = async (shown: Page) => {
      await expect(row(shown, `${prefix}01`)).toBeVisible()
      await expect(rows(shown)).toHaveCount(1)
      await expect(accountField(shown)).toHaveValue(prefix)
      await expect(size(shown)).toHaveValue('20')
      await expect(goToPage(shown, 2)).toHaveAttribute('aria-current', 'page')
    }
    await page.reload()
    await isSecondPage(page)
    await page.goBack()
    await expect(rows(page)).toHaveCount(20)
    await expect(goToPage(page, 1)).toHaveAttribute('aria-current', 'page')
    await page.goBack()
    await expect(rows(page)).toHaveCount(10)
    await expect(size(page)).toHaveValue('10')
    await page.goBack()
    await expect(page).toHaveURL(listPath)
    await expect(accountField(page)).toHaveValue('')
    for (let step = 0; step < 3; step += 1) await page.goForward()
    await isSecondPage(page)
    const pasted = await context.newPage()
    await pasted.goto(address)
    await isSecondPage(pasted)
  })

  test('LIST-7 a page is a link that a tab of its own can open', async ({ page, context }) => {
    await begin(context, 'admin')
    await page.goto(`${listPath}?account=a`)
    const opened = context.waitForEvent('page')
    await goToPage(page, 2).click({ modifiers: ['ControlOrMeta'] })
    const tab = await opened
    await expect(tab).toHaveURL(`${listPath}?account=a&page=2`)
    await expect(goToPage(tab, 2)).toHaveAttribute('aria-current', 'page')
    await expect(page).toHaveURL(`${listPath}?account=a`)
  })

  const nonsense = [
    '?page=abc&size=7&enabled=maybe&page=-1&foo=<script>',
    '?page=0&size=-1',
    '?page=1.5&size=1e1',
    '?page=99999999999999999999&size=99999999999999999999',
    `?account=${'x'.repeat(60)}`,
    '?account[]=a&account=a&account=b&enabled=1&enabled=0',
    '?page=%00&account=%00',
    '?__proto__=1&constructor=2',
  ]
  for (const query of nonsense) {
    test(`LIST-7 an address with nonsense shows the list: ${query.slice(0, 60)}`, async ({
      page,
      context,
    }) => {
      await begin(context, 'admin')
      const response = await page.goto(listPath + query)
      expect(response?.status()).toBe(200)
      await expect(rows(page).first()).toBeVisible()
      await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
      await expect(goToPage(page, 1)).toHaveAttribute('aria-current', 'page')
    })
  }

  test('LIST-7 a page beyond the last one leads to the last one', async ({ page, context }) => {
    await begin(context, 'admin')
    const prefix = await addAccounts(context, 11)
    for (const far of ['3', '1000000']) {
      await openList(page, prefix, `&page=${far}`)
      await expect(page).toHaveURL(`${listPath}?account=${prefix}&page=2`)
      await expect(row(page, `${prefix}01`)).toBeVisible()
    }
  })
})

test.describe('table', () => {
  test.describe('in English', () => {
    test.use({ language: 'en' })
    test('LIST-5 columns are at least 100 px wide for labels under 6 characters, else 16 px a character', async ({
      page,
      context,
    }) => {
      await begin(context, 'admin')
      await page.setViewportSize({ width: 500, height: 800 })
      await page.goto(listPath)
      const heads = page.getByRole('columnheader')
      await expect(heads).toHaveText(['Account', 'Name', 'Phone', 'Status', 'Operations'])
      const widths = await heads.evaluateAll((cells) => cells.map((cell) => cell.clientWidth))
      const least = [112, 100, 100, 96, 160]
      for (const [index, width] of widths.entries()) expect(width).toBeGreaterThanOrEqual(least[index] ?? 0)
    })
  })

  test('LIST-5 ACC-1 the columns are account, name, phone, status and operations, none under 100 px', async ({
    page,
    context,
  }) => {
    await begin(context, 'admin')
    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto(listPath)
    const heads = page.getByRole('columnheader')
    await expect(heads).toHaveText(['账号', '姓名', '手机号', '状态', '操作'])
    const widths = await heads.evaluateAll((cells) => cells.map((cell) => cell.clientWidth))
    for (const width of widths) expect(width).toBeGreaterThanOrEqual(100)
  })

  for (const [width, height] of [
    [1440, 900],
    [1280, 1000],
    [1000, 760],
  ] as const) {
    test(`LIST-4 the table is as high as the window less 212 and the search bar, at ${width} by ${height}`, async ({
      page,
      context,
    }) => {
      await begin(context, 'admin')
      await page.setViewportSize({ width, height })
      await page.goto(`${listPath}?size=30`)
      await expect(rows(page)).toHaveCount(30)
      const bar = await page.getByTestId('search-bar').evaluate((element) => element.clientHeight)
      const shown = await table(page).evaluate((element) => element.getBoundingClientRect().height)
      expect(Math.round(shown)).toBe(height - 212 - bar)
      expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
    })
  }

  test('LIST-4 the head stays in sight while the rows scroll', async ({ page, context }) => {
    await begin(context, 'admin')
    await page.goto(`${listPath}?size=30`)
    await expect(rows(page)).toHaveCount(30)
    const head = page.getByRole('columnheader', { name: '手机号' })
    const before = await head.boundingBox()
    await table(page).hover()
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
  })

  test('LIST-4 on a narrow screen the account stays in sight while the table scrolls sideways', async ({
    page,
    context,
  }) => {
    await begin(context, 'admin')
    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto(listPath)
    const first = rows(page).first().getByRole('cell').first()
    await table(page).evaluate((element) => element.scrollTo({ left: element.scrollWidth }))
    await expect(rows(page).first().getByRole('button').last()).toBeInViewport({ ratio: 1 })
    await expect(first).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  })
})

test.describe('deleting', () => {
  test('LIST-10 a delete names the row, and cancel deletes nothing', async ({ page, context }) => {
    await begin(context, 'admin')
    const made = await addAccount(context, { name: unique('王小') })
    await openList(page, made.account)
    await page.getByRole('button', { name: `删除${made.name}` }).click()
    await expect(question(page)).toContainText(`确定要删除数据“${made.name}”吗？`)
    await question(page).getByRole('button', { name: '取消' }).last().click()
    await expect(question(page)).toBeHidden()
    await page.reload()
    await expect(row(page, made.account)).toBeVisible()
    expect(await stored(context, made.account)).toBeDefined()
  })

  test('LIST-10 ACC-7 a confirmed delete removes the row for good', async ({ page, context }) => {
    await begin(context, 'admin')
    const made = await addAccount(context)
    await openList(page, made.account)
    await page.getByRole('button', { name: `删除${made.name}` }).click()
    await question(page).getByRole('button', { name: '确定' }).click()
    await expect(toasts(page)).toContainText('删除成功')
    await expect(page.getByText('没有符合条件的数据')).toBeVisible()
    await page.reload()
    await expect(page.getByText('没有符合条件的数据')).toBeVisible()
    expect(await stored(context, made.account)).toBeUndefined()
  })

  const removeShown = async (page: Page, account: string) => {
    await page.getByRole('button', { name: `删除${account}` }).click()
    await question(page).getByRole('button', { name: '确定' }).click()
    await expect(toasts(page)).toContainText('删除成功')
  }

  test('LIST-8 a deleted last row steps back one page', async ({ page, context }) => {
    await begin(context, 'admin')
    const prefix = await addAccounts(context, 11)
    await openList(page, prefix, '&page=2')
    await removeShown(page, `${prefix}01`)
    await expect(page).toHaveURL(`${listPath}?account=${prefix}`)
    await expect(rows(page)).toHaveCount(10)
    await expect(page.getByText('共 10 条')).toBeVisible()
  })

  test('LIST-8 a deleted last row steps back one page at size 20 too', async ({ page, context }) => {
    await begin(context, 'admin')
    const prefix = await addAccounts(context, 21)
    await openList(page, prefix, '&page=2&size=20')
    await removeShown(page, `${prefix}01`)
    await expect(page).toHaveURL(`${listPath}?account=${prefix}&size=20`)
    await expect(rows(page)).toHaveCount(20)
  })

  test('LIST-8 a deleted row that was not the only one keeps the page', async ({ page, context }) => {
    await begin(context, 'admin')
    const prefix = await addAccounts(context, 12)
    await openList(page, prefix, '&page=2')
    await removeShown(page, `${prefix}01`)
    await expect(rows(page)).toHaveCount(1)
    await expect(page).toHaveURL(`${listPath}?account=${prefix}&page=2`)
  })
})

test.describe('switching', () => {
  test('LIST-9 cancel leaves the switch as it was', async ({ page, context }) => {
    await begin(context, 'admin')
    const made = await addAccount(context)
    await openList(page, made.account)
    await switchOf(page, made.name).click()
    await expect(question(page)).toContainText(`确定要停用“${made.name}”吗？`)
    await question(page).getByRole('button', { name: '取消' }).last().click()
    await expect(question(page)).toBeHidden()
    await expect(switchOf(page, made.name)).toBeChecked()
    await switchOf(page, made.name).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(question(page)).toBeHidden()
    await page.reload()
    await expect(switchOf(page, made.name)).toBeChecked()
    expect((await stored(context, made.account))?.enabled).toBe(true)
  })

  test('LIST-9 ACC-7 confirm stores the state, says so and shows it, off and on again', async ({
    page,
    context,
  }) => {
    await begin(context, 'admin')
    const made = await addAccount(context)
    await openList(page, made.account)
    await switchOf(page, made.name).click()
    await expect(switchOf(page, made.name)).toBeChecked()
    await question(page).getByRole('button', { name: '确定' }).click()
    await expect(toasts(page)).toContainText('停用成功')
    await expect(switchOf(page, made.name)).not.toBeChecked()
    await page.reload()
    await expect(switchOf(page, made.name)).not.toBeChecked()
    await switchOf(page, made.name).click()
    await expect(question(page)).toContainText(`确定要启用“${made.name}”吗？`)
    await question(page).getByRole('button', { name: '确定' }).click()
    await expect(toasts(page)).toContainText('启用成功')
    await page.reload()
    await expect(switchOf(page, made.name)).toBeChecked()
  })

  test('LIST-9 CALL-4 a refusal shows the platform’s message, and the switch stays', async ({
    page,
    context,
    expected,
  }) => {
    await begin(context, 'admin')
    const made = await addAccount(context, { places: ['EAST', 'SOUTH'] })
    await context.clearCookies({ name: 'access_token' })
    await begin(context, 'operator')
    expected.push(/status of 409/)
    await openList(page, made.account)
    await switchOf(page, made.name).click()
    await question(page).getByRole('button', { name: '确定' }).click()
    await expect(toasts(page).getByRole('alert')).toHaveText(
      '该账号还属于您管理范围之外的组织，请联系超级管理员处理',
    )
    await expect(question(page)).toBeHidden()
    await expect(switchOf(page, made.name)).toBeChecked()
    await page.getByRole('button', { name: `删除${made.name}` }).click()
    await question(page).getByRole('button', { name: '确定' }).click()
    await expect(question(page)).toBeHidden()
    await expect(row(page, made.account)).toBeVisible()
    expect((await stored(context, made.account))?.enabled).toBe(true)
  })

  test('LIST-9 the dialog’s loading clears 300 ms after confirming', async ({ page, context }) => {
    await begin(context, 'admin')
    const made = await addAccount(context)
    await openList(page, made.account)
    await switchOf(page, made.name).click()
    await expect(question(page)).toBeVisible()
    const [busyAfter, goneAfter] = await page.evaluate(async () => {
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
      const busy = await until(() => button?.getAttribute('aria-busy') === 'true')
      return [busy, await until(() => dialog?.isConnected === false)]
    })
    expect(busyAfter).toBeLessThan(200)
    expect(goneAfter).toBeGreaterThanOrEqual(300)
    expect(goneAfter).toBeLessThan(1500)
    await expect(switchOf(page, made.name)).not.toBeChecked()
  })
})

test('EDGE-10 the list asks nothing of any other host', async ({ page, context, requested, baseURL }) => {
  await begin(context, 'admin')
  await page.goto(listPath)
  await page.getByRole('button', { name: '新增' }).click()
  await expect(page.getByRole('dialog', { name: '新增账号' }).getByLabel('姓名')).toBeVisible()
  const hosts = new Set(requested.filter((url) => url.startsWith('http')).map((url) => new URL(url).origin))
  expect([...hosts]).toEqual([baseURL])
})
