import type { Locator } from 'playwright/test'
import { expect, giveUp, type Page, test, unique } from './fixtures'
import {
  allowPaste,
  listPath,
  openAdd as openDialog,
  openEdit,
  openList,
  paste,
  pressRemove,
  question,
  textOf,
} from './lists'
import { addAccount, detail, stored } from './people'

test.use({ as: 'admin' })

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
  await openDialog(page)
}

test('A11Y-3 the arrows of an input method leave the search of a tree only when it is done', async ({
  page,
}) => {
  await page.goto('/role/index')
  await openDialog(page)
  const search = page.getByRole('dialog').getByRole('textbox', { name: '查找权限' })
  await search.focus()
  await search.dispatchEvent('keydown', { key: 'ArrowDown', isComposing: true })
  await expect(search).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('tree')).toBeFocused()
})

test('VALID-1 special characters go while typing, everything else stays; Escape ends a composition alone', async ({
  page,
}) => {
  await openAdd(page)
  await nameField(page).dispatchEvent('keydown', { key: 'Escape', isComposing: true })
  for (const field of [nameField(page), accountField(page)]) {
    await field.pressSequentially(`a${special}b`)
    await expect(field).toHaveValue('ab')
    await field.fill('')
    const kept = `A-z_0.9 (张)/|+="é,。！？`
    await field.pressSequentially(kept)
    await expect(field).toHaveValue(kept)
  }
})

test('VALID-1 the caret stays, over a selection and in a paste too @long', async ({ page, context }) => {
  await allowPaste(context)
  await openAdd(page)
  const field = nameField(page)
  const holds = async (text: string, caret: number) => {
    await expect(field).toHaveValue(text)
    expect(await caretOf(field)).toEqual([caret, caret])
  }
  await field.fill('abcdef')
  await setCaret(field, 3)
  await page.keyboard.type('#')
  await holds('abcdef', 3)
  await page.keyboard.type('X%Y')
  await holds('abcXYdef', 5)
  await page.keyboard.press('Backspace')
  await holds('abcXdef', 4)
  await page.keyboard.press('Delete')
  await holds('abcXef', 4)
  await setCaret(field, 1, 3)
  await page.keyboard.type('@')
  await holds('aXef', 1)
  await page.evaluate(() => navigator.clipboard.writeText('《一》<b>二</b>；三'))
  await field.fill('头尾')
  await setCaret(field, 1)
  await page.keyboard.press('ControlOrMeta+v')
  await holds('头一b二/b三尾', 7)
})

test('VALID-1 a composition is left alone until it ends @long', async ({ page, context }) => {
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

test('VALID-1 VALID-2 ACC-7 what is stored is what was composed, without blanks, and text @long', async ({
  page,
  context,
}) => {
  const made = await addAccount(context)
  await openList(page, made.account)
  const field = textOf(page.getByRole('dialog'), '姓名')
  const dialog = await openEdit(page, made.name)
  await field.fill('')
  const devtools = await context.newCDPSession(page)
  await devtools.send('Input.imeSetComposition', { text: "li'lei", selectionStart: 6, selectionEnd: 6 })
  await devtools.send('Input.insertText', { text: '李雷' })
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  expect((await stored(context, made.account))?.name).toBe('李雷')
  const name = `"/=+()| ${unique('t')}`
  await openEdit(page, '李雷')
  await field.fill(`  ${name} `)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  expect((await detail(context, made.id)).name).toBe(name)
  await expect(page.getByRole('cell', { name, exact: true })).toBeVisible()
  await pressRemove(page, name)
  await expect(question(page)).toContainText(`确定要删除数据“${name}”吗？`)
})

test('ACC-1 ACC-3 ACC-4 LIST-6 a paste is taken whole, or refused @long', async ({ page, context }) => {
  await allowPaste(context)
  await openAdd(page)
  const phone = dialogOf(page).getByRole('textbox', { name: '手机号' })
  for (const pasted of [
    '+86 138 0013 8000',
    '0086-138-0013-8000',
    '１３８００１３８０００',
    '138\u00a00013\u00a08000',
  ]) {
    await paste(phone, pasted)
    await expect(phone).toHaveValue('13800138000')
  }
  await phone.fill('')
  await phone.pressSequentially('138 0013-8000')
  await expect(phone).toHaveValue('13800138000')
  await paste(phone, '+86 138 0013 80001')
  await expect(phone).toHaveValue('13800138000')
  await expect(dialogOf(page).getByRole('alert')).toHaveText('粘贴的内容超过 11 个字符，未填入')

  await paste(accountField(page), `  ${'a'.repeat(50)}\t`)
  await expect(accountField(page)).toHaveValue('a'.repeat(50))
  await nameField(page).fill('原名')
  await paste(nameField(page), '名'.repeat(51))
  await expect(nameField(page)).toHaveValue('原名')
  const refused = dialogOf(page).getByText('粘贴的内容超过 50 个字符，未填入')
  await expect(refused).toBeVisible()
  await nameField(page).pressSequentially('字')
  await expect(refused).toBeHidden()

  await page.keyboard.press('Escape')
  await giveUp(page)
  const search = page.getByRole('search').getByRole('textbox', { name: '手机号' })
  await paste(search, '+86 138 0013')
  await expect(search).toHaveValue('1380013')
  await paste(search, '1'.repeat(51))
  await expect(page.getByRole('search').getByRole('alert')).toHaveText('粘贴的内容超过 50 个字符，未填入')
})

test('ACC-3 LIST-6 VALID-2 an invisible character is named @long', async ({ page }) => {
  await openAdd(page)
  await nameField(page).fill('王\u202e明')
  await page.keyboard.press('Enter')
  await expect(dialogOf(page)).toContainText('包含不可见的字符（U+202E），请删除后重新输入')
  await page.keyboard.press('Escape')
  await giveUp(page)
  const search = page.getByRole('search').getByRole('textbox', { name: '账号' })
  await search.fill('王\u200b明')
  await search.press('Enter')
  await expect(search).toBeFocused()
  await expect(search).toHaveAccessibleDescription('包含不可见的字符（U+200B），请删除后重新输入')
  await expect(page).toHaveURL(listPath)
})

test('ACC-1 ACC-3 an account that cannot sign in is marked @long', async ({ page, context }) => {
  await openAdd(page)
  const warning = dialogOf(page).getByText(/此人将无法在此登录/)
  for (const [account, signsIn] of [
    ['ann_lee-1', true],
    ['ann.lee', false],
    ['张三', false],
    ['a'.repeat(30), true],
    ['a'.repeat(31), false],
  ] as const) {
    await accountField(page).fill(account)
    await expect(warning).toHaveCount(signsIn ? 0 : 1)
  }
  const made = await addAccount(context, { account: `${unique('a')}.b` })
  await page.keyboard.press('Escape')
  await giveUp(page)
  await openList(page, made.account)
  const badge = page.getByRole('button', { name: '无法登录' })
  const reason = page.getByRole('tooltip')
  await expect(reason).toBeHidden()
  await badge.focus()
  await expect(reason).toBeVisible()
  await expect(reason).toContainText('此人无法在此登录')
  await page.keyboard.press('Escape')
  await expect(reason).toBeHidden()
  await badge.blur()
  await badge.hover()
  await expect(reason).toBeVisible()
  await reason.hover()
  await expect(reason, 'the pointer may cross over to it').toBeVisible()
  await page.mouse.move(0, 0)
  await expect(reason).toBeHidden()
  // Safari gives a pressed button no focus, which could leave it.
  await badge.dispatchEvent('click')
  await expect(reason).toBeVisible()
  await page.getByRole('main').dispatchEvent('pointerdown')
  await expect(reason).toBeHidden()
})
