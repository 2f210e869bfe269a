import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test as base, expect } from './fixtures'
import { ask } from './raw-http'

const root = resolve(import.meta.dirname, '..')
const built = join(root, '.next', 'static')
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
const sources = (pattern: string) =>
  globSync(`${pattern}/**/*.{ts,tsx,json}`, { cwd: root }).map((file) => ({ file, text: textOf(file) }))

/** All that browsers load of the build. */
const shipped = () => {
  const files = globSync('**/*.*', { cwd: built })
  expect(files.length, 'the console is built').toBeGreaterThan(20)
  return files.map((file) => ({ file, text: readFileSync(join(built, file), 'latin1') }))
}

function filesWith(words: string): string[] {
  return shipped().flatMap(({ file, text }) => (text.includes(words) ? [file] : []))
}

base(
  'GUARD-2 crawlers read without a session that they are to stay away, and a page says so again',
  async ({ request }) => {
    const rules = await request.get('/robots.txt', { maxRedirects: 0 })
    expect([rules.status(), await rules.text()]).toEqual([200, 'User-agent: *\nDisallow: /\n'])
    const page = await (await request.get('/login')).text()
    expect(page).toContain('<meta name="robots" content="noindex, nofollow"/>')
    expect(page).toMatch(/<meta name="description" content="[^"]{20,}"\/>/)
  },
)

base.describe('what is built for browsers', () => {
  base('holds no source maps', () => {
    expect(shipped().flatMap(({ file }) => (file.endsWith('.map') ? [file] : []))).toEqual([])
    expect(filesWith('sourceMappingURL')).toEqual([])
  })

  base(
    'holds no secret’s name, none of the server’s packages and no path of the machine it was built on',
    () => {
      const names = [
        ...[
          'SESSION_SECRET',
          'PLATFORM_CLIENT',
          'PLATFORM_URL',
          'TRUSTED_PROXIES',
          'ADMIN_PASSWORD',
          'DATA_DIR',
        ],
        ...['node:crypto', 'node:http', 'node:fs', 'iron-session', 'sealData', 'Fe26.2', 'kysely', 'scrypt'],
        ...['Atrium2026', root],
      ]
      expect(names.filter((name) => filesWith(name).length > 0)).toEqual([])
    },
  )

  base('holds no line of lib/server or of the platform', () => {
    const shared = [...sources('app'), ...sources('components'), ...sources('messages'), ...sources('lib')]
      .filter(({ file }) => !file.startsWith('lib/server'))
      .map(({ text }) => text)
      .join('\n')
    // Long texts in quotes survive every minifier.
    const lines = [...sources('lib/server'), ...sources('platform')]
      .flatMap(({ text }) => [...text.matchAll(/'([^'\n\\]{24,})'/g)].map((match) => match[1] ?? ''))
      // A type of content is in libraries, too.
      .filter((line) => !shared.includes(line) && !/^[a-z]+\/[a-z]+; charset=/.test(line))
    expect(lines.length).toBeGreaterThan(100)
    const files = shipped()
    expect(lines.filter((line) => files.some(({ text }) => text.includes(line)))).toEqual([])
  })

  base('EDGE-10 names no address of others but namespaces, licences and explanations of faults', () => {
    const explained =
      /^https?:\/\/(?:www\.w3\.org|react\.dev|nextjs\.org|github\.com|fb\.me|console\.invalid)(?:\/|$)/
    // Of the files of a spreadsheet, which an import reads.
    const namespace = /^http:\/\/(?:schemas\.openxmlformats\.org|purl\.oclc\.org\/ooxml)\//
    // The polyfill of URL tries itself on hosts that are no names.
    const foreign = shipped()
      .flatMap(({ text }) => text.match(/https?:\/\/[\w.-]+\.[a-z]{2,}[^"'`\s)<>]*/gi) ?? [])
      .filter((address) => !explained.test(address) && !namespace.test(address))
    expect(foreign).toEqual([])
  })
})

base('nothing but built and public files is served from the console’s folder', async ({ baseURL }) => {
  const asked = [
    ...['/package.json', '/.env', '/next.config.ts', '/lib/server/session.ts', '/data/session-secret'],
    ...[
      '/.next/BUILD_ID',
      '/_next/BUILD_ID',
      '/_next/server/middleware.js',
      '/_next/required-server-files.json',
    ],
    ...['/_next/static/../server/middleware.js', '/_next/static/..%2fserver%2fmiddleware.js'],
    ...[
      '/_next/static/%2e%2e/%2e%2e/package.json',
      '/images/..%2f..%2fpackage.json',
      '/images/..%5cfavicon.ico',
    ],
  ]
  for (const path of asked) {
    const { status, text } = await ask(baseURL ?? '', { path })
    // A page that nobody may see yet leads to sign-in; nothing else is there.
    expect(status, path).toBeGreaterThanOrEqual(300)
    expect(status, path).toBeLessThan(500)
    expect(text, path).not.toMatch(/sealData|"dependencies"|module\.exports|buildId/)
  }
})
