import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { markPart } from '#lib/server/http/page-part'
import { builtFor, fileAskedAtRoot, placed } from '#lib/server/micro/rooted-files'

const html = (text: string) =>
  placed(Buffer.from(text), 'text/html; charset=utf-8', '/c/micro/ems', '/c/ems').toString()
const css = (text: string) => placed(Buffer.from(text), 'text/css', '/c/micro/ems', '/c/ems').toString()

test.each([
  ['<script type="module" crossorigin src="/assets/x.js"></script>', '"/c/micro/ems/assets/x.js"'],
  ['<link rel=stylesheet href=/assets/x.css>', 'href=/c/micro/ems/assets/x.css'],
  [
    "<img src='/logo.png' srcset='/a.png 1x, /b.png 2x'>",
    "src='/c/micro/ems/logo.png' srcset='/c/micro/ems/a.png 1x, /c/micro/ems/b.png 2x'",
  ],
  [
    '<img srcset=" /a,b.png 1x,/c.png, /d.png,, //e.example/f.png 2x , data:image/png;base64,/g 3x">',
    'srcset=" /c/micro/ems/a,b.png 1x,/c/micro/ems/c.png, /c/micro/ems/d.png,, //e.example/f.png 2x , data:image/png;base64,/g 3x"',
  ],
  ['<script src="/c/ems/assets/x.js"></script>', '"/c/micro/ems/assets/x.js"'],
  ['<style>p { background: url(/p.png) }</style>', 'url(/c/micro/ems/p.png)'],
  [
    '<p id="url(/a)" style="background: url(&quot;/p.png&quot;), url(\'/q.png\')">url(/b)</p>',
    '<p id="url(/a)" style="background: url(&quot;/c/micro/ems/p.png&quot;), url(\'/c/micro/ems/q.png\')">url(/b)</p>',
  ],
  [
    '<script type="module">import("/start.js"); import x from "/x.js"</script>',
    'import("/c/micro/ems/start.js"); import x from "/c/micro/ems/x.js"',
  ],
])('FRAME-2 %s', (given, shown) => expect(html(given)).toContain(shown))

test.each([
  '<base href="/">',
  '<img src="/c/api/ems/photo/1">',
  '<img src="/c/micro/ems/a.png">',
  '<a href="/form">form</a>',
  '<script src="./assets/x.js"></script>',
  '<script src="//other.example/x.js"></script>',
  '<script src="https://other.example/x.js"></script>',
  '<script>const path = "/assets/x.js"</script>',
  '<form action="/send"></form>',
  '<p>src="/text"</p>',
])('FRAME-2 %s stays as it is', (given) => expect(html(given)).toBe(given))

test('FRAME-2 CSS of a build for the root of its host finds its pictures and fonts', () => {
  const sheet = (home: string) =>
    [
      '@import',
      `"${home}/a.css"; p { background: url( "${home}/b.svg" ) } q { src: url(./c.woff2), url(data:x) }`,
    ].join(' ')
  expect(css(sheet(''))).toBe(sheet('/c/micro/ems'))
})

test('FRAME-3 CSS pictures from its API stay what they are', () => {
  expect(css('p { background: url(/c/api/ems/photo/1) }')).toBe('p { background: url(/c/api/ems/photo/1) }')
})

test('FRAME-2 text in any encoding comes through byte for byte', () => {
  const given = Buffer.from([...Buffer.from('<script src="/x.js"></script>'), 0xd6, 0xd0, 0xff, 0x00])
  const whole = placed(given, 'text/html', '/micro/ems', '/ems')
  expect([...whole.subarray(-4)]).toEqual([0xd6, 0xd0, 0xff, 0x00])
})

const expects = (text: string) => builtFor(Buffer.from(text), '/c/ems')

test.each([
  ['<script type="module" crossorigin src="/assets/x.js"></script>', 'root'],
  ['<base href="/"><script src="main.js" type="module"></script>', 'root'],
  ['<script>Promise.all([import("/_app/start.js"), import("/_app/app.js")])</script>', 'root'],
  ['<script type="module" crossorigin src="/c/ems/assets/x.js"></script>', 'prefix'],
  ['<base href="/c/ems/"><script src="main.js" type="module"></script>', 'prefix'],
  ['<script src=/config.js></script><script defer src=/c/ems/static/main.js></script>', 'prefix'],
  ['<script type="module">import "/c/ems/src/main.js"</script>', 'prefix'],
  ['<script type="module" src="./assets/x.js"></script><link rel="icon" href="/favicon.ico">', undefined],
  ['<!-- <script src="/old.js"></script> --><script src="new.js"></script>', undefined],
  ['<script src="new.js"></script><!-- <script src="/old.js"></script>', undefined],
  ['<script>import  (  "/start.js")</script>', 'root'],
  ['<script src="//cdn.example/x.js"></script><script src="https://cdn.example/y.js"></script>', undefined],
  ['<script>const text = "/assets/x.js"</script><a href="/form">form</a>', undefined],
] as const)('FRAME-2 where the pages of a build expect to stand: %s', (html, place) => {
  expect(expects(html)).toBe(place)
})

const size = 2 * 1024 * 1024
const filled = (piece: string, before = '', after = '') =>
  before + piece.repeat((size - before.length - after.length) / piece.length) + after
const hostile: readonly string[] = [
  ...['<!--', '<!-', '<', '<script ', '<script>', '<style>', '<style>url(', '<script><!--', '<base href '],
  ...[
    '<p style="',
    '<p style',
    '<img src=',
    '<img srcset="',
    ' srcset="/a',
    "<link href='",
    '/*',
    '<!-- -->',
    '<script></script>',
  ],
].map((piece) => filled(piece))
const rule = '@import'
const within: readonly string[] = [
  ...[
    ',',
    ', ',
    ' ',
    '/',
    '/a,',
    '/a ,',
    '/,/',
    '\t',
    ' src',
    ' src ',
    ' src=/ ',
    ' srcset="/',
    ' style="',
    ' style=',
  ].flatMap((piece) => [
    filled(piece, '<img srcset="', '">'),
    filled(piece, '<img ', '>'),
    filled(piece, '<script '),
  ]),
  ...[' ', 'import ', 'from ', "from'/", 'import "/', "'", '(', ' (', 'import('].flatMap((piece) => [
    filled(piece, '<script>import', '</script>'),
    filled(piece, '<script>import(', '</script>'),
  ]),
  ...[' ', 'url(', 'url( ', `${rule} `, `${rule} '/`, "url('/"].map((piece) =>
    filled(piece, '<style>url(', '</style>'),
  ),
  filled(' ', '<base', '>'),
  filled(' href', '<base'),
]

test('FRAME-2 HOLD-8 a file takes time by its size, whatever it holds', () => {
  const time = (text: string) => {
    const body = Buffer.from(text)
    const start = process.cpuUsage()
    builtFor(body, '/c/ems')
    for (const type of ['text/html', 'text/css']) placed(body, type, '/c/micro/ems', '/c/ems')
    return process.cpuUsage(start).user / 1000
  }
  for (const text of [...hostile, ...within]) {
    const start = text.slice(0, 40)
    // What grows by the square takes minutes for the whole: a part of it tells, too.
    expect(time(text.slice(0, 128 * 1024)), `128 KB of ${start}`).toBeLessThan(2000)
    expect(time(text), start).toBeLessThan(5000)
  }
})

const ask = (path: string, headers: Record<string, string>, method = 'GET') =>
  fileAskedAtRoot({ method, headers: new Headers(headers) }, path, '', new Set(['home', 'user']))
const referer = 'https://console.example/ems/alarms'

test('FRAME-2 a file that a page asks for at the console’s root is sent on to its system', () => {
  expect(ask('/assets/x.js', { referer, 'sec-fetch-dest': 'script' })).toBe('/micro/ems/assets/x.js')
  expect(ask('/ems/favicon.svg', { referer, 'sec-fetch-dest': 'image' })).toBe('/micro/ems/favicon.svg')
  const module = { referer: 'https://console.example/micro/ems/assets/x.js', 'sec-fetch-dest': 'script' }
  expect(ask('/assets/y.js', module)).toBe('/micro/ems/assets/y.js')
})

test.each([
  ['a page', '/x.html', { referer, 'sec-fetch-dest': 'document' }],
  ['a frame', '/x.html', { referer, 'sec-fetch-dest': 'iframe' }],
  ['a service worker', '/sw.js', { referer, 'sec-fetch-dest': 'serviceworker' }],
  ['a page, where browsers say nothing', '/x.html', { referer, accept: 'text/html,*/*' }],
  [
    'what another site asks',
    '/x.js',
    { referer, 'sec-fetch-dest': 'script', 'sec-fetch-site': 'cross-site' },
  ],
  ['a part of the console’s page', '/ems/a.b', { referer, 'x-page-part': '1', 'sec-fetch-dest': 'empty' }],
  ['a path that names no file', '/user/index', { referer, 'sec-fetch-dest': 'empty' }],
  [
    'what a page of the console asks',
    '/x.js',
    { referer: 'https://console.example/home', 'sec-fetch-dest': 'script' },
  ],
  ['what nobody asks', '/x.js', { 'sec-fetch-dest': 'script' }],
])('FRAME-2 %s is not sent on', (_, path, headers) => {
  expect(ask(path, headers as unknown as Record<string, string>)).toBeUndefined()
})

test('FRAME-2 a write is not sent on', () => {
  expect(ask('/x.js', { referer, 'sec-fetch-dest': 'empty' }, 'POST')).toBeUndefined()
})

test('FRAME-2 FRAME-5 the guard is told what asks for a part of a page, whatever the browser says of it', () => {
  const marked = (headers: IncomingMessage['headers']) => {
    markPart({ headers })
    return headers['x-page-part']
  }
  expect([marked({ rsc: '1' }), marked({ 'x-page-part': '1' }), marked({})]).toEqual([
    ...['1', undefined, undefined],
  ])
})
