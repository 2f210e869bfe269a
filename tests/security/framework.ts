import { expect } from 'playwright/test'
import { type AbuseCase, signedIn } from './abuse-case'
import { headerOf } from './wire'

const list = '/api/sys/user/page/list'

/** What the framework does with a request before anything of ours, and around it. */
export const framework: readonly AbuseCase[] = [
  {
    ...{ id: 'D09', asvs: ['4.1.3'] },
    tried: 'headers of the framework’s own on calls: subrequest marks, rewrites, invocations, cookies to set',
    expected: 'none has an effect, none comes back',
    try: signedIn('auditor', async ({ as, call, send }) => {
      const headers = {
        'x-middleware-subrequest': 'middleware:middleware:middleware:middleware:middleware',
        'x-middleware-set-cookie': 'access_token=x',
        'x-middleware-rewrite': 'http://evil.example/',
        'x-middleware-request-x-console': '1',
        'x-middleware-override-headers': 'cookie',
        'x-matched-path': '/api/session/sign-out',
        'x-invoke-path': '/api/session/sign-out',
        'x-invoke-status': '500',
        'x-invoke-error': '{"message":"x"}',
        'x-rewrite-url': '/api/session/sign-out',
        'next-router-state-tree': '%5B%5D',
        'x-nextjs-data': '1',
      }
      expect((await call('/auth/info', { as, headers })).data).toMatchObject({ username: 'auditor' })
      await send('/api/auth/info', { bare: true, as, headers, answered: 403 })
      await call('/auth/info', { headers, answered: 401 })
    }),
  },
  {
    ...{ id: 'D10', asvs: ['1.3.6', '5.3.2', '15.2.3'] },
    tried: 'the image optimiser, page data and file routes as a way to other hosts and to the server’s files',
    expected: 'none of them serves anything',
    try: signedIn('admin', async ({ as, send, target }) => {
      for (const path of [
        ...[
          `${target.platformUrl}/auth/info`,
          'http://169.254.169.254/',
          '/api/auth/info',
          '//evil.example/x.png',
        ].map((url) => `/_next/image?url=${encodeURIComponent(url)}&w=64&q=75`),
        '/_next/data/build/home.json',
        '/_next/static/../server/middleware.js',
        '/_next/static/..%2fserver%2fmiddleware.js',
        '/_next/static/%2e%2e/BUILD_ID',
        '/_next/static/..%5cBUILD_ID',
        '/_next/server/middleware.js',
        '/images/../../package.json',
        '/images/..%2f..%2fpackage.json',
        '/images/%00',
        '/images/',
        '/images',
        '/_next/static/',
        '/_next/static/chunks',
        '/_next/webpack-hmr',
        '/__nextjs_original-stack-frames',
        '/__nextjs_source-map?filename=/etc/passwd',
        '/_next/mcp',
      ]) {
        const { status, text } = await send(path, { bare: true, as })
        expect([307, 308, 400, 404], path).toContain(status)
        expect(text, path).not.toMatch(/"dependencies"|root:x:|"username"/)
      }
    }),
  },
  {
    ...{ id: 'D11', asvs: ['1.2.1', '4.2.4'] },
    tried: 'line breaks and markup in paths and queries that come back in headers and pages',
    expected: 'no header more, no markup',
    try: signedIn('auditor', async ({ as, send }) => {
      for (const said of [
        ...['%0d%0aX-Injected:%201', '%0aSet-Cookie:%20a=b', '%E5%98%8A%E5%98%8DX-Injected:1'],
        ...['"><script>alert(1)</script>', '%3C/script%3E%3Cscript%3Ealert(1)%3C/script%3E'],
        ...['%u000aX-Injected:1'],
      ]) {
        for (const [path, held] of [
          [`/home${said}`, undefined],
          [`/home?x=${said}`, undefined],
          [`/login?from=/${said}`, undefined],
          [`/account/index?account=${said}`, as],
          [`/nowhere${said}?systemCode=${said}`, as],
        ] as const) {
          const answer = await send(path, { bare: true, as: held })
          expect(headerOf(answer, 'x-injected'), path).toBeUndefined()
          expect(answer.text, path).not.toMatch(/<script>alert|"><script/)
        }
      }
    }),
  },
  {
    ...{ id: 'D12', asvs: ['15.2.2', '4.2.5'] },
    tried: 'queries, addresses and ranges beyond measure',
    expected: '414, 431 or an ordinary answer, at once',
    try: async ({ send, signIn, enter }) => {
      const as = await enter(await signIn('operator'), 'EAST', 'ems')
      await send(`${list}?account=${'a'.repeat(4097)}`, { as, answered: 414 })
      await send(`${list}?${'a=1&'.repeat(1500)}`, { as, answered: 414 })
      await send(`${list}?${'a'.repeat(20_000)}`, { as, answered: 414 })
      await send(`${list}?${'a'.repeat(70_000)}`, { as, answered: 431 })
      const ranges = [
        `bytes=${'0-1,'.repeat(500)}0-1`,
        'bytes=99999999-',
        'bytes=-0',
        'bytes=1-0',
        'lines=1',
        'bytes=0-18446744073709551615',
      ]
      for (const range of ranges) {
        for (const path of ['/images/mark.svg', '/login', list, '/micro/ems/index.html']) {
          const held = path === '/login' ? undefined : as
          expect([200, 206, 416], `${path} ${range.slice(0, 30)}`).toContain(
            (await send(path, { as: held, headers: { range } })).status,
          )
        }
      }
    },
  },
  {
    ...{ id: 'D13', asvs: ['14.2.2', '8.2.2'] },
    tried: 'another person’s ETag, to be told that nothing has changed since they looked',
    expected: 'each person’s own answer',
    try: async ({ send, standing }) => {
      const [operator, auditor] = [await standing('operator'), await standing('auditor')]
      const path = '/api/sys/system/permission/mainMenu'
      const theirs = await send(path, { as: operator })
      for (const tag of [headerOf(theirs, 'etag') ?? '"x"', '*', 'W/"x"', '"', ', ,']) {
        const mine = await send(path, { as: auditor, headers: { 'if-none-match': tag } })
        expect(mine.status, tag).toBe(200)
        expect(mine.text).not.toBe(theirs.text)
      }
    },
  },
]
