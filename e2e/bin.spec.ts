import { type Caller, expect, type Locator, type Page, tell, test, unique } from './fixtures'
import { lists, openListAt, toasts } from './lists'
import { addDepartment, found, idOfPlace, type Made } from './records'

const reads = '**/api/sys/dept/page/deleted?*'
const bin = (page: Page): Locator => page.getByRole('dialog', { name: '回收站' })
const search = (page: Page): Locator => bin(page).getByRole('searchbox')
const items = (page: Page): Locator => bin(page).getByRole('listitem')
const more = (page: Page): Locator => bin(page).getByRole('button', { name: '显示更多' })
const restore = (page: Page, name: string): Locator =>
  bin(page).getByRole('button', { name: `恢复${name}`, exact: true })

/** Adds departments of one prefix, and deletes them. */
async function deleteMany(admin: Caller, prefix: string, count: number): Promise<string[]> {
  const orgId = await idOfPlace(admin)
  const names = Array.from({ length: count }, (_, at) => `${prefix}n${String(at).padStart(3, '0')}`)
  const form = { enabled: true, remark: null, orgId }
  for (const name of names) await tell(admin, '/sys/dept/page/add', { ...form, name, code: name.slice(-20) })
  let rows = await found<Made>(admin, lists.department, prefix)
  while (rows.length > 0) {
    for (const { id } of rows) await tell(admin, `/sys/dept/page/delete/${id}`)
    rows = await found<Made>(admin, lists.department, prefix)
  }
  return names
}

async function openBin(page: Page, name: string): Promise<void> {
  await openListAt(page, lists.department, name)
  await page.getByRole('button', { name: '回收站' }).press('Enter')
  const answer = page.waitForResponse(
    (response) => response.url().includes(`/deleted?`) && response.url().includes(`name=${name}`),
  )
  await search(page).fill(name)
  await answer
}

/** The names that are shown, as their buttons say them. */
async function shown(page: Page): Promise<string[]> {
  const labels = await bin(page)
    .getByRole('button', { name: /^恢复/ })
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? ''))
  return labels.map((label) => label.replace('恢复', '')).toSorted()
}

const failReads = (page: Page): Promise<unknown> =>
  page.route(reads, (route) =>
    route.fulfill({ status: 500, json: { code: 500, msg: '读取出错', data: null } }),
  )

/** The bin with two departments, whose names begin so, and nothing else. */
async function openTwo(page: Page, admin: Caller, letter: string): Promise<readonly [string, string]> {
  const [first = '', second = ''] = await deleteMany(admin, unique(letter), 2)
  await openBin(page, first.slice(0, -4))
  return [first, second]
}

test.describe('the recycle bin', () => {
  test.use({ as: 'admin' })

  test('DAY-6 an empty bin says so as any empty list does', async ({ page }) => {
    await openBin(page, unique('none'))
    const state = bin(page).getByRole('status').filter({ hasText: '最近 30 天内没有删除过该名称的内容' })
    await expect(state).toBeVisible()
    await expect(state.locator('svg')).toBeVisible()
  })

  test('DAY-6 what is on further pages is shown once each, though a read fails and rows are put back in between @long', async ({
    page,
    admin,
    expected,
  }) => {
    test.slow()
    const names = await deleteMany(admin, unique('b'), 203)
    const prefix = names[0]?.slice(0, -4) ?? ''
    await openBin(page, prefix)
    await expect(items(page)).toHaveCount(100)

    expected.push(/status of 500/)
    await failReads(page)
    await more(page).press('Enter')
    await expect(bin(page).getByRole('alert')).toContainText('读取出错')
    await expect(items(page), 'what was read stays').toHaveCount(100)
    await expect(bin(page).getByRole('button', { name: '重试' })).toBeFocused()
    await page.unroute(reads)
    await bin(page).getByRole('button', { name: '重试' }).press('Enter')
    await expect(items(page)).toHaveCount(200)
    await expect(bin(page).getByRole('alert')).toHaveCount(0)
    await expect(more(page)).toBeVisible()

    // One here and one by somebody else.
    const [first = '', second = ''] = await shown(page)
    await restore(page, first).press('Enter')
    await expect(toasts(page)).toContainText('已恢复')
    await expect(restore(page, first)).toHaveCount(0)
    await expect(items(page)).toHaveCount(200)
    const secondId = await page.evaluate(
      async ([path = '', name]) => {
        const answer = await fetch(path, { headers: { 'x-console': '1' } })
        const { data } = await answer.json()
        return (data.records ?? data).find((record: { name: string }) => record.name === name)?.id
      },
      [`/api/sys/dept/page/deleted?name=${second}`, second],
    )
    await tell(admin, `/sys/dept/page/restore/${secondId}`)
    await more(page).press('Enter')
    await expect(items(page)).not.toHaveCount(200)
    await expect(more(page)).toHaveCount(0)
    const all = await shown(page)
    expect(new Set(all).size).toBe(all.length)
    expect(all.filter((name) => name !== second)).toEqual(
      names.filter((name) => name !== first && name !== second),
    )
  })

  test('DAY-6 the newest search wins over a read that answers later, and keeps the focus of who types @long', async ({
    page,
    admin,
  }) => {
    const [earlier = '', stays = ''] = await deleteMany(admin, unique('e'), 2)
    const [later = ''] = await deleteMany(admin, unique('l'), 1)
    await openBin(page, earlier.slice(0, -4))
    await expect(items(page)).toHaveCount(2)
    let letThrough = () => {}
    const passed = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    // What is read again after the row was put back waits; what is sought meanwhile does not.
    await page.route(reads, async (route) => {
      if (!route.request().url().includes(later)) await passed
      await route.continue()
    })
    const held = page.waitForRequest(reads)
    await restore(page, earlier).press('Enter')
    await held
    await expect(toasts(page)).toContainText('已恢复')
    await search(page).fill(later)
    await expect(restore(page, later)).toBeVisible()
    const late = page.waitForResponse((response) => !response.url().includes(later))
    letThrough()
    await (await late).finished()
    await expect(restore(page, later)).toBeEnabled()
    await expect(items(page)).toHaveCount(1)
    await expect(restore(page, stays)).toHaveCount(0)
    await expect(search(page)).toBeFocused()
  })

  test('DAY-6 a row that was put back is gone from the bin, also when that cannot be read again @long', async ({
    page,
    admin,
    expected,
  }) => {
    const [first, second] = await openTwo(page, admin, 'h')
    await expect(items(page)).toHaveCount(2)
    expected.push(/status of 500/)
    await failReads(page)
    await restore(page, first).press('Enter')
    await expect(bin(page).getByRole('alert')).toContainText('读取出错')
    await expect(items(page)).toHaveCount(1)
    await expect(restore(page, second)).toBeEnabled()
    await page.unroute(reads)
    await bin(page).getByRole('button', { name: '重试' }).press('Enter')
    await expect(bin(page).getByRole('alert')).toHaveCount(0)
    await expect(items(page)).toHaveCount(1)
  })

  test('DAY-6 the focus stays in the bin when its row is put back, and with the row where that failed', async ({
    page,
    admin,
    expected,
  }) => {
    const [first, second] = await openTwo(page, admin, 'g')
    await restore(page, first).press('Enter')
    await expect(items(page)).toHaveCount(1)
    await expect(restore(page, second)).toBeEnabled()
    await expect(bin(page).locator('[data-first]')).toBeFocused()
    // The code is taken meanwhile.
    await addDepartment(admin, await idOfPlace(admin), { name: unique('x'), code: second.slice(-20) })
    expected.push(/status of 409/)
    await restore(page, second).press('Enter')
    await expect(toasts(page).getByRole('alert')).toBeVisible()
    await expect(restore(page, second)).toBeFocused()
  })
})
