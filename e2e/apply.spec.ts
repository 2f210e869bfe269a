import { ask, begin, type Caller, enter, expect, type Locator, signIn, tell, test, unique } from './fixtures'
import { iconOf, itemOf as item, treeOf as tree } from './kinds'
import {
  addButton,
  confirmButton,
  editButton,
  lists,
  noteOf,
  openAdd,
  openEdit,
  openListAt,
  pressRemove,
  question,
  rowOf,
  saveButton,
  searchBar,
  switchOf,
  switchShown,
  textOf,
  toasts,
} from './lists'
import { addWorker } from './people'
import { drawing, png, pngOf, script } from './pictures'
import { addApplication, addResources, codesOf, foundOne, idOfPlace, type Made } from './records'

const list = lists.apply
const treeSearch = (dialog: Locator) => dialog.getByRole('textbox', { name: '查找资源' })
const uploads = (requested: readonly string[]) =>
  requested.filter((url) => url.endsWith('/sys/image/page/upload')).length

interface Detail {
  name: string
  icon: string
  resourceIdList: string[]
}
const detail = (caller: Caller, id: string) => ask<Detail>(caller, `/sys/appInfo/page/detail/${id}?type=2`)

/** That a picture is there and its bytes came. */
async function expectShown(picture: Locator): Promise<void> {
  await expect(picture).toBeVisible()
  await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
}

test.describe('as a super administrator', () => {
  test.use({ as: 'admin' })

  test('APP-1 APP-4 what is built in stays, and keeps its code @long', async ({ page, expected }) => {
    expected.push(/status of 409/)
    const builtIn = '统一管理平台'
    await page.goto(list.path)
    const search = searchBar(page).getByLabel('名称或编码')
    await search.fill('统一管理')
    await search.press('Enter')
    await expect(rowOf(page, list, builtIn)).toContainText('uia')
    await expectShown(rowOf(page, list, builtIn).locator('img'))
    await switchShown(page, builtIn)
    await expect(toasts(page).getByRole('alert')).toContainText('内置')
    await expect(question(page)).toBeHidden()
    await expect(switchOf(page, builtIn)).toBeChecked()
    await pressRemove(page, builtIn)
    await confirmButton(page).click()
    await expect(question(page)).toBeHidden()
    await expect(rowOf(page, list, builtIn)).toBeVisible()
    await expect(textOf(await openEdit(page, builtIn), '应用编码')).toBeDisabled()
  })

  test('APP-2 APP-3 APP-4 CHOOSE-2 resources and a picture', async ({ page, context, admin, requested }) => {
    const { code, name: system, resources } = await addResources(admin, 2)
    const [one, two] = resources
    if (one === undefined || two === undefined) throw new Error('no resources')
    const name = unique('a')
    await openListAt(page, list, name)
    const dialog = await openAdd(page)
    await textOf(dialog, '应用名称').fill(name)
    await textOf(dialog, '应用编码').fill(name)
    await iconOf(dialog).setInputFiles(png())
    await expectShown(dialog.locator('img'))
    await treeSearch(dialog).fill(code)
    await item(dialog, system).click()
    await expect(item(dialog, system)).toHaveAttribute('aria-checked', 'true')
    await item(dialog, two.name).click()
    await expect(item(dialog, system)).toHaveAttribute('aria-checked', 'mixed')
    await expect(item(dialog, one.operation), 'what comes along is only told').not.toHaveAttribute(
      'aria-checked',
    )
    await item(dialog, two.name).click()
    const sent = page.waitForRequest(/\/page\/manager\/add$/)
    await saveButton(dialog).click()
    await expect(toasts(page)).toContainText('新增成功')
    expect((await sent).postDataJSON().resourceIdList, 'second-level nodes only').toEqual([one.id, two.id])
    await page.reload()
    const picture = rowOf(page, list, name).locator('img')
    await expectShown(picture)
    const first = (await picture.getAttribute('src')) ?? ''

    const edit = await openEdit(page, name)
    expect(requested.some((url) => /\/sys\/appInfo\/page\/detail\/[^/]+\?type=2$/.test(url))).toBe(true)
    await expect(edit.locator('img')).toHaveAttribute('src', first)
    await treeSearch(edit).fill(code)
    await expect(item(edit, system)).toHaveAttribute('aria-checked', 'true')
    await item(edit, two.name).click()
    await iconOf(edit).setInputFiles(png('other.png', 48, [200, 40, 40]))
    await expect(edit.locator('img')).not.toHaveAttribute('src', first)
    await saveButton(edit).click()
    await expect(toasts(page)).toContainText('编辑成功')
    await page.reload()
    await expect(picture).toHaveJSProperty('naturalWidth', 48)
    const { id } = await foundOne<Made>(admin, list, name)
    expect((await detail(admin, id)).resourceIdList).toEqual([one.id])

    const worker = await addWorker(admin, await idOfPlace(admin), [`${one.code}.search`, 'uia.online.search'])
    await signIn(context, worker.account)
    await page.goto('/selectSystem?nf=t')
    const tile = page.getByRole('button', { name })
    await expectShown(tile.locator('img'))
    await tell(admin, `/sys/appInfo/page/manage/updateEnabled?id=${id}&enabled=0`)
    await page.reload()
    await expect(page.getByRole('button', { name: '统一管理平台' })).toBeVisible()
    await expect(tile).toHaveCount(0)
  })

  test('APP-2 APP-4 bad files and a broken upload @long', async ({ page, context, requested, expected }) => {
    await page.goto(list.path)
    const dialog = await openAdd(page)
    const note = await noteOf(iconOf(dialog))
    const shown = dialog.locator('img')
    const hint = '支持 jpg、jpeg、png、webp、gif、bmp，不超过 5 MB'
    await expect(note).toHaveText(hint)
    await iconOf(dialog).setInputFiles(drawing)
    await expect(note).toHaveText('请上传 jpg / jpeg / png / webp / gif / bmp 格式的图片！')
    await iconOf(dialog).setInputFiles(pngOf(6 * 1024 * 1024))
    await expect(note).toHaveText('上传的图片大小不能超过 5MB！')
    expect(uploads(requested), 'neither was sent').toBe(0)

    await iconOf(dialog).setInputFiles(png())
    await expectShown(shown)
    const src = (await shown.getAttribute('src')) ?? ''
    expected.push(/status of 4(00|15)/, /ERR_INTERNET_DISCONNECTED/)
    await iconOf(dialog).setInputFiles(script)
    await expect(note).toHaveText('请上传 jpg / jpeg / png / webp / gif / bmp 格式的图片！')
    await expect(shown).toHaveAttribute('src', src)
    await expect(dialog.getByRole('button', { name: '重试' }), 'it would be refused again').toHaveCount(0)

    await context.setOffline(true)
    await iconOf(dialog).setInputFiles(png('second.png', 16))
    await expect(note).toHaveText('无法连接控制台，请检查网络')
    await expect(shown).toHaveAttribute('src', src)
    await context.setOffline(false)
    await dialog.getByRole('button', { name: '重试' }).click()
    await expect(shown).not.toHaveAttribute('src', src)
    await expectShown(shown)
    await expect(note).toHaveText(hint)
  })

  test('APP-2 a picture is dropped, and nothing saved meanwhile', async ({ page, context }) => {
    await page.goto(list.path)
    const dialog = await openAdd(page)
    await textOf(dialog, '应用名称').fill('拖放')
    const files = await page.evaluateHandle(
      (content) => {
        const transfer = new DataTransfer()
        transfer.items.add(new File([new Uint8Array(content)], 'dropped.png', { type: 'image/png' }))
        return transfer
      },
      [...png().buffer],
    )
    // The upload waits until it is let through.
    let letThrough = () => {}
    const passed = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    await context.route(/\/sys\/image\/page\/upload$/, async (route) => {
      await passed
      await route.continue()
    })
    await dialog.getByText('选择图片，或拖到此处').dispatchEvent('drop', { dataTransfer: files })
    await expect(dialog.getByText('正在上传').first()).toBeVisible()
    await expect(saveButton(dialog)).toBeDisabled()
    await textOf(dialog, '应用名称').press('Enter')
    await expect(dialog.getByText('请选择资源'), 'Enter saves as little').toHaveCount(0)
    letThrough()
    await expectShown(dialog.locator('img'))
    await expect(saveButton(dialog)).toBeEnabled()
    await textOf(dialog, '应用名称').dispatchEvent('drop', { dataTransfer: files })
    await expect(textOf(dialog, '应用名称'), 'a drop beside it takes nothing away').toHaveValue('拖放')
  })

  test('APP-2 VALID-2 the keyboard alone fills the whole form @long', async ({ page, admin }) => {
    const { code, resources } = await addResources(admin, 2)
    const name = unique('a')
    await openListAt(page, list, name)
    const dialog = await openAdd(page)
    const tab = async (times: number) => {
      for (let press = 0; press < times; press += 1) await page.keyboard.press('Tab')
    }
    await textOf(dialog, '应用名称').focus()
    await page.keyboard.type(`值<${name}；`)
    await expect(textOf(dialog, '应用名称')).toHaveValue(`值${name}`)
    await tab(1)
    await page.keyboard.type(name)
    await tab(1)
    await expect(iconOf(dialog)).toBeFocused()
    // A busy browser may not have opened it at the first press.
    await expect(async () => {
      const chooser = page.waitForEvent('filechooser', { timeout: 3000 })
      await page.keyboard.press('Enter')
      await (await chooser).setFiles(png())
    }).toPass()
    await expectShown(dialog.locator('img'))
    await tab(2)
    await expect(treeSearch(dialog)).toBeFocused()
    await page.keyboard.type(code)
    await tab(3)
    await expect(tree(dialog)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await expect(item(dialog, resources[0]?.name ?? '')).toHaveAttribute('aria-checked', 'true')
    await expect(dialog.getByText('已选 1 项')).toBeVisible()
    await tab(2)
    await expect(saveButton(dialog)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(addButton(page)).toBeFocused()
    const { id } = await foundOne<Made>(admin, list, name)
    expect((await detail(admin, id)).resourceIdList).toEqual([resources[0]?.id])
  })

  test('APP-2 EDGE-2 what is taken, and what another changed', async ({ page, admin, expected }) => {
    expected.push(/status of 409/)
    const { code, name: system, resources } = await addResources(admin, 3)
    const [one, two, three] = resources.map((resource) => resource.id)
    const [other, made] = [await addApplication(admin, [one]), await addApplication(admin, [two])]
    await openListAt(page, list, made.name)
    const dialog = await openEdit(page, made.name)
    await treeSearch(dialog).fill(code)
    const taken = dialog.getByRole('treeitem', { name: `${resources[0]?.name} 已被“${other.name}”使用` })
    await expect(taken).toHaveAttribute('aria-disabled', 'true')
    await taken.click({ force: true })
    await expect(taken).toHaveAttribute('aria-checked', 'false')
    await expect(item(dialog, system)).toHaveAttribute('aria-checked', 'mixed')
    await item(dialog, system).click()
    await expect(item(dialog, system), 'all that is free').toHaveAttribute('aria-checked', 'true')
    const { id, icon } = made
    const body = { id, code: made.code, icon, enabled: true, resourceIdList: [two] }
    await tell(admin, '/sys/appInfo/page/manager/update', { ...body, name: `${made.name}别` })
    await saveButton(dialog).click()
    const conflict = dialog.getByRole('alert').filter({ hasText: '此记录在您打开期间已被' })
    await expect(conflict).toContainText(`${made.name} → ${made.name}别`)
    await expect(item(dialog, system)).toHaveAttribute('aria-checked', 'true')
    await saveButton(dialog).click()
    await expect(dialog).toBeHidden()
    const after = await detail(admin, id)
    expect(after.name, 'what only the other changed').toBe(`${made.name}别`)
    expect(after.resourceIdList.sort()).toEqual([two, three].sort())
  })
})

test.describe('in English', () => {
  test.use({ language: 'en', as: 'admin' })
  test('APP-2 I18N-1 the two messages of an icon are told in English too @long', async ({ page }) => {
    await page.goto(list.path)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Add application' })
    await iconOf(dialog).setInputFiles(drawing)
    const note = await noteOf(iconOf(dialog))
    await expect(note).toHaveText('Please upload jpg / jpeg / png / webp / gif / bmp format!')
    await iconOf(dialog).setInputFiles(pngOf(6 * 1024 * 1024))
    await expect(note).toHaveText('Uploaded image size must not exceed 5MB!')
  })
})

test('PERM-1 APP-4 a dialog says what it may not read @long', async ({ page, context, admin, expected }) => {
  expected.push(/status of 403/)
  // Added in EAST, so that it is EAST's to change.
  await begin(context, 'operator')
  const made = await addApplication(context)
  const orgId = await idOfPlace(admin)
  const workAs = async (...actions: string[]) => {
    const worker = await addWorker(admin, orgId, codesOf('apply', ...actions))
    await signIn(context, worker.account)
    await enter(context, 'EAST', 'uia')
    await openListAt(page, list, made.name)
  }
  const dialog = page.getByRole('dialog')
  await workAs('search', 'add', 'update', 'findAllPoolResource')
  await editButton(page, made.name).click()
  await expect(dialog.getByRole('alert')).toContainText('没有权限')
  await expect(dialog.getByRole('button', { name: '重试' })).toBeVisible()
  await page.keyboard.press('Escape')
  await openAdd(page)

  await workAs('search', 'add', 'update', 'appInfoDetail')
  await addButton(page).click()
  await expect(dialog.getByRole('alert')).toContainText('没有权限')
})
