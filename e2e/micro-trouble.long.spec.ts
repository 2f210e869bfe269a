import { begin, expect, microPage, test } from './fixtures'
import { register, testFault } from './micro-faults'

test.beforeEach(({ context }) => begin(context, 'admin'))

for (const fault of [
  {
    behaviour: 'missing',
    message: '无法加载',
    came: '其服务返回 404',
    todo: '系统配置中的地址和端口',
    detail: 'status: 404',
  },
  {
    behaviour: 'throws',
    message: '启动时出错',
    came: 'fails on purpose',
    todo: '交给该系统的开发人员',
    detail: 'message: this sub-application fails',
  },
] as const)
  testFault(fault)

for (const [behaviour, message, setting] of [
  ['incomplete', '/elsewhere/assets/index-1.js', 'base'],
  ['evaluates', '把文本当作代码执行', 'devtool'],
] as const) {
  test(`FRAME-2 a build that cannot work (${behaviour}) is told which setting to change`, async ({
    page,
    context,
    expected,
  }) => {
    expected.push(/status of 404/, /eval/i, /wujie/i)
    const code = await register(context, behaviour)
    await page.goto(`/${code}/page`)
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert).toContainText(message)
    await expect(alert).toContainText(setting)
    await expect(alert).not.toContainText('请检查入口地址是否可访问')
  })
}

test('MICRO-4 one that never answers is given up within 10 s', async ({ page, context, expected }) => {
  expected.push(/status of 504/, /HTTP 504/, /wujie/i)
  const code = await register(context, 'hangs')
  await page.goto(`/${code}/page`)
  await expect(page.getByRole('status').filter({ hasText: '正在加载' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible({ timeout: 20_000 })
})

test('FRAME-8 a module that sets the address of its frame is stopped', async ({ page, context }) => {
  const code = await register(context, 'drifts')
  await page.goto(`/${code}/page`)
  await microPage(page).getByRole('button', { name: 'leave' }).click()
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText('离开了自己的页面')
  await expect(alert).toContainText('/elsewhere?x=1')
  await expect(page).toHaveURL(`/${code}/page`)
  await alert.getByRole('button', { name: '重试' }).click()
  await expect(microPage(page).getByRole('heading', { name: 'drifting' })).toBeVisible()
})

test('FRAME-8 a page that only shows that it is loading has not come up', async ({ page, context }) => {
  const code = await register(context, 'loads')
  await page.goto(`/${code}/page`)
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText('在 10 秒内没有启动完成', { timeout: 20_000 })
  await expect(alert).toContainText('Loading…')
})

test('FRAME-10 a system whose calls hang leaves the shell and other systems alone', async ({
  page,
  context,
}) => {
  const [code, other] = [await register(context, 'jams'), await register(context, 'plain')]
  const asked = new Set<string>()
  page.on('request', (request) => request.url().includes('/never') && asked.add(request.url()))
  await page.goto(`/${code}/page`)
  await expect(microPage(page).getByRole('heading', { name: 'jammed' })).toBeVisible()
  await expect.poll(() => asked.size).toBe(3)
  await page.getByRole('link', { name: '账号管理' }).click()
  await expect(page.getByRole('table')).toBeVisible()
  await page.goto(`/${other}/page`)
  await expect(microPage(page).getByRole('heading', { name: 'An old page' })).toBeVisible()
  expect(asked.size).toBe(3)
})

test('FRAME-10 HOLD-8 more calls and files of systems that hang than the console has places leave it to everybody else', async ({
  context,
}) => {
  const hanging = [await register(context, 'hangs'), await register(context, 'hangs')]
  const paths = hanging.flatMap((code) => [`/api/${code}/never`, `/micro/${code}/app.js`])
  const headers = { 'x-console': '1' }
  for (const path of paths) {
    for (let count = 0; count < 45; count += 1)
      context.request.get(`${path}?${count}`, { headers, timeout: 25_000 }).catch(() => {})
  }
  // Each is at its place when those that came after it are answered.
  for (let count = 0; count < 10; count += 1) {
    const answer = await context.request.get('/api/auth/info', { headers, timeout: 3_000 })
    expect(answer.status()).toBe(200)
  }
})
