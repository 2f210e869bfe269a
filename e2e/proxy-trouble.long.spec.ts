import { setTimeout as sleep } from 'node:timers/promises'
import { expect, logInByHand, type Page, unique } from './fixtures'
import { addButton, lists, rowOf, saveButton, searchButton, textOf } from './lists'
import { noNginx } from './nginx'
import { addPerson } from './people'
import { pngOf } from './pictures'
import { startSite } from './proxied'
import { test } from './proxy-site'
import { ask } from './raw-http'

// Consoles start again in these, which takes its time on a busy machine.
test.describe.configure({ mode: 'default', timeout: 120_000 })
test.skip(noNginx !== undefined, noNginx)

async function enterAs(page: Page, account: string): Promise<void> {
  await logInByHand(page, account)
  await page.getByRole('list', { name: '系统' }).getByRole('button', { name: '统一管理平台' }).click()
  // Loaded: what is pressed earlier is lost.
  await page.waitForURL((url) => url.pathname.endsWith('/index'))
}

test('CALL-3 while it starts again, it says so', async ({ page, admin, site, expected }) => {
  expected.push(/status of 502/, /Failed to fetch RSC payload/)
  const person = await addPerson(admin, { EAST: 'manager', WEST: 'viewer' })
  await page.goto('/department/index')
  await enterAs(page, person.account)
  const name = unique('d')
  await addButton(page).click()
  const dialog = page.getByRole('dialog', { name: '新增部门' })
  await textOf(dialog, '部门名称').fill(name)
  await textOf(dialog, '部门编码').fill(name.slice(-20))
  await dialog.getByRole('combobox', { name: '所属组织' }).selectOption('华东储能')
  await site.consoles[0]?.console.stop()
  await saveButton(dialog).click()
  await expect(dialog.getByRole('alert')).toHaveText('系统错误。 操作可能已经生效。可以重试，不会重复提交')
  await expect(page.getByText('nginx')).toHaveCount(0)
  await site.consoles[0]?.console.start()
  await saveButton(dialog).click()
  await expect(dialog).toHaveCount(0)

  await site.consoles[0]?.console.stop()
  await page.getByRole('search').locator('input[name=name]').fill(name)
  await searchButton(page).click()
  await expect(page.getByText('控制台正在启动')).toBeVisible()
  await site.consoles[0]?.console.start()
  await expect(rowOf(page, lists.department, name)).toBeVisible()
  await expect(page).toHaveURL(`/department/index?name=${name}`)
})

test('ME-3 APP-2 a picture of 5 MB goes through, no larger one', async ({ page, admin, expected }) => {
  const person = await addPerson(admin, { EAST: 'viewer', WEST: 'viewer' })
  await page.goto('/user/index')
  await enterAs(page, person.account)
  await page.getByRole('button', { name: '修改头像', exact: true }).click()
  const form = page.getByRole('form', { name: '修改头像' })
  await form.getByLabel('头像').setInputFiles(pngOf(6 * 1024 * 1024))
  await expect(form.getByRole('alert')).toHaveText('上传图片大小不能超过 5MB！')
  await form.getByLabel('头像').setInputFiles(pngOf(5 * 1024 * 1024))
  await expect(form.locator('img')).toHaveJSProperty('naturalWidth', 32)
  await expect(form.getByRole('alert')).toHaveCount(0)
  // What no page of ours sends.
  expected.push(/status of 413/)
  const send = (bytes: number) =>
    page.evaluate(async (size) => {
      const body = new FormData()
      body.set('file', new Blob([new Uint8Array(size)], { type: 'image/png' }), 'large.png')
      const headers = { 'x-console': '1' }
      const answer = await fetch('/api/sys/image/page/upload', { method: 'POST', headers, body })
      return { status: answer.status, text: await answer.text() }
    }, bytes)
  const refused = await send(7 * 1024 * 1024)
  expect(refused.status).toBe(413)
  expect(JSON.parse(refused.text)).toMatchObject({ code: 413, msg: '请求内容过大' })
  expect((await send(9 * 1024 * 1024)).status).toBe(413)
})

test('two processes that start again one after the other lose no read', async () => {
  const site = await startSite({
    processes: 2,
    env: { RATE_LIMIT: '0' },
    edit: (text) =>
      text.replace('proxy_redirect off;', 'proxy_redirect off; add_header x-upstream $upstream_addr;'),
  })
  const paths = { '/login': 200, '/images/mark.svg': 200, '/home': 307, '/api/sys/user/page/list': 403 }
  const failed: string[] = []
  const servers = new Set<string>()
  let total = 0
  let running = true
  const load = async ([path, right]: [string, number]) => {
    while (running) {
      try {
        const { status, headers, isBroken } = await ask(site.nginx.url + path)
        if (status !== right || isBroken) failed.push(`${path}: ${status}`)
        servers.add(String(headers['x-upstream']).split(', ').at(-1) ?? '')
      } catch (error) {
        failed.push(`${path}: ${error}`)
      }
      total += 1
      // A light load, that leaves the machine to the others.
      await sleep(20)
    }
  }
  const loads = Object.entries(paths).map(load)
  for (const [index, stack] of site.consoles.entries()) {
    await stack.console.stop()
    await stack.console.start()
    // The next one stops when this one serves again.
    servers.clear()
    await expect.poll(() => servers.has(`127.0.0.1:${site.ports[index]}`)).toBe(true)
  }
  running = false
  await Promise.all(loads)
  await site.stop()
  expect(failed).toEqual([])
  expect(total).toBeGreaterThan(50)
})
