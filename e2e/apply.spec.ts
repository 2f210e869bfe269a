import type { BrowserContext, Locator } from 'playwright/test'
import { organizationIds, question, switchOf, toasts } from './accounts'
import { begin, call, enter, expect, type Page, signIn, unique } from './fixtures'
import {
  addButton,
  addWorker,
  ask,
  confirmButton,
  found,
  lists,
  type Made,
  noteOf,
  nothingFound,
  openListAt,
  resetButton,
  rowOf,
  rowsOf,
  saveButton,
  searchButton,
  tell,
  textOf,
} from './lists'
import { test } from './people'
import { drawing, png, pngOf, script } from './pictures'
import { addResources } from './pool'

const list = lists.apply
const addDialog = (page: Page) => page.getByRole('dialog', { name: '新增应用' })
const editDialog = (page: Page) => page.getByRole('dialog', { name: '编辑应用' })
const editButton = (page: Page, name: string) => page.getByRole('button', { name: `编辑${name}` })
const removeButton = (page: Page, name: string) => page.getByRole('button', { name: `删除${name}` })
const iconOf = (dialog: Locator) => dialog.getByLabel(/^(应用图标|Icon)/)
const tree = (dialog: Locator) => dialog.getByRole('tree', { name: '应用资源' })
const item = (dialog: Locator, name: string) => dialog.getByRole('treeitem', { name, exact: true })
const treeSearch = (dialog: Locator) => dialog.getByRole('textbox', { name: '查找资源' })
const uploads = (requested: readonly string[]) =>
  requested.filter((url) => url.endsWith('/sys/image/page/upload')).length

interface Detail {
  name: string
  icon: string
  resourceIdList: string[]
}
const detail = (context: BrowserContext, id: string) =>
  ask<Detail>(context, `/sys/appInfo/page/detail/${id}?type=2`)

async function openAdd(page: Page): Promise<Locator> {
  await addButton(page).click()
  await expect(tree(addDialog(page))).toBeVisible()
  return addDialog(page)
}

async function openEdit(page: Page, name: string): Promise<Locator> {
  await editButton(page, name).click()
  await expect(tree(editDialog(page))).toBeVisible()
  return editDialog(page)
}

/** That a picture is there and its bytes came. */
async function expectShown(picture: Locator): Promise<void> {
  await expect(picture).toBeVisible()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
}

async function uploadIcon(admin: BrowserContext): Promise<string> {
  const origin = process.env.ATRIUM_URL ?? ''
  const response = await admin.request.post(`${origin}/api/sys/image/page/upload`, {
    headers: { 'x-console': '1', origin },
    multipart: { file: png() },
  })
  return (await response.json()).data
}

/** An application of the test's own with these resources. */
async function addApplication(
  admin: BrowserContext,
  resourceIdList: readonly string[],
): Promise<Made & { code: string }> {
  const name = unique('a')
  const code = name
  const icon = await uploadIcon(admin)
  await tell(admin, '/sys/appInfo/page/manager/add', { name, code, icon, enabled: true, resourceIdList })
  const [only] = await found<Made>(admin, list, name)
  return { id: only?.id ?? '', name, code }
}

test.describe('the list', () => {
  test('APP-1 LIST-1 LIST-3 one field finds by name or code; what is built in is neither disabled nor deleted', async ({
    page,
    context,
    admin,
    expected,
  }) => {
    await begin(context, 'admin')
    const { resources } = await addResources(admin, 1)
    const made = await addApplication(admin, [resources[0]?.id ?? ''])
    await page.goto(list.path)
    await expect(page.getByRole('columnheader')).toHaveText(['应用名称', '应用编码', '状态', '操作'])
    const search = page.getByRole('search').getByLabel('名称或编码')
    await search.fill(made.code.slice(2).toUpperCase())
    await searchButton(page).click()
    await expect(page).toHaveURL(`${list.path}?seachStr=${made.code.slice(2).toUpperCase()}`)
    await expect(rowsOf(page, list)).toHaveCount(1)
    await expect(rowOf(page, list, made.name).getByRole('cell')).toHaveText([
      ...[made.name, made.code, '', '编辑删除'],
    ])
    await expectShown(rowOf(page, list, made.name).locator('img'))
    await search.fill('统一管理')
    await search.press('Enter')
    const builtIn = '统一管理平台'
    await expect(rowOf(page, list, builtIn)).toContainText('uia')
    await expect(rowOf(page, list, builtIn).locator('img'), 'a letter where there is no picture').toHaveCount(
      0,
    )
    expected.push(/status of 409/)
    await switchOf(page, builtIn).click()
    await confirmButton(page).click()
    await expect(toasts(page).getByRole('alert')).toContainText('内置')
    await expect(question(page)).toBeHidden()
    await expect(switchOf(page, builtIn)).toBeChecked()
    await removeButton(page, builtIn).click()
    await confirmButton(page).click()
    await expect(question(page)).toBeHidden()
    await expect(rowOf(page, list, builtIn)).toBeVisible()
    await openEdit(page, builtIn)
    await expect(textOf(editDialog(page), '应用编码')).toBeDisabled()
    await page.keyboard.press('Escape')
    await resetButton(page).click()
    await expect(page).toHaveURL(list.path)
    await expect(search).toHaveValue('')
    await expect(page.getByLabel('每页条数').locator('option')).toHaveText([
      ...['10 条/页', '20 条/页', '30 条/页'],
    ])
  })
})

test.describe('the whole life of an application', () => {
  test('APP-4 APP-3 APP-2 it is added with a picture, found in the chooser, edited, disabled, enabled and deleted', async ({
    page,
    context,
    admin,
    requested,
  }) => {
    await begin(context, 'admin')
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
    await expect(rowOf(page, list, name).getByRole('cell')).toHaveText([name, name, '', '编辑删除'])
    const picture = rowOf(page, list, name).locator('img')
    await expectShown(picture)
    const first = await picture.getAttribute('src')

    const edit = await openEdit(page, name)
    expect(requested.some((url) => /\/sys\/appInfo\/page\/detail\/[^/]+\?type=2$/.test(url))).toBe(true)
    await expect(textOf(edit, '应用名称')).toHaveValue(name)
    await expect(textOf(edit, '应用编码')).toHaveValue(name)
    await expect(edit.locator('img')).toHaveAttribute('src', first ?? '')
    await expect(edit.getByLabel('启用', { exact: true })).toBeChecked()
    await treeSearch(edit).fill(code)
    await expect(item(edit, system)).toHaveAttribute('aria-checked', 'true')
    await item(edit, two.name).click()
    await textOf(edit, '应用名称').fill(`${name}改`)
    await iconOf(edit).setInputFiles(png('other.png', 48, [200, 40, 40]))
    await expect(edit.locator('img')).not.toHaveAttribute('src', first ?? '')
    await saveButton(edit).click()
    await expect(toasts(page)).toContainText('编辑成功')
    await page.reload()
    const changed = `${name}改`
    await expectShown(rowOf(page, list, changed).locator('img'))
    const [row] = await found<Made>(admin, list, changed)
    expect((await detail(admin, row?.id ?? '')).resourceIdList).toEqual([one.id])

    const places = await organizationIds(admin)
    const tiles = async () => {
      const list = await ask<{ name: string }[]>(admin, `/sys/user/app/list?orgId=${places.EAST}`)
      return list.map((tile) => tile.name)
    }
    const switchTo = async (enabled: boolean) => {
      await switchOf(page, changed).click()
      await confirmButton(page).click()
      await expect(toasts(page)).toContainText(enabled ? '启用成功' : '停用成功')
      await page.reload()
      await expect(switchOf(page, changed)).toBeChecked({ checked: enabled })
    }
    expect(await tiles()).toContain(changed)
    await switchTo(false)
    expect(await tiles()).not.toContain(changed)
    await switchTo(true)
    expect(await tiles()).toContain(changed)

    await removeButton(page, changed).click()
    await expect(question(page)).toContainText(`确定要删除数据“${changed}”吗？`)
    await confirmButton(page).click()
    await expect(toasts(page)).toContainText('删除成功')
    await page.reload()
    await expect(nothingFound(page)).toBeVisible()
    expect(await found(admin, list, name)).toEqual([])
  })

  test('APP-4 CHOOSE-2 the chooser shows an application with its picture, and no more once it is disabled', async ({
    page,
    context,
    admin,
  }) => {
    const { resources } = await addResources(admin, 1)
    const made = await addApplication(admin, [resources[0]?.id ?? ''])
    const orgId = (await organizationIds(admin)).EAST ?? ''
    const worker = await addWorker(admin, orgId, [`${resources[0]?.code}.search`, 'uia.online.search'])
    await signIn(context, worker.account)
    await page.goto('/selectSystem?nf=t')
    const tile = page.getByRole('button', { name: made.name })
    await expectShown(tile.locator('img'))
    await tell(admin, `/sys/appInfo/page/manage/updateEnabled?id=${made.id}&enabled=0`)
    await page.reload()
    await expect(page.getByRole('button', { name: '统一管理平台' })).toBeVisible()
    await expect(tile).toHaveCount(0)
  })
})

test.describe('the picture', () => {
  test('APP-2 APP-4 bad files are refused with their reason, a broken upload is tried again, and the picture before stays', async ({
    page,
    context,
    requested,
    expected,
  }) => {
    await begin(context, 'admin')
    await page.goto(list.path)
    const dialog = await openAdd(page)
    const note = await noteOf(iconOf(dialog))
    await expect(note).toHaveText('支持 jpg、jpeg、png、webp、gif、bmp，不超过 5 MB')
    await iconOf(dialog).setInputFiles(drawing)
    await expect(note).toHaveText('请上传 jpg / jpeg / png / webp / gif / bmp 格式的图片！')
    await iconOf(dialog).setInputFiles(pngOf(6 * 1024 * 1024))
    await expect(note).toHaveText('上传的图片大小不能超过 5MB！')
    expect(uploads(requested), 'neither was sent').toBe(0)

    await iconOf(dialog).setInputFiles(png())
    await expectShown(dialog.locator('img'))
    const src = (await dialog.locator('img').getAttribute('src')) ?? ''
    expected.push(/status of 4(00|15)/)
    await iconOf(dialog).setInputFiles(script)
    await expect(note).toHaveText('请上传 jpg / jpeg / png / webp / gif / bmp 格式的图片！')
    await expect(dialog.locator('img')).toHaveAttribute('src', src)
    await expect(dialog.getByRole('button', { name: '重试' }), 'it would be refused again').toHaveCount(0)

    expected.push(/ERR_INTERNET_DISCONNECTED/)
    await context.setOffline(true)
    await iconOf(dialog).setInputFiles(png('second.png', 16))
    await expect(note).toHaveText('无法连接控制台，请检查网络')
    await expect(dialog.locator('img')).toHaveAttribute('src', src)
    await context.setOffline(false)
    await dialog.getByRole('button', { name: '重试' }).click()
    await expect(dialog.locator('img')).not.toHaveAttribute('src', src)
    await expectShown(dialog.locator('img'))
    await expect(note).toHaveText('支持 jpg、jpeg、png、webp、gif、bmp，不超过 5 MB')
  })

  test('APP-2 a picture is dropped as well as chosen, and nothing is saved while it is on its way', async ({
    page,
    context,
  }) => {
    await begin(context, 'admin')
    await page.goto(list.path)
    const dialog = await openAdd(page)
    await textOf(dialog, '应用名称').fill('拖放')
    const bytes = [...png().buffer]
    const files = await page.evaluateHandle((content) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(content)], 'dropped.png', { type: 'image/png' }))
      return transfer
    }, bytes)
    const slow = await context.newCDPSession(page)
    await slow.send('Network.enable')
    const network = { offline: false, downloadThroughput: -1, uploadThroughput: -1 }
    await slow.send('Network.emulateNetworkConditions', { ...network, latency: 1500 })
    await dialog.getByText('选择图片，或拖到此处').dispatchEvent('drop', { dataTransfer: files })
    await expect(dialog.getByText('正在上传').first()).toBeVisible()
    await expect(saveButton(dialog)).toBeDisabled()
    await textOf(dialog, '应用名称').press('Enter')
    await expect(dialog.getByText('请选择资源'), 'Enter saves as little').toHaveCount(0)
    await expectShown(dialog.locator('img'))
    await expect(saveButton(dialog)).toBeEnabled()
    await slow.send('Network.emulateNetworkConditions', { ...network, latency: 0 })
    await textOf(dialog, '应用名称').dispatchEvent('drop', { dataTransfer: files })
    await expect(textOf(dialog, '应用名称'), 'a drop beside it takes nothing away').toHaveValue('拖放')
  })

  test.describe('in English', () => {
    test.use({ language: 'en' })
    test('APP-2 I18N-1 the two messages of an icon are told in English too', async ({ page, context }) => {
      await begin(context, 'admin')
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
})

test.describe('the rules of the form', () => {
  test('APP-2 VALID-1 VALID-2 every field says what is wrong; the keyboard alone puts it right', async ({
    page,
    context,
    admin,
  }) => {
    await begin(context, 'admin')
    const { code, resources } = await addResources(admin, 2)
    const name = unique('a')
    await openListAt(page, list, name)
    const dialog = await openAdd(page)
    await expect(dialog.getByLabel('启用', { exact: true }), 'enabled is always chosen').toBeChecked()
    await saveButton(dialog).click()
    await expect(await noteOf(textOf(dialog, '应用名称'))).toHaveText('请输入应用名称')
    await expect(await noteOf(textOf(dialog, '应用编码'))).toHaveText('请输入编码')
    await expect(await noteOf(iconOf(dialog))).toHaveText('请上传图标')
    await expect(await noteOf(tree(dialog))).toHaveText('请选择资源')
    await expect(textOf(dialog, '应用名称')).toBeFocused()
    await page.keyboard.type(`值<${name}；`)
    await expect(textOf(dialog, '应用名称')).toHaveValue(`值${name}`)
    await page.keyboard.press('Tab')
    await page.keyboard.type('a-1')
    await expect(await noteOf(textOf(dialog, '应用编码'))).toHaveText('请输入正确的编码')
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(name)
    await page.keyboard.press('Tab')
    await expect(iconOf(dialog)).toBeFocused()
    const chooser = page.waitForEvent('filechooser')
    await page.keyboard.press('Enter')
    await (await chooser).setFiles(png())
    await expectShown(dialog.locator('img'))
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(treeSearch(dialog)).toBeFocused()
    await page.keyboard.type(code)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(tree(dialog)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await expect(item(dialog, resources[0]?.name ?? '')).toHaveAttribute('aria-checked', 'true')
    await expect(dialog.getByText('已选 1 项')).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(saveButton(dialog)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(addButton(page)).toBeFocused()
    const [row] = await found<Made>(admin, list, name)
    expect((await detail(admin, row?.id ?? '')).resourceIdList).toEqual([resources[0]?.id])
  })

  test('APP-2 EDGE-2 CALL-4 what another has taken cannot be chosen; a taken code and a change meanwhile are said in the dialog', async ({
    page,
    context,
    admin,
    expected,
  }) => {
    await begin(context, 'admin')
    const { code, name: system, resources } = await addResources(admin, 3)
    const [one, two, three] = resources.map((resource) => resource.id)
    const [other, made] = [await addApplication(admin, [one ?? '']), await addApplication(admin, [two ?? ''])]
    expected.push(/status of 409/)
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
    await textOf(dialog, '应用编码').fill(other.code)
    await saveButton(dialog).click()
    await expect(dialog.getByRole('alert').first()).toContainText('编码')
    await expect(item(dialog, system)).toHaveAttribute('aria-checked', 'true')
    await textOf(dialog, '应用编码').fill(made.code)

    const { icon } = await detail(admin, made.id)
    const body = { id: made.id, code: made.code, icon, enabled: true, resourceIdList: [two] }
    await tell(admin, '/sys/appInfo/page/manager/update', { ...body, name: `${made.name}别` })
    await saveButton(dialog).click()
    const conflict = dialog.getByRole('alert').filter({ hasText: '此记录在您打开期间已被他人修改' })
    await expect(conflict).toContainText(`${made.name} → ${made.name}别`)
    await saveButton(dialog).click()
    await expect(dialog).toBeHidden()
    const after = await detail(admin, made.id)
    expect(after.name).toBe(made.name)
    expect(after.resourceIdList.sort()).toEqual([two, three].sort())
  })
})

test.describe('permissions', () => {
  test('PERM-1 PERM-3 GUARD-13 every action has its code; without the tree’s or the detail’s the dialog says so', async ({
    page,
    context,
    admin,
    expected,
  }) => {
    const { resources } = await addResources(admin, 1)
    const made = await addApplication(admin, [resources[0]?.id ?? ''])
    const orgId = (await organizationIds(admin)).EAST ?? ''
    const workAs = async (...actions: string[]) => {
      const codes = actions.map((action) => `uia.${action}`)
      const worker = await addWorker(admin, orgId, codes)
      await signIn(context, worker.account)
      await enter(context, 'EAST', 'uia')
    }
    await workAs('apply.search')
    await openListAt(page, list, made.name)
    const state = switchOf(page, made.name)
    await expect(state).toBeDisabled()
    await expect(state).toHaveAccessibleDescription('您没有此操作的权限')
    await expect(addButton(page)).toHaveCount(0)
    await expect(rowOf(page, list, made.name).getByRole('button')).toHaveCount(0)
    const body = { ...made, icon: '/x', enabled: true, resourceIdList: [resources[0]?.id] }
    const refused = [
      ['/sys/appInfo/page/manager/add', body],
      ['/sys/appInfo/page/manager/update', body],
      [`/sys/appInfo/page/manage/updateEnabled?id=${made.id}&enabled=0`, undefined],
      [`/sys/appInfo/page/manager/delete/${made.id}`, undefined],
    ] as const
    for (const [path, sent] of refused) {
      expect((await call(context, 'POST', path, sent)).status, path).toBe(403)
    }

    expected.push(/status of 403/)
    await workAs('apply.search', 'apply.add', 'apply.update', 'apply.findAllPoolResource')
    await openListAt(page, list, made.name)
    await editButton(page, made.name).click()
    await expect(editDialog(page).getByRole('alert')).toContainText('没有权限')
    await expect(editDialog(page).getByRole('button', { name: '重试' })).toBeVisible()
    await page.keyboard.press('Escape')
    await openAdd(page)

    await workAs(
      ...['search', 'add', 'update', 'delete', 'updateEnable', 'appInfoDetail'].map((one) => `apply.${one}`),
    )
    await openListAt(page, list, made.name)
    await addButton(page).click()
    await expect(addDialog(page).getByRole('alert')).toContainText('没有权限')
    await page.keyboard.press('Escape')
    await expect(state).toBeEnabled()
    await removeButton(page, made.name).click()
    await confirmButton(page).click()
    await expect(nothingFound(page)).toBeVisible()

    await workAs('online.search')
    expect((await page.goto(list.path))?.status()).toBe(403)
  })
})
