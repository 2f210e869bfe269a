import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'playwright/test'
import { type AbuseCase, signedIn } from './abuse-case'
import { guarded } from './navigation'
import { headerOf, headersOf } from './wire'

export const output: readonly AbuseCase[] = [
  {
    ...{ id: 'J01', asvs: ['3.4.6', '3.4.3'] },
    tried: 'framing what the console answers: pages, redirects, refusals, calls, missing files',
    expected: 'each forbids it, with a policy that loads nothing foreign',
    try: signedIn('auditor', async ({ as, send }) => {
      for (const [path, status, method, held] of [
        ['/login', 200, 'GET', false],
        ['/home', 200, 'GET', true],
        ['/account/index', 200, 'GET', true],
        ['/selectSystem?nf=t', 200, 'GET', true],
        ['/home', 307, 'GET', false],
        ['/user', 307, 'GET', true],
        ['/home?areaPortalLogout=true', 307, 'GET', false],
        ['/assets/index', 403, 'GET', true],
        ['/nowhere', 404, 'GET', true],
        ['/_next/static/none.js', 404, 'GET', true],
        ['/api/session/sign-in', 405, 'GET', false],
        ['/images/none.png', 404, 'GET', true],
        ['//home', 308, 'GET', false],
        ['/home//x', 308, 'GET', true],
        ['/api//none', 308, 'POST', true],
        ['/api', 404, 'GET', true],
        ['/home', 405, 'POST', true],
        ['/api/auth/info', 200, 'GET', true],
        ['/api/auth/info', 401, 'GET', false],
        ['/api/none', 404, 'GET', true],
        ['/api/auth/info', 405, 'PUT', true],
        ['/micro/none/index.html', 404, 'GET', true],
        ['/micro/ems/index.html', 401, 'GET', false],
      ] as const) {
        const answer = await send(path, { method, as: held ? as : undefined })
        expect(answer.status, `${method} ${path}`).toBe(status)
        const policies = headersOf(answer, 'content-security-policy')
        expect(policies.length, `${method} ${path}`).toBe(1)
        expect(policies[0], `${method} ${path}`).toMatch(/^default-src 'none'.*frame-ancestors 'none'/)
        expect(policies[0], `${method} ${path}`).not.toMatch(
          /\*|https?:|(?<!wasm-)unsafe-eval|script-src [^;]*unsafe-inline/,
        )
      }
    }),
  },
  {
    ...{ id: 'J02', asvs: ['3.4.3', '1.2.1'] },
    tried: 'a Content-Security-Policy and a nonce of the sender’s own in the request',
    expected: 'the page’s are its own, new each time',
    try: async ({ send }) => {
      const seen = new Set<string>()
      for (const policy of [
        "script-src 'nonce-evil'",
        "script-src 'nonce-\"><script>alert(1)</script>'",
        "default-src 'nonce-evil'; script-src *",
        "nonce-evil'",
      ]) {
        const headers = {
          'content-security-policy': policy,
          'content-security-policy-report-only': policy,
          'x-nonce': 'evil',
        }
        const answer = await send('/login', { bare: true, headers })
        expect(answer.text).not.toMatch(/nonce="evil|nonce-evil|<script>alert/)
        const nonce = /'nonce-([^']+)'/.exec(headerOf(answer, 'content-security-policy') ?? '')?.[1] ?? ''
        const stamped = [...answer.text.matchAll(/<script[^>]*?nonce="([^"]*)"/g)].map(([, used]) => used)
        expect(new Set(stamped)).toEqual(new Set([nonce]))
        seen.add(nonce)
      }
      expect(seen.size).toBe(4)
    },
  },
  {
    ...{ id: 'J03', asvs: ['3.2.1', '3.4.4', '14.3.2'] },
    tried: 'answers of calls opened as pages of their own',
    expected: 'sandboxed, not sniffed, not kept',
    try: signedIn('auditor', async ({ as, send }) => {
      const navigation = {
        'sec-fetch-dest': 'document',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-site': 'none',
        accept: 'text/html',
      }
      for (const path of [
        ...['/api/auth/info', '/api/sys/user/page/list', '/api/authorization/captcha?key=1700000000000'],
        ...['/api/ems/stations', '/api/none'],
      ]) {
        const typed = await send(path, { bare: true, as, headers: navigation })
        expect([403, 404], path).toContain(typed.status)
        const own = await send(path, { as, headers: { accept: 'text/html' } })
        for (const answer of [typed, own]) {
          expect(headerOf(answer, 'content-security-policy'), path).toContain('sandbox')
          expect(headerOf(answer, 'cache-control'), path).toMatch(/no-store/)
          expect(headerOf(answer, 'content-type'), path).not.toMatch(/html|javascript|svg/)
        }
      }
    }),
  },
  {
    ...{ id: 'J04', asvs: ['14.3.2', '14.2.2'] },
    tried: 'pages kept by browsers and proxies: every page, as a document and as data',
    expected: 'none may be kept',
    try: signedIn('admin', async ({ as, send }) => {
      for (const path of guarded) {
        for (const headers of [{}, { rsc: '1' }]) {
          const first = await send(path, { bare: true, as, headers })
          // Next sends those who ask for data without its mark to the same address with it.
          const marked = 'rsc' in headers && first.status === 307 ? headerOf(first, 'location') : undefined
          const answer = marked === undefined ? first : await send(marked, { bare: true, as, headers })
          expect(headerOf(answer, 'cache-control'), path).toMatch(/no-store/)
        }
      }
    }),
  },
  {
    ...{ id: 'J05', asvs: ['13.4.1', '13.4.3', '13.4.7'] },
    tried: 'the files that a careless installation serves: sources, maps, settings, repositories, logs',
    expected: 'none is there',
    try: signedIn('admin', async ({ as, send }) => {
      const chunks = await readdir('.next/static/chunks')
      const scripts = chunks.filter((name) => name.endsWith('.js'))
      expect(scripts.length).toBeGreaterThan(3)
      for (const path of [
        ...scripts.slice(0, 10).map((name) => `/_next/static/chunks/${name}.map`),
        ...['/.env', '/.git/config', '/.git/HEAD', '/package.json', '/next.config.ts', '/middleware.ts'],
        ...['/data/session-secret'],
        ...[
          '/server.js',
          '/.next/BUILD_ID',

          '/docs/openapi.json',
          '/openapi.json',
          '/swagger-ui',
        ],
        ...['/debug', '/metrics', '/actuator/env', '/server-status', '/phpinfo.php', '/wp-login.php'],
        ...['/.well-known/security.txt', '/trace', '/sitemap.xml'],
      ]) {
        const answer = await send(path, { bare: true, as })
        expect([404, 308], path).toContain(answer.status)
      }
    }),
  },
  {
    ...{ id: 'J06', requirements: ['LOGIN-7'], asvs: ['15.2.3', '13.4.6'] },
    tried: 'reading the scripts that everybody gets for secrets, inner addresses and tokens',
    expected: 'none is in them',
    try: async ({ target }) => {
      const folder = '.next/static'
      const names = await readdir(folder, { recursive: true })
      const files = names.filter((name) => /\.(js|css|json|txt)$/.test(name))
      const hidden = [
        ...target.hidden.secrets,
        ...target.hidden.places,
        'SESSION_SECRET',
        'PLATFORM_CLIENT_SECRET',
        'iron-session',
        'Fe26.2',
      ]
      for (const name of files) {
        const text = await readFile(join(folder, name), 'latin1')
        expect(
          hidden.filter((secret) => text.includes(secret)),
          name,
        ).toEqual([])
        expect(text, name).not.toMatch(/sourceMappingURL=(?!data:)/)
      }
    },
  },
  {
    ...{ id: 'J07', requirements: ['LOGIN-7'], asvs: ['16.5.1', '13.4.6'] },
    tried: 'what refusals of every kind say, in both languages',
    expected: 'an envelope with a general sentence and nothing more',
    try: signedIn('auditor', async ({ as, send }) => {
      for (const lang of ['zh-cn', 'en']) {
        for (const [method, path, more] of [
          ['GET', '/api/none', {}],
          ['PUT', '/api/auth/info', {}],
          ['GET', '/api/sys/user/page/list', { bare: true }],
          ['GET', '/api/sys/user/page/list?page=x', {}],
          ['POST', '/api/sys/dept/page/add', { body: {} }],
          ['POST', '/api/sys/dept/page/add', { body: 'x', headers: { 'content-type': 'text/plain' } }],
          ['POST', '/api/session/enter', { body: { orgId: 'x', systemId: 'y' } }],
          ['GET', `/api/sys/user/page/list?account=${'a'.repeat(5000)}`, {}],
        ] as const) {
          const headers = { cookie: `${as.cookie}; lang=${lang}`, ...('headers' in more ? more.headers : {}) }
          const answer = await send(path, { ...more, method, headers })
          const envelope = JSON.parse(answer.body.toString('utf8'))
          expect(answer.status, path).toBeGreaterThanOrEqual(400)
          expect(Object.keys(envelope).sort(), path).toEqual(['code', 'data', 'msg'])
          expect(envelope.msg, path).toMatch(lang === 'en' ? /^[\x20-\x7e’]{5,120}$/ : /[\u4e00-\u9fff]/)
        }
      }
    }),
  },
  {
    ...{ id: 'J08', requirements: ['LOGIN-7'], asvs: ['3.3.2', '3.3.4', '3.3.5'] },
    tried: 'the cookies that are set: flags, scope, lifetime',
    expected:
      'the session’s is HttpOnly, SameSite=Lax, for this host, without a date; the others hold no secret',
    try: async (attacker) => {
      const { answer } = await attacker.trySignIn('auditor', attacker.target.password)
      const [session, ...others] = headersOf(answer, 'set-cookie')
      expect(session).toMatch(/^access_token=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/)
      expect(session?.length).toBeLessThan(4096)
      for (const cookie of others)
        expect(cookie).toMatch(/^(systemId|orgId|orgCode)=; Path=\/; SameSite=Lax; Max-Age=0$/)
    },
  },
  {
    ...{ id: 'J09', asvs: ['5.3.2', '2.2.1'] },
    tried: 'language, time zone and sidebar cookies that name files, markup and endless text',
    expected: 'the defaults, and nothing of it on the page',
    try: signedIn('auditor', async ({ as, send }) => {
      for (const odd of [
        ...['xx', '../../etc/passwd', '..%2f..%2fpackage', 'en/../../x', '__proto__', 'constructor'],
        ...['"><script>alert(1)</script>', 'a'.repeat(1000), '%00', '{{7*7}}', '$(id)'],
      ]) {
        for (const [path, held] of [
          ['/login', ''],
          ['/account/index', `; access_token=${as.seal}`],
        ] as const) {
          const cookie = `lang=${odd}; tz=${odd}; sidebar=${odd}; systemId=${odd}${held}`
          const answer = await send(path, { bare: true, headers: { cookie } })
          expect([answer.status, /<html lang="([^"]*)"/.exec(answer.text)?.[1]], odd.slice(0, 50)).toEqual([
            200,
            'zh-CN',
          ])
          expect(answer.text).not.toMatch(/root:x|<script>alert|>49</)
        }
      }
    }),
  },
]
