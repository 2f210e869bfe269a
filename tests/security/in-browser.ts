import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type BrowserContext, expect, type Page } from 'playwright/test'
import type { AbuseCase } from './abuse-case'

/** A browser with a person signed in, and what its test has to excuse. */
interface Victim {
  page: Page
  context: BrowserContext
  origin: string
  /** Signs the person in, inside the system `uia` where they need one. */
  begin: (account: 'admin' | 'operator' | 'auditor' | 'field') => Promise<void>
  /** The same as somebody whom no other test knows. */
  beginAnew: () => Promise<void>
  call: (
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
  ) => Promise<{ status: number; code: number; data: unknown }>
  isSignedIn: () => Promise<boolean>
  /** Messages of the browser's console that the case provokes. */
  expected: RegExp[]
  /** Every address that was asked for; those of the attacker's own page have to go from it. */
  requested: string[]
}

/** The attacker's page, under two names: `localhost` is another site, another port only another origin. */
async function onTheirPage(
  victim: Victim,
  html: string,
  work: (address: string) => Promise<void>,
): Promise<void> {
  const server = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end(`<!doctype html>${html}`),
  )
  await new Promise<void>((done) => server.listen(0, done))
  const { port } = server.address() as AddressInfo
  try {
    for (const host of ['localhost', '127.0.0.1']) await work(`http://${host}:${port}/`)
  } finally {
    const own = victim.requested.filter((url) => new URL(url).port !== String(port))
    victim.requested.splice(0, victim.requested.length, ...own)
    server.closeAllConnections()
    server.close()
  }
}

/** What the browser's console says of nearly every case. */
export const refusals =
  /status of 4\d\d|CORS|ERR_FAILED|ERR_BLOCKED|frame-ancestors|Refused to|Framing|Cross-Origin|Unsafe attempt|MIME|was preloaded|Blocked script/i

export const inBrowser: readonly AbuseCase<Victim>[] = [
  {
    ...{ id: 'N01', requirements: ['GUARD-1'], asvs: ['3.5.1', '3.5.3'] },
    tried:
      'another site that logs people out: images, frames, scripts, styles, prefetch, fetch, beacons, forms in frames',
    expected: 'the session stays',
    try: async (victim) => {
      const { page, origin } = victim
      await victim.begin('operator')
      const out = `${origin}/home?areaPortalLogout=true`
      const end = `${origin}/api/session/sign-out`
      const html = `<link rel="prefetch" href="${out}&a"><link rel="preload" as="fetch" href="${out}&b"><link rel="stylesheet" href="${out}&c">
        <img src="${out}&d"><iframe src="${out}&e"></iframe><object data="${out}&f"></object><embed src="${out}&g"><video src="${out}&h"></video>
        <script src="${out}&i"></script><iframe name="hole"></iframe>
        <form id="get" target="hole" action="${origin}/home"><input name="areaPortalLogout" value="true"></form>
        <form id="post" target="hole" method="post" action="${end}" enctype="text/plain"><input name='{"a":"' value='"}'></form>
        <form id="page" target="hole" method="post" action="${out}"></form>`
      await onTheirPage(victim, html, async (address) => {
        await page.goto(address)
        const said = await page.evaluate(
          async ([logout, call]) => {
            for (const id of ['get', 'post', 'page'])
              document.querySelector<HTMLFormElement>(`#${id}`)?.submit()
            navigator.sendBeacon(call ?? '', new Blob(['{}'], { type: 'text/plain' }))
            const tries: [string, RequestInit][] = [
              [logout ?? '', { mode: 'no-cors' }],
              [logout ?? '', { mode: 'cors' }],
              [call ?? '', { mode: 'no-cors', method: 'POST', body: '{}' }],
              [call ?? '', { mode: 'cors', method: 'POST', body: '{}', headers: { 'x-console': '1' } }],
              [
                call ?? '',
                { mode: 'cors', method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } },
              ],
            ]
            return Promise.all(
              tries.map(([url, init]) =>
                fetch(url, { ...init, credentials: 'include' }).then(
                  (answer) => answer.text(),
                  () => 'blocked',
                ),
              ),
            )
          },
          [out, end],
        )
        // What is not blocked is opaque: the page reads nothing of it.
        expect(said.filter((text) => text !== '' && text !== 'blocked')).toEqual([])
        await page.waitForLoadState('networkidle')
        expect(await victim.isSignedIn(), address).toBe(true)
      })
    },
  },
  {
    ...{ id: 'N02', requirements: ['CALL-5'], asvs: ['3.5.1', '3.2.1'] },
    tried: 'another site that sends a form to calls and pages as a navigation of its own',
    expected: '403 or 405, the session stays, nothing runs',
    try: async (victim) => {
      const { context, origin } = victim
      await victim.begin('operator')
      for (const [path, status] of [
        ['/api/session/sign-out', 403],
        ['/api/sys/user/page/updateEnable/', 403],
        ['/home?areaPortalLogout=true', 405],
      ] as const) {
        const html = `<form method="post" enctype="text/plain" action="${origin}${path}"><input name='{"id":"x","a":"' value='"}'></form>`
        await onTheirPage(victim, html, async (address) => {
          const tab = await context.newPage()
          await tab.goto(address)
          const answered = tab.waitForResponse((response) => response.url() === origin + path)
          await tab.evaluate(() => document.querySelector('form')?.submit())
          expect((await answered).status(), path).toBe(status)
          expect(await victim.isSignedIn(), path).toBe(true)
          await tab.close()
        })
      }
    },
  },
  {
    ...{ id: 'N03', asvs: ['3.4.6'] },
    tried:
      'another site that frames pages of the console, signed in and out, or a page of the console that frames another',
    expected: 'the frame stays empty',
    try: async (victim) => {
      const { page, origin } = victim
      await victim.begin('operator')
      const paths = [
        ...['/home', '/account/index', '/login', '/user', '/nowhere', '/_next/static/none.js'],
        ...['/api/auth/info', '/micro/ems/index.html'],
      ]
      const html = paths.map((path) => `<iframe src="${origin}${path}"></iframe>`).join('')
      await onTheirPage(victim, html, async (address) => {
        await page.goto(address)
        await page.waitForLoadState('networkidle')
        const frames = page.frames().filter((frame) => frame !== page.mainFrame())
        expect(frames.length).toBe(paths.length)
        for (const frame of frames)
          expect(
            await frame
              .locator('body')
              .innerText()
              .catch(() => ''),
            frame.url(),
          ).not.toMatch(/operator|首页|登录|zhangwei|"code"/)
      })
    },
  },
  {
    ...{ id: 'N04', asvs: ['3.4.8', '3.5.5'] },
    tried: 'another site that opens the console in a window of its own to reach into it',
    expected: 'the window is out of its reach',
    try: async (victim) => {
      const { page, context, origin } = victim
      await victim.begin('operator')
      await onTheirPage(victim, '<a>x</a>', async (address) => {
        await page.goto(address)
        const opened = context.waitForEvent('page')
        await page.evaluate((url) => {
          Object.assign(window, { theirs: window.open(url) })
        }, `${origin}/home`)
        const console = await opened
        await expect(console.getByTestId('side-menu')).toBeVisible()
        await expect
          .poll(() =>
            page.evaluate(() => (window as unknown as { theirs: Window | null }).theirs?.closed ?? true),
          )
          .toBe(true)
        expect(await console.evaluate(() => window.opener === null)).toBe(true)
        await console.close()
      })
    },
  },
  {
    ...{ id: 'N05', requirements: ['PERM-5'], asvs: ['8.3.1', '14.3.3'] },
    tried: 'the super administrator’s flag and another organization, written into local and session storage',
    expected: 'a hint that no server believes: pages and calls stay refused',
    try: async (victim) => {
      const { page } = victim
      await victim.begin('field')
      await page.goto('/home')
      await page.evaluate(() => {
        for (const storage of [localStorage, sessionStorage]) {
          for (const key of Object.keys(storage)) {
            if (key !== 'lang') storage.setItem(key, String(storage.getItem(key)).replaceAll('false', 'true'))
          }
          for (const name of ['superIdentification', 'isSuper', 'super']) storage.setItem(name, 'true')
          storage.setItem('business', JSON.stringify({ orgId: '1', orgCode: 'SOUTH', systemId: '1' }))
        }
      })
      await page.reload()
      for (const path of ['/account/index', '/assets/index', '/organization/index']) {
        expect((await page.goto(path))?.status(), path).toBe(403)
        await expect(page.getByRole('table')).toHaveCount(0)
      }
      for (const path of ['/sys/user/page/list', '/sys/org/page/list', '/sys/poolResource/page/findSystem']) {
        const status = await page.evaluate(
          async (url) => (await fetch(url, { headers: { 'x-console': '1' } })).status,
          `/api${path}`,
        )
        expect(status, path).toBe(403)
      }
    },
  },
  {
    ...{ id: 'N06', asvs: ['1.2.1', '3.2.2'] },
    tried: 'markup in what people may write freely, and in addresses that pages read',
    expected: 'shown as text; nothing runs, nothing is loaded',
    try: async (victim) => {
      const { page, call } = victim
      await victim.beginAnew()
      const markup = '<img src=x onerror="window.hit=1"><b>x</b>{name}'
      expect((await call('POST', '/sys/user/updateUserInfo', { nickName: markup })).code).toBe(0)
      await page.goto('/home')
      await expect(page.getByText(markup, { exact: false }).first()).toBeVisible()
      await page.goto('/user/index')
      await expect(page.getByRole('main')).toContainText(markup)
      const said = encodeURIComponent(`"><img src=x onerror="window.hit=1"><script>window.hit=1</script>`)
      for (const path of [
        `/account/index?account=${said}`,
        `/nowhere?systemCode=${said}`,
        `/nowhere/${said}`,
      ]) {
        await page.goto(path)
        await expect(page.getByRole('main')).toBeVisible()
        expect(await page.locator('img[src=x]').count(), path).toBe(0)
      }
      expect(await page.evaluate(() => 'hit' in window)).toBe(false)
    },
  },
  {
    ...{ id: 'N07', requirements: ['MICRO-7', 'LOGIN-7'], asvs: ['3.3.4', '14.3.3', '8.2.3'] },
    tried: 'a sub-application that looks for cookies, storage, properties and calls that hold the token',
    expected: 'it is nowhere; calls without the console’s own header are refused',
    try: async (victim) => {
      const { page, context, call, origin } = victim
      victim.expected.push(/wujie/i)
      await victim.begin('admin')
      const ports = JSON.parse(process.env.MICRO_SYSTEMS ?? '{}') as Record<string, number>
      const code = `pries${process.pid}x${Date.now().toString(36)}`.slice(0, 30)
      const system = {
        code,
        name: code,
        version: '1',
        type: 0,
        enable: true,
        hostName: '127.0.0.1',
        port: ports.pries,
      }
      expect((await call('POST', '/sys/resourcesConfig/page/add', system)).code).toBe(0)
      await page.goto(`/${code}/page`)
      const told = page
        .getByTestId('micro-view')
        .filter({ visible: true })
        .frameLocator('iframe')
        .locator('pre')
      await expect(told).toContainText('"answers"')
      const text = await told.innerText()
      const seal =
        (await context.cookies(origin)).find(({ name }) => name === 'access_token')?.value ?? 'no cookie'
      for (const secret of [seal, seal.slice(0, 30), 'access_token', 'Fe26', 'Bearer', 'bearer']) {
        expect(text.replace(/access_token"?:? ?(undefined|null)/g, '').includes(secret), secret).toBe(false)
      }
      expect(text).toContain('/api/auth/info 403')
      expect(text).toContain('/api/sys/user/page/list 403')
      expect(await victim.isSignedIn()).toBe(true)
    },
  },
]
