import { begin, expect, hold, type Page, tell, test } from './fixtures'
import {
  bar,
  box,
  listPath,
  openList,
  pressLogOut,
  question,
  removeShown,
  row,
  rows,
  runOver,
  runTold,
  switchOf,
  switchShown,
  toasts,
} from './lists'
import { again } from './long-tests'
import { addAccounts, addPerson, openAccounts, setEnabled, stored } from './people'

const report = (page: Page) => page.getByRole('dialog', { name: /^账号管理：/ })

test.describe('as a super administrator', () => {
  test.use({ as: 'admin' })

  for (const language of ['zh-cn', 'en'] as const) {
    test.describe(`on a phone, ${language}`, () => {
      test.use({ language, viewport: { width: 320, height: 640 } })

      test(`A11Y-4 EDGE-11 at 320 px the bar tells in one line, acts in the next, and is not cut; wider it is a line (${language})`, async ({
        page,
        context,
      }) => {
        await page.goto(`${listPath}?account=${await addAccounts(context, 12)}`)
        for (const one of await page.locator('tbody [type=checkbox]').all()) await one.check()
        await expect(page.getByRole('toolbar').getByRole('button')).not.toHaveCount(0)
        const buttons = await page.getByRole('toolbar').getByRole('button').all()
        const lines = await Promise.all(
          buttons.map(async (button) => {
            await expect(button).toBeInViewport({ ratio: 1 })
            const { y = 0, height = 0 } = (await button.boundingBox()) ?? {}
            expect(height).toBeGreaterThanOrEqual(24)
            return Math.round(y + height / 2)
          }),
        )
        const [all = 0, enable = 0, ...rest] = lines
        expect(all, 'what chooses all, and what chooses none').toBe(rest.at(-1))
        expect(new Set([enable, ...rest.slice(0, -1)]).size, 'what is done with them').toBe(1)
        expect(enable).toBeGreaterThan(all)

        // All of it in the line of the table's head: of a narrow table, and beside a sheet.
        const isInLine = () =>
          page.getByRole('toolbar').evaluate((one) => {
            const { height, right } = one.getBoundingClientRect()
            const ends = [...one.querySelectorAll('button')].map(
              (button) => button.getBoundingClientRect().right,
            )
            return height <= 33 && Math.max(...ends) <= right
          })
        await page.setViewportSize({ width: 640, height: 800 })
        await expect.poll(isInLine, '640 px').toBe(true)
        await page.setViewportSize({ width: 1280, height: 800 })
        await page.locator('[data-row-link]').first().click()
        await expect(page.getByRole('dialog')).toBeVisible()
        await expect.poll(isInLine, 'beside a sheet').toBe(true)
      })
    })
  }

  test('EDGE-11 A11Y-3 rows are chosen by keyboard and by range, over pages, and another search chooses none', async ({
    page,
  }) => {
    const prefix = await openAccounts(page, 12)
    await row(page, `${prefix}12`).getByRole('link').focus()
    await page.keyboard.press('Space')
    await expect(bar(page)).toContainText('已选 1 条')
    // Where a row's sheet lies over the list, it lies over the bar, too.
    await page.setViewportSize({ width: 1024, height: 800 })
    await row(page, `${prefix}12`).getByRole('link').press('Enter')
    const sheet = page.getByRole('dialog')
    const { x = 0 } = (await sheet.boundingBox()) ?? {}
    const { y = 0, height = 0 } = (await bar(page).boundingBox()) ?? {}
    const isOver = await sheet.evaluate(
      (one, [left, top]) => one.contains(document.elementFromPoint(left, top)),
      [x + 20, y + height / 2] as const,
    )
    expect(isOver).toBe(true)
    await sheet.getByRole('button', { name: '关闭' }).click()
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await expect(bar(page)).toContainText('已选 3 条')
    await box(page, `${prefix}08`).click()
    await box(page, `${prefix}06`).click({ modifiers: ['Shift'] })
    await expect(bar(page)).toContainText('已选 6 条')
    await page.getByRole('link', { name: '第 2 页' }).click()
    await expect(rows(page)).toHaveCount(2)
    await page.getByRole('checkbox', { name: '选择本页全部' }).check()
    await expect(bar(page)).toContainText('已选 8 条')
    await removeShown(page, `${prefix}01`)
    await expect(bar(page), 'without the one that is gone').toContainText('已选 7 条')
    // All of this page, though not all there are.
    await expect(page.getByRole('checkbox', { name: '选择本页全部' })).toHaveJSProperty(
      'indeterminate',
      false,
    )
    await page.goBack()
    await expect(box(page, `${prefix}07`)).toBeChecked()
    await expect(box(page, `${prefix}09`)).not.toBeChecked()
    await bar(page).getByRole('button', { name: '选择符合条件的全部 11 条' }).click()
    await expect(box(page, `${prefix}09`)).toBeChecked()
    await expect(bar(page).getByRole('status'), 'the button is gone, its outcome has the focus').toBeFocused()
    await bar(page).getByRole('button', { name: '取消选择' }).press('Enter')
    await expect(bar(page)).toHaveCount(0)
    await expect(page.locator('[role=main] :focus')).toHaveCount(1)
    await box(page, `${prefix}09`).check()
    await openList(page, `${prefix}0`)
    await expect(bar(page)).toHaveCount(0)
  })

  test('DAY-9 EDGE-11 what goes on in the background is stopped and put away by keyboard, which stays on the page @long', async ({
    page,
  }) => {
    const prefix = await openAccounts(page, 2)
    await page.getByRole('checkbox', { name: '选择本页全部' }).check()
    await bar(page).getByRole('button', { name: '停用' }).press('Enter')
    const goOn = await hold(page, '**/api/sys/bulk/page/run')
    const confirm = page.getByRole('alertdialog').getByRole('button', { name: '停用' })
    await expect(confirm, 'once it has told whom it touches').toBeEnabled()
    await confirm.press('Enter')
    await report(page).getByRole('button', { name: '转到后台继续' }).press('Enter')
    await pressLogOut(page)
    await expect(question(page)).toContainText('仍在进行，离开会使其中断')
    await question(page).getByRole('button', { name: '取消' }).press('Enter')
    await page.getByRole('button', { name: '1 项任务正在进行' }).press('Enter')
    const note = page.getByRole('group', { name: '后台任务' })
    await note.getByRole('button', { name: '停止' }).press('Enter')
    goOn()
    await expect(page.getByRole('button', { name: '1 项任务已结束' })).toBeFocused()
    await note.getByRole('button', { name: '关闭通知' }).press('Enter')
    await expect(note).toHaveCount(0)
    await expect(page.locator('[role="main"]:focus, [role="main"] :focus')).toHaveCount(1)
    await expect(switchOf(page, `${prefix}01`)).not.toBeChecked()
  })

  test('EDGE-11 A11Y-3 A11Y-5 all that match are disabled; what was refused is told with its reason, tried again, and reported @long', async ({
    page,
    context,
  }) => {
    const prefix = await openAccounts(page, 12)
    await page.getByRole('checkbox', { name: '选择本页全部' }).check()
    const gone = await stored(context, `${prefix}12`)
    await tell(context, `/sys/user/page/delete/${gone?.id}`)
    await bar(page).getByRole('button', { name: '停用' }).click()
    const goOn = await hold(page, '**/api/sys/bulk/page/run')
    await page.getByRole('alertdialog').getByRole('button', { name: '停用' }).click()
    await report(page).getByRole('button', { name: '停止' }).press('Enter')
    const told = report(page).getByRole('status')
    await told.evaluate((region) => Object.assign(region, { isOld: true }))
    goOn()
    await expect(told).toHaveText('完成 9 条，失败 1 条，未处理 0 条')
    await expect(told, 'a new region would not be read out').toHaveJSProperty('isOld', true)
    // Another Enter takes nothing back.
    await expect(report(page).getByRole('button', { name: '关闭' }).last()).toBeFocused()
    await expect(report(page).getByRole('region', { name: '失败的数据及原因' })).toContainText(`${prefix}12`)
    await report(page).getByRole('button', { name: '重试 1 条' }).click()
    await expect(report(page)).toContainText('完成 9 条，失败 1 条')
    const download = page.waitForEvent('download')
    await report(page).getByRole('button', { name: '下载报告' }).click()
    expect((await download).suggestedFilename()).toBe('账号管理-停用.csv')
    await report(page).getByRole('button', { name: '关闭' }).last().click()
    await expect(switchOf(page, `${prefix}05`)).not.toBeChecked()
    // What failed is still chosen.
    await expect(bar(page)).toContainText('已选 1 条')
    await bar(page).getByRole('button', { name: '取消选择' }).click()
    // By the list's own search, those of the second page too.
    await page.getByRole('checkbox', { name: '选择本页全部' }).check()
    await bar(page).getByRole('button', { name: '选择符合条件的全部 11 条' }).click()
    await bar(page).getByRole('button', { name: '删除' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
    await runOver(page, '11 条全部完成')
    await expect(report(page)).toHaveCount(0)
    await expect(bar(page)).toHaveCount(0)
    expect(await stored(context, `${prefix}01`)).toBeUndefined()
  })
})

test.describe('who takes back a switch', () => {
  test.use({ as: 'admin' })

  test('DAY-6 a switch, of one row or of many, is taken back in the toast that tells of it', async ({
    page,
    context,
  }) => {
    const prefix = await openAccounts(page, 3)
    const undo = toasts(page).getByRole('button', { name: '撤销' })
    await switchShown(page, `${prefix}02`)
    await undo.click()
    await expect(toasts(page)).toContainText('已撤销')
    await expect(page.locator('[role=main] :focus'), 'the toast is gone').toHaveCount(1)
    await expect(switchOf(page, `${prefix}02`)).toBeChecked()
    await page.getByRole('checkbox', { name: '选择本页全部' }).check()
    // After it was chosen, and somewhere else.
    const one = await stored(context, `${prefix}01`)
    await tell(context, '/sys/user/page/updateEnable/', { id: one?.id, enabled: 0 })
    await switchShown(page, `${prefix}02`)
    await expect(switchOf(page, `${prefix}01`)).not.toBeChecked()
    await bar(page).getByRole('button', { name: '停用' }).click()
    await expect(question(page)).toContainText('2 条已是停用状态')
    await question(page).getByRole('button', { name: '停用' }).click()
    await runOver(page, '3 条全部完成', '撤销')
    // Only what was on before.
    await runOver(page, '1 条全部完成')
    await expect(switchOf(page, `${prefix}03`)).toBeChecked()
    await expect(switchOf(page, `${prefix}01`)).not.toBeChecked()
    await openList(page, prefix, '&enabled=1')
    await page.getByRole('checkbox', { name: '选择本页全部' }).check()
    await switchShown(page, `${prefix}03`)
    await expect(rows(page), 'the search leaves it out').toHaveCount(0)
    await bar(page).getByRole('button', { name: '停用' }).click()
    await expect(question(page)).toContainText('1 条已是停用状态')
  })
})

const languages = {
  'zh-cn': {
    all: '选择本页全部',
    ...{ bar: '已选数据', remove: '删除', disable: '停用', cancel: '取消', undo: '撤销' },
    ...{ stays: '1 条数据将保持不变', own: '不能停用或删除自己', already: '1 条已是停用状态' },
    ...{ roles: '将失去 1 个角色', done: '1 条全部完成', clear: '取消选择' },
  },
  en: {
    all: 'Select all rows on this page',
    ...{ bar: 'Selected rows', remove: 'Delete', disable: 'Disable', cancel: 'Cancel', undo: 'Undo' },
    ...{
      stays: '1 row stays as it is',
      own: 'You cannot disable or delete yourself',
    },
    ...{ already: '1 is disabled already', roles: '1 role is removed from it', done: '1 row done' },
    ...{ clear: 'Clear the selection' },
  },
} as const
for (const [language, words] of Object.entries(languages)) {
  test.describe(`in ${language}`, again(language), () => {
    test.use({ as: 'admin', language: language as keyof typeof languages })

    test(`DAY-6 DAY-7 EDGE-11 what many deletions touch, and which rows stay, is told before; one press brings all back (${language})`, async ({
      page,
      context,
    }) => {
      const person = await addPerson(context, { EAST: 'viewer' })
      const chosen = page.getByRole('toolbar', { name: words.bar })
      const asked = page.getByRole('alertdialog')
      await page.goto('/account/index?account=admin')
      await page.getByRole('checkbox', { name: words.all }).check()
      await chosen.getByRole('button', { name: words.remove }).click()
      await expect(asked).toContainText(words.stays)
      await expect(asked).toContainText(words.own)
      await asked.getByRole('button', { name: words.cancel }).click()
      await setEnabled(context, person, false)
      await page.goto(`/account/index?account=${person.account}`)
      await page.getByRole('checkbox', { name: words.all }).check()
      await chosen.getByRole('button', { name: words.disable }).click()
      await expect(asked).toContainText(words.already)
      await asked.getByRole('button', { name: words.cancel }).click()
      await chosen.getByRole('button', { name: words.remove }).click()
      await expect(asked).toContainText(words.roles)
      await asked.getByRole('button', { name: words.remove }).click()
      await expect(runTold(page, words.done)).toBeVisible()
      expect(await stored(context, person.account)).toBeUndefined()
      await runOver(page, words.done, words.undo)
      await runOver(page, words.done)
      await expect(page.locator('tbody').getByRole('row')).toHaveCount(1)
      expect(await stored(context, person.account)).toMatchObject({ id: person.id })
    })
  })
}

test('EDGE-11 whoever may do nothing with many rows chooses none', async ({ page, context }) => {
  await begin(context, 'auditor')
  await openList(page, 'operator')
  await expect(row(page, 'operator')).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await expect(toasts(page)).toBeEmpty()
})
