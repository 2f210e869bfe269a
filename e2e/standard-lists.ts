import { expect, giveUp, type Page, tell, test } from './fixtures'
import { expectFilled, fillIn, type Kind, partsOf, shortName } from './kinds'
import {
  addButton,
  cellsOf,
  confirmButton,
  editButton,
  nothingFound,
  openAdd,
  openEdit,
  openListAt,
  pageLink,
  pageSize,
  pressRemove,
  question,
  removeShown,
  resetButton,
  rowOf,
  rowsOf,
  saveButton,
  searchBar,
  searchButton,
  searchChoice,
  searchField,
  switchOf,
  textOf,
  toasts,
} from './lists'
import { found, idOfPlace } from './records'
import { testRights } from './standard-rights'

const gone = '此记录已被他人删除。'

export type Rule = 'search' | 'life' | 'taken' | 'lastRow' | 'rights'

/** The tests of what all lists of records have in common, for one of them. */
export function testRules(kind: Kind, rules: readonly Rule[]): void {
  const { list, remove, hasSwitch, hasBin } = partsOf(kind)
  const [listId, saveId] = kind.ids

  /** Leaves the question of a button or switch in both ways; nothing comes of it. */
  async function leaveQuestion(page: Page, press: () => Promise<void>, words: string): Promise<void> {
    for (const leave of ['取消', 'Escape']) {
      await press()
      await expect(question(page)).toContainText(words)
      if (leave === 'Escape') await page.keyboard.press(leave)
      else await question(page).getByRole('button', { name: leave }).last().click()
      await expect(question(page)).toBeHidden()
    }
  }

  /** The state narrows a search down, and is kept over a reload. */
  async function expectFilter(page: Page, label: string, name: string): Promise<void> {
    await searchField(page, label).fill(name)
    for (const [state, count] of [
      ['停用', 0],
      ['启用', 1],
    ] as const) {
      await searchChoice(page, '状态').selectOption(state)
      await searchButton(page).click()
      await expect(rowsOf(page, list)).toHaveCount(count)
    }
    await page.reload()
    await expect(searchChoice(page, '状态')).toHaveValue('1')
  }

  /** Switches the other way and back again, each stored, told and seen after a reload. */
  async function expectSwitching(page: Page, name: string, isOn: boolean): Promise<void> {
    const state = switchOf(page, name)
    const words = (on: boolean) => `${on ? '启用' : '停用'}“${name}”吗？`
    await leaveQuestion(page, () => state.click(), words(!isOn))
    await expect(state).toBeChecked({ checked: isOn })
    for (const on of [!isOn, isOn]) {
      await state.click()
      await expect(question(page)).toContainText(words(on))
      await confirmButton(page).click()
      await expect(toasts(page)).toContainText(on ? '启用成功' : '停用成功')
      await expect(state).toBeChecked({ checked: on })
      await page.reload()
      await expect(state).toBeChecked({ checked: on })
    }
  }

  const asAdmin = { search, life, taken, lastRow }
  test.describe(kind.key, () => {
    test.describe('as a super administrator', () => {
      test.use({ as: 'admin' })
      for (const rule of rules) if (rule !== 'rights') asAdmin[rule]()
    })
    if (rules.includes('rights')) testRights(kind)
  })

  function search(): void {
    test(`${listId} LIST-1 LIST-2 LIST-3 LIST-6 it is searched`, async ({ page, admin }) => {
      const made = await kind.add(admin, await idOfPlace(admin), shortName())
      await page.goto(list.path)
      await expect(page.getByRole('columnheader')).toHaveText([...kind.columns])
      const fields = searchBar(page).getByRole('textbox')
      const { searches } = kind.fresh(made.name)
      await expect(fields).toHaveCount(Object.keys(searches).length)
      const [first = ''] = Object.keys(searches)
      // Enter sends it as the button does; the same search again reads the list again.
      await searchField(page, first).fill(made.name.toUpperCase())
      await searchField(page, first).press('Enter')
      await expect(rowsOf(page, list)).toHaveCount(1)
      await expect(rowOf(page, list, made.name)).toBeVisible()
      for (const field of await fields.all()) await expect(field).toHaveAttribute('maxlength', '50')
      if ((await searchChoice(page, '状态').count()) > 0) await expectFilter(page, first, made.name)
      await resetButton(page).click()
      await expect(page).toHaveURL(list.path)
      for (const field of await fields.all()) await expect(field).toHaveValue('')
      await expect(pageSize(page).locator('option')).toHaveText(['10 条/页', '20 条/页', '30 条/页'])
      await pageSize(page).selectOption('20')
      await expect(page).toHaveURL(`${list.path}?size=20`)
      await expect(rowsOf(page, list).first()).toBeVisible()
    })
  }

  function life(): void {
    test(`${saveId} LIST-2 LIST-9 LIST-10 a whole life, each step reloaded`, async ({ page, admin }) => {
      const name = shortName()
      const { row, searches, ...fresh } = kind.fresh(name)
      const rest = await kind.rest?.(admin)
      await openListAt(page, list, name)
      const dialog = await openAdd(page)
      await fillIn(dialog, fresh)
      await rest?.(dialog)
      const [firstLabel = ''] = Object.keys(fresh.texts)
      await textOf(dialog, firstLabel).press('Enter')
      await expect(toasts(page)).toContainText('新增成功')
      await expect(dialog).toBeHidden()
      await expect(addButton(page)).toBeFocused()
      await page.reload()
      await expect(cellsOf(page, list, name)).toHaveText(row)
      if (hasSwitch) await expect(switchOf(page, name)).toBeChecked({ checked: fresh.off !== true })
      for (const [label, text] of Object.entries(searches)) {
        await resetButton(page).click()
        await searchField(page, label).fill(text)
        await searchButton(page).click()
        await expect(rowOf(page, list, name), label).toBeVisible()
      }
      await openListAt(page, list, name)

      // Escape and Cancel store nothing, and give the focus back.
      for (const leave of ['Escape', '取消', '关闭']) {
        const edit = await openEdit(page, name)
        await expectFilled(edit, fresh)
        await textOf(edit, firstLabel).fill('不保存')
        if (leave === 'Escape') await page.keyboard.press(leave)
        else await edit.getByRole('button', { name: leave, exact: true }).click()
        await giveUp(page)
        await expect(edit).toBeHidden()
        await expect(editButton(page, name)).toBeFocused()
      }
      const { row: changed, ...change } = kind.changed(name)
      const edit = await openEdit(page, name)
      await fillIn(edit, change)
      await saveButton(edit).click()
      await expect(toasts(page)).toContainText('编辑成功')
      await page.reload()
      const newName = `${name}改`
      await expect(cellsOf(page, list, newName)).toHaveText(changed)

      if (hasSwitch) await expectSwitching(page, newName, !(change.off ?? fresh.off ?? false))
      await leaveQuestion(page, () => pressRemove(page, newName), `确定要删除数据“${newName}”吗？`)
      await page.reload()
      await expect(rowOf(page, list, newName)).toBeVisible()
      await removeShown(page, newName)
      await expect(nothingFound(page)).toBeVisible()
      await page.reload()
      await expect(nothingFound(page)).toBeVisible()
      expect(await found(admin, list, name)).toEqual([])
    })
  }

  function taken(): void {
    test(`${saveId} CALL-4 LIST-9 LIST-10 taken or gone is told`, async ({ page, admin, expected }) => {
      expected.push(/status of 40[49]/)
      const orgId = await idOfPlace(admin)
      const made = await kind.add(admin, orgId, shortName())
      const name = shortName()
      const { row: _, searches: __, ...fresh } = kind.fresh(name)
      const { says, ...taken } = kind.taken(made.name)
      const rest = await kind.rest?.(admin)
      await openListAt(page, list, name)
      const dialog = await openAdd(page)
      await fillIn(dialog, fresh)
      await rest?.(dialog)
      await fillIn(dialog, taken)
      await saveButton(dialog).click()
      await expect(dialog.getByRole('alert').first()).toContainText(says)
      const typed = {
        ...fresh,
        texts: { ...fresh.texts, ...taken.texts },
        choices: { ...fresh.choices, ...taken.choices },
      }
      await expectFilled(dialog, typed)
      await fillIn(dialog, fresh)
      await saveButton(dialog).click()
      await expect(dialog).toBeHidden()
      await expect(rowOf(page, list, name)).toBeVisible()

      const other = await kind.add(admin, orgId, shortName())
      for (const [one, act] of [
        [other, () => pressRemove(page, other.name)],
        ...(hasSwitch ? ([[made, () => switchOf(page, made.name).click()]] as const) : []),
      ] as const) {
        await openListAt(page, list, one.name)
        await tell(admin, `${remove}/${one.id}`)
        await act()
        await confirmButton(page).click()
        await expect(toasts(page).getByRole('alert')).toHaveText(gone)
        await expect(question(page)).toBeHidden()
        await expect(rowOf(page, list, one.name)).toHaveCount(0)
      }
    })
  }

  function lastRow(): void {
    test(`LIST-8 DAY-6 ${saveId} a deleted last row steps back one page, and one that is brought back leaves the page as it is`, async ({
      page,
      admin,
    }) => {
      const prefix = shortName()
      const orgId = await idOfPlace(admin)
      // The last one added comes first.
      for (let number = 1; number <= 12; number += 1)
        await kind.add(admin, orgId, prefix + String(number).padStart(2, '0'))
      await openListAt(page, list, prefix, '&page=2')
      await expect(rowsOf(page, list)).toHaveCount(2)
      await removeShown(page, `${prefix}02`)
      await expect(rowsOf(page, list)).toHaveCount(1)
      await expect(page).toHaveURL(`${list.path}?${list.search}=${prefix}&page=2`)
      if (hasBin) {
        await toasts(page).getByRole('button', { name: '撤销' }).click()
        await expect(rowsOf(page, list)).toHaveCount(2)
        await expect(page).toHaveURL(`${list.path}?${list.search}=${prefix}&page=2`)
        await removeShown(page, `${prefix}02`)
        await expect(rowsOf(page, list)).toHaveCount(1)
      }
      await removeShown(page, `${prefix}01`)
      await expect(page).toHaveURL(`${list.path}?${list.search}=${prefix}`)
      await expect(rowsOf(page, list)).toHaveCount(10)
      await expect(page.getByText('共 10 条')).toBeVisible()
      await expect(pageLink(page, 2)).toHaveCount(0)
    })
  }
}
