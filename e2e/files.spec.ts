import { readFile } from 'node:fs/promises'
import { readXlsx } from 'hucre/xlsx'
import { expectAccessible } from './axe'
import { ask, call, expect, hold, type Page, test, unique } from './fixtures'
import { lists, logOut, openListAt, pressLogOut } from './lists'
import { again } from './long-tests'
import { addPerson, beginWorker } from './people'

async function download(page: Page, item: string): Promise<{ name: string; file: Buffer }> {
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: item }).click(),
  ])
  return { name: saved.suggestedFilename(), file: await readFile(await saved.path()) }
}

test.describe('files', () => {
  // One after the other: a person gets one file at a time.
  test.describe.configure({ mode: 'default' })
  test.use({ as: 'admin' })

  test('EDGE-12 what a search finds is had as a file by keyboard, with the heads of the list, and logged', async ({
    page,
    admin,
  }) => {
    const person = await addPerson(admin, { EAST: 'viewer' })
    await openListAt(page, lists.account, person.account)
    await page.getByRole('button', { name: '导出', exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: '导出为 CSV' })).toBeFocused()
    const { name, file } = await download(page, '导出为 CSV')
    expect(name).toMatch(/^账号管理 \d{4}-\d\d-\d\d \d{4}\.csv$/)
    const [heads = '', row = '', end] = file.toString('utf8').split('\r\n')
    const shown = await page.getByRole('columnheader').allTextContents()
    for (const head of shown.filter((text) => text !== '操作' && text.trim() !== ''))
      expect(heads).toContain(head)
    expect(row.split(',')[0]).toBe(person.account)
    expect(end).toBe('')
    await expect(page.getByRole('status').filter({ hasText: `已将 1 行保存到 ${name}` })).toBeVisible()
    const logged = await call(admin, 'GET', '/sys/log/page/list?opType=export&menuName=account&limit=1')
    const { content } = logged.data as { content: { changes: unknown }[] }
    expect(content[0]?.changes).toEqual(
      expect.arrayContaining([
        { field: 'rows', after: 1 },
        { field: 'filters', after: `account=${person.account}` },
      ]),
    )
  })

  test('EDGE-12 the resources of the chosen system are had as a file, as others are', async ({
    page,
    admin,
  }) => {
    await page.goto('/assets/index?code=cmms')
    await page.getByRole('button', { name: '导出', exact: true }).click()
    const { file } = await download(page, '导出为 CSV')
    const [heads, ...lines] = file.toString('utf8').trimEnd().split('\r\n')
    expect(heads).toBe('\ufeff资源名称,系统名称,类型,请求方式,URL 路径,资源编码,描述')
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.filter((line) => !line.includes(',cmms.'))).toEqual([])
    const logged = await call(admin, 'GET', '/sys/log/page/list?opType=export&menuName=assets&limit=1')
    const { content } = logged.data as { content: { changes: unknown }[] }
    expect(content[0]?.changes).toContainEqual({ field: 'filters', after: 'code=cmms' })
  })

  test.describe('in English', () => {
    test.use({ language: 'en' })
    test('EDGE-12 the operation log as a spreadsheet has its words, and seals', async ({ page }) => {
      await page.goto('/operation/index?opType=add')
      await page.getByRole('button', { name: 'Export', exact: true }).click()
      const { file } = await download(page, 'As Excel (XLSX)')
      const { sheets } = await readXlsx(new Uint8Array(file))
      const [heads, first] = sheets[0]?.rows ?? []
      expect(heads?.slice(0, 4)).toEqual(['Tenant', 'System', 'Module', 'Type'])
      expect([first?.[3], String(first?.at(-2)).length, String(first?.at(-1)).length]).toEqual([
        'Add',
        43,
        64,
      ])
    })
  })
})

test.describe('accounts from a file', () => {
  test.use({ as: 'admin' })
  const choose = (page: Page, text: string) =>
    page
      .getByLabel('选择文件')
      .setInputFiles({ name: '名单.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

  test('DAY-2 a file is checked by cell, what is good of it is added with passwords of their own, and taken back', async ({
    page,
    admin,
  }) => {
    const taken = await addPerson(admin, { EAST: 'viewer' })
    const own = `import${Date.now()}`
    await openListAt(page, lists.account, own)
    await page.getByRole('button', { name: '导入', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: '导入账号' })
    await expectAccessible(page, 'a file to choose')
    await choose(page, 'PK')
    await expect(dialog.getByRole('alert')).toHaveText(/文件已损坏/)
    await choose(
      page,
      `工号,姓名,手机号,所属组织\n${own}a,甲,13800000001,EAST\n${own}b,乙,13800000002,EAST\n${taken.account},丙,1,nowhere\n${own}a,丁,13800000003,EAST`,
    )
    await expect(dialog.getByLabel('账号', { exact: false }).first()).toHaveValue('0')
    await dialog.getByRole('button', { name: '校验' }).click()
    await expect(dialog.getByRole('status')).toHaveText('4 行中有 2 行可以导入')
    await expect(dialog.getByRole('row').filter({ hasText: '与第 2 行的账号重复' })).toBeVisible()
    await expect(dialog.getByRole('row').filter({ hasText: '账号已存在' })).toHaveText(/^4账号/)
    await expectAccessible(page, 'what is wrong')
    await page.keyboard.press('Escape')
    await page
      .getByRole('alertdialog', { name: '不保存就离开吗？' })
      .getByRole('button', { name: '继续编辑' })
      .last()
      .click()
    await dialog.getByRole('button', { name: '仅导入 2 行有效数据' }).click()
    await expect(dialog.getByRole('status')).toHaveText('已导入 2 个账号')
    const [report] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: '下载报告（含密码）' }).click(),
    ])
    const lines = (await readFile(await report.path(), 'utf8')).split('\r\n')
    expect(lines[1]).toMatch(new RegExp(`^2,${own}a,甲,已导入,,[A-Za-z0-9]{14}$`))
    const found = await call(admin, 'GET', `/sys/user/page/list?account=${own}`)
    expect((found.data as { meta: { count: number } }).meta.count).toBe(2)
    await dialog.getByRole('button', { name: '撤销导入' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '撤销导入' }).click()
    await expect(dialog.getByRole('status')).toHaveText('已删除 2 个账号')
    await dialog.getByRole('button', { name: '关闭' }).last().click()
    await expect(page.getByRole('button', { name: '导入', exact: true })).toBeFocused()
    const gone = await call(admin, 'GET', `/sys/user/page/list?account=${own}`)
    expect((gone.data as { meta: { count: number } }).meta.count).toBe(0)
  })
})

const mayImport = ['list', 'search', 'add', 'delete'].map((right) => `uia.account.${right}`)

test('DAY-2 DAY-9 whoever leaves the page of an import gets its passwords from the notice in the title bar @long', async ({
  page,
  context,
  admin,
}) => {
  await beginWorker(context, admin, [...mayImport, 'uia.role.search'])
  const own = unique('left')
  await page.goto('/role/index')
  await page.getByRole('link', { name: '账号管理', exact: true }).press('Enter')
  await page.getByRole('button', { name: '导入', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: '导入账号' })
  await dialog.getByLabel(/^选择文件/).setInputFiles({
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`账号,姓名,手机号,组织\n${own},甲,13800000001,EAST`),
  })
  await dialog.getByRole('button', { name: '校验' }).press('Enter')
  const goOn = await hold(page, '**/api/sys/user/page/add')
  await dialog.getByRole('button', { name: '导入 1 个账号' }).press('Enter')
  await expect(dialog.getByRole('button', { name: '停止' })).toBeVisible()
  await page.goBack()
  const question = page.getByRole('alertdialog')
  await expect(question, 'nothing of it is lost').toContainText('导入会继续进行')
  await question.getByRole('button', { name: '离开页面' }).press('Enter')
  await expect(page).toHaveURL('/role/index')
  // What still goes on is not taken back: more of it would come.
  await page.goForward()
  await page.getByRole('button', { name: '导入', exact: true }).press('Enter')
  await expect(dialog.getByLabel(/^选择文件/)).toBeVisible()
  await expect(dialog).not.toContainText('上次导入')
  goOn()
  await expect(dialog).toContainText('上次导入的账号中，有 1 个尚未使用')
  await page.keyboard.press('Escape')
  await pressLogOut(page)
  await expect(question, 'nor by signing out').toContainText('只有报告列出“导入账号”的结果')
  await question.getByRole('button', { name: '取消' }).press('Enter')
  await page.getByRole('button', { name: '1 项任务已结束' }).press('Enter')
  const [report] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '下载报告（含密码）' }).press('Enter'),
  ])
  expect(await readFile(await report.path(), 'utf8')).toMatch(
    new RegExp(`2,${own},甲,已导入,,[A-Za-z0-9]{14}`),
  )
  await logOut(page)
})

const refusal = { code: 400, message: 'no', data: null }

const languages = {
  'zh-cn': {
    import: '导入',
    title: '导入账号',
    file: /^选择文件/,
    heads: '账号,姓名,手机号,组织',
    check: '校验',
    add: /^导入 [12] 个账号$/,
    none: '已导入 0，被拒绝 1，未处理 0',
    ask: '确定撤销上次导入吗？',
    added: '已导入 2 个账号',
    report: '下载报告（含密码）',
    latest: '上次导入的账号中，有 2 个尚未使用',
    undo: '撤销导入',
    confirm: '撤销导入',
    undone: '已删除 2 个账号',
  },
  en: {
    import: 'Import',
    title: 'Import accounts',
    file: /^Choose a file/,
    heads: 'Account,Name,Phone,Organization',
    check: 'Check',
    add: /^Add ([12]) accounts?$/,
    none: '0 added, 1 refused, 0 not tried',
    ask: 'Undo your last import?',
    added: '2 accounts added',
    report: 'Download report with passwords',
    latest: 'Your last import: 2 unused accounts',
    undo: 'Undo import',
    confirm: 'Undo import',
    undone: '2 accounts deleted',
  },
} as const

for (const [language, words] of Object.entries(languages)) {
  test.describe(`accounts from a file, in ${language}`, again(language), () => {
    test.use({ language: language as keyof typeof languages })

    test('DAY-2 an import whose page was left is taken back from the next dialog, by keyboard @long', async ({
      page,
      context,
      admin,
    }) => {
      await beginWorker(context, admin, mayImport)
      const own = unique('later')
      const counted = async () =>
        (await ask<{ meta: { count: number } }>(admin, `/sys/user/page/list?account=${own}`)).meta.count
      const dialog = page.getByRole('dialog', { name: words.title })
      const open = async () => {
        await page.goto('/account/index')
        await page.getByRole('button', { name: words.import, exact: true }).press('Enter')
      }
      const choose = async (...accounts: string[]) => {
        const lines = accounts.map((account, at) => `${account},A,1380000000${at},EAST`)
        await dialog.getByLabel(words.file).setInputFiles({
          name: 'people.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from([words.heads, ...lines].join('\n')),
        })
        await dialog.getByRole('button', { name: words.check }).press('Enter')
        await dialog.getByRole('button', { name: words.add }).press('Enter')
      }
      await open()
      await choose(`${own}a`, `${own}b`)
      await expect(dialog.getByRole('status')).toHaveText(words.added)
      await Promise.all([
        page.waitForEvent('download'),
        dialog.getByRole('button', { name: words.report }).press('Enter'),
      ])
      expect(await counted()).toBe(2)
      // One that adds nobody leaves the one before to be taken back.
      await page.route('**/api/sys/user/page/add', (route) => route.fulfill({ json: refusal }))
      await open()
      await choose(`${own}c`)
      await expect(dialog.getByRole('status')).toHaveText(words.none)
      await page.unroute('**/api/sys/user/page/add')
      await open()
      await expect(dialog).toContainText(words.latest)
      await expectAccessible(page, 'a last import')
      await dialog.getByRole('button', { name: words.undo }).press('Enter')
      const question = page.getByRole('alertdialog')
      await expect(question).toContainText(words.ask)
      await question.getByRole('button', { name: words.confirm, exact: true }).press('Enter')
      await expect(dialog.getByRole('status')).toHaveText(words.undone)
      await expect(question).toBeHidden()
      await expect(page.locator('[role="dialog"]:focus, [role="dialog"] :focus')).toHaveCount(1)
      expect(await counted()).toBe(0)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('button', { name: words.import, exact: true })).toBeFocused()
    })
  })
}
