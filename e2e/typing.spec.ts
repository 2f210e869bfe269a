import type { Locator } from 'playwright/test'
import { addAccount, detail, listPath, openList, stored } from './accounts'
import { begin, call, expect, type Page, test, unique } from './fixtures'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: '新增账号' })
const nameField = (page: Page) => dialogOf(page).getByRole('textbox', { name: '姓名', exact: true })
const accountField = (page: Page) => dialogOf(page).getByRole('textbox', { name: '账号', exact: true })
const special = "`~!@#$%^&*<>?;\\[]·￥{}《》：“”【】、；‘’'"
const caretOf = (field: Locator) =>
  field.evaluate((element: HTMLInputElement) => [element.selectionStart, element.selectionEnd])
const setCaret = (field: Locator, start: number, end = start) =>
  field.evaluate(
    (element: HTMLInputElement, range) => {
      element.focus()
      element.setSelectionRange(range[0] ?? 0, range[1] ?? 0)
    },
    [start, end],
  )

async function openAdd(page: Page): Promise<void> {
  await page.goto(listPath)
  await page.getByRole('button', { name: '新增', exact: true }).click()
  await expect(nameField(page)).toBeVisible()
}

test('VALID-1 every special character is removed while typing, and everything else stays', async ({
  page,
  context,
}) => {
  await begin(context, 'admin')
  await openAdd(page)
  for (const field of [nameField(page), accountField(page)]) {
    for (const character of special) {
      await field.pressSequentially(`a${character}`)
      await expect(field, character).toHaveValue('a')
      await field.fill('')
    }
    const kept = `A-z_0.9 (张)/|+="é,。！？`
    await field.pressSequentially(kept)
    await expect(field).toHaveValue(kept)
  }
})

test('VALID-1 the caret stays where it was in the middle of the text', async ({ page, context }) => {
  await begin(context, 'admin')
  await openAdd(page)
  const field = nameField(page)
  await field.fill('abcdef')
  await setCaret(field, 3)
  await page.keyboard.type('#')
  await expect(field).toHaveValue('abcdef')
  expect(await caretOf(field)).toEqual([3, 3])
  await page.keyboard.type('X%Y')
  await expect(field).toHaveValue('abcXYdef')
  expect(await caretOf(field)).toEqual([5, 5])
  await page.keyboard.press('Backspace')
  await expect(field).toHaveValue('abcXdef')
  expect(await caretOf(field)).toEqual([4, 4])
  await page.keyboard.press('Delete')
  await expect(field).toHaveValue('abcXef')
})

test('VALID-1 a special character typed over a selection removes it and leaves the caret there', async ({
  page,
  context,
}) => {
  await begin(context, 'admin')
  await openAdd(page)
  const field = nameField(page)
  await field.fill('abcdef')
  await setCaret(field, 1, 3)
  await page.keyboard.type('@')
  await expect(field).toHaveValue('adef')
  expect(await caretOf(field)).toEqual([1, 1])
})

test('VALID-1 a paste is cleaned, in the middle of the text too', async ({ page, context }) => {
  await begin(context, 'admin')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openAdd(page)
  const field = nameField(page)
  await page.evaluate(() => navigator.clipboard.writeText('《一》<b>二</b>；三'))
  await field.fill('头尾')
  await setCaret(field, 1)
  await page.keyboard.press('ControlOrMeta+v')
  await expect(field).toHaveValue('头一b二/b三尾')
  expect(await caretOf(field)).toEqual([7, 7])
})

test('VALID-1 a composition is left alone until it ends, special characters of its own included', async ({
  page,
  context,
}) => {
  await begin(context, 'admin')
  await openAdd(page)
  const field = nameField(page)
  await field.fill('王明')
  await setCaret(field, 1)
  const devtools = await context.newCDPSession(page)
  const compose = (text: string) =>
    devtools.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    })
  // Input methods put an apostrophe between syllables while they compose: it is one of the stripped characters.
  for (const text of ['x', 'xi', "xi'", "xi'a", "xi'an"]) {
    await compose(text)
    await expect(field).toHaveValue(`王${text}明`)
  }
  await devtools.send('Input.insertText', { text: '西安' })
  await expect(field).toHaveValue('王西安明')
  expect(await caretOf(field)).toEqual([3, 3])
  await compose('；')
  await devtools.send('Input.insertText', { text: '；' })
  await expect(field).toHaveValue('王西安明')
  expect(await caretOf(field)).toEqual([3, 3])
  await page.keyboard.type('a#b')
  await expect(field).toHaveValue('王西安ab明')
})

test('VALID-1 ACC-7 what was composed is what is stored', async ({ page, context }) => {
  await begin(context, 'admin')
  const made = await addAccount(context)
  await openList(page, made.account)
  await page.getByRole('button', { name: `编辑${made.name}` }).click()
  const dialog = page.getByRole('dialog', { name: '编辑账号' })
  const field = dialog.getByRole('textbox', { name: '姓名', exact: true })
  await field.fill('')
  const devtools = await context.newCDPSession(page)
  await devtools.send('Input.imeSetComposition', { text: "li'lei", selectionStart: 6, selectionEnd: 6 })
  await devtools.send('Input.insertText', { text: '李雷' })
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  expect((await stored(context, made.account))?.name).toBe('李雷')
})

test('VALID-1 VALID-2 surrounding blanks are dropped when it is saved', async ({ page, context }) => {
  await begin(context, 'admin')
  const made = await addAccount(context)
  await openList(page, made.account)
  await page.getByRole('button', { name: `编辑${made.name}` }).click()
  const dialog = page.getByRole('dialog', { name: '编辑账号' })
  await dialog.getByRole('textbox', { name: '姓名', exact: true }).fill('  Ana  Lee ')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  expect((await detail(context, made.id)).name).toBe('Ana  Lee')
})

test('VALID-1 VALID-2 what is typed in a name is text wherever it shows', async ({ page, context }) => {
  await begin(context, 'admin')
  const name = `"/=+()|${unique('t')}`
  const made = await addAccount(context, { name })
  await openList(page, made.account)
  await expect(page.getByRole('cell', { name, exact: true })).toBeVisible()
  await page.getByRole('button', { name: `删除${name}` }).click()
  await expect(page.getByRole('alertdialog')).toContainText(`确定要删除数据“${name}”吗？`)
  expect((await call(context, 'GET', `/sys/user/page/detail/${made.id}`)).code).toBe(0)
})
