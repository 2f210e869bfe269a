import { button, pane, path } from './assets'
import { expect, test } from './fixtures'

test.use({ as: 'admin' })

test('RES-2 of many systems the pane finds some by name or code, and they are chosen by themselves', async ({
  page,
}) => {
  await page.goto(path)
  const items = pane(page).getByRole('listitem')
  await expect.poll(() => items.count()).toBeGreaterThan(12)
  const all = await items.count()
  const field = pane(page).getByRole('searchbox', { name: '查找系统' })
  await field.fill('移动审批')
  await expect(items).toHaveCount(1)
  await field.fill('BMS')
  await expect(items).toHaveText([/电池管理系统/])
  await expect(pane(page).getByRole('status')).toHaveText('1 项匹配')
  await field.fill('nothing')
  await expect(pane(page).getByText('没有匹配的系统')).toBeVisible()
  await field.fill('管理系统')
  const some = await items.count()
  expect(some).toBeLessThan(all)
  await button(page, '选择发现').click()
  await page.getByRole('checkbox', { name: '全选' }).check()
  await field.fill('patrol')
  await page.getByRole('checkbox', { name: '选择Field Patrol' }).check()
  await field.fill('')
  await expect(items).toHaveCount(all)
  for (const name of ['Field Patrol', '电池管理系统', '客户关系管理系统'])
    await expect(page.getByRole('checkbox', { name: `选择${name}` }), name).toBeChecked()
  await expect(page.getByRole('checkbox', { name: '选择移动考勤 APP' })).not.toBeChecked()
  await expect(page.getByRole('checkbox', { name: '全选' })).not.toBeChecked()
})

test('RES-2 at 1024 px names stay within the pane while systems are chosen, and its buttons fill it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 800 })
  await page.goto(path)
  await button(page, '选择发现').click()
  const beyond = await pane(page)
    .getByRole('listitem')
    .evaluateAll((items) =>
      items
        .filter((item) => {
          const name = item.querySelector('[data-system]')
          return name === null || name.getBoundingClientRect().right > item.getBoundingClientRect().right
        })
        .map((item) => item.textContent),
    )
  expect(beyond).toEqual([])
  const [field, last] = [
    await pane(page).getByRole('searchbox').boundingBox(),
    await button(pane(page), '批量发现').boundingBox(),
  ]
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBeCloseTo((field?.x ?? 0) + (field?.width ?? 0), 0)
})

test('RES-4 the system that an address names is in sight, however far down it stands', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 560 })
  await page.goto(path)
  const last = await pane(page).getByRole('link').last().getAttribute('href')
  await page.goto(last ?? '')
  await expect(pane(page).locator('[aria-current=true]')).toBeInViewport({ ratio: 1 })
})

test.describe('in English', () => {
  test.use({ language: 'en' })
  test('RES-3 I18N-1 what is the console’s own is called and found in English, or as it is stored', async ({
    page,
  }) => {
    await page.goto(`${path}?code=uia`)
    const rows = page.locator('tbody').getByRole('row')
    const own = page.getByRole('region', { name: 'Systems', exact: true }).locator('[aria-current]')
    await expect(own).toHaveText('Administration')
    await expect(rows.first().getByRole('cell').nth(1)).toHaveText('Administration')
    for (const sought of ['accounts', '账号管理']) {
      await page.getByRole('textbox', { name: 'Resource name' }).fill(sought)
      await page.keyboard.press('Enter')
      await expect(rows).toHaveCount(1)
      await expect(rows.getByRole('cell').first()).toHaveText('Accounts')
    }
  })
})
