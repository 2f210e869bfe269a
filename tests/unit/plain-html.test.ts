import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'

vi.stubGlobal('location', new URL('https://console.example/ems/alarms'))
const { markedSheets, plainScripts, withoutPolicy } = await import('../../components/micro-app/plain-html')

test('FRAME-2 what is no script stays as it is', () => {
  for (const plain of [
    '<script type="text/template"><!-- {{a}} --></script>',
    '<script src="/x.js"></script><!-- <b>c</b> -->',
  ])
    expect(plainScripts(plain)).toBe(plain)
})

test('FRAME-2 what looks like a comment in data or in an expression says the same, and nobody finds it', () => {
  const data = { a: 'x <!-- b --> y', c: '\\<!--' }
  for (const type of ['application/json', 'application/ld+json', 'speculationrules']) {
    const made = plainScripts(`<script type="${type}">${JSON.stringify(data)}</script>`)
    expect(made).not.toContain('<!--')
    expect(JSON.parse(made.replace(/<.?script[^>]*>/g, ''))).toEqual(data)
  }
  const code = plainScripts('<script>/<!--/u.test("<!-- b -->")</script>').replace(/<.?script[^>]*>/g, '')
  expect(code).not.toContain('<!--')
  expect(runInNewContext(code)).toBe(true)
})

test('FRAME-1 a style sheet is known by what it says of itself, and one that says nothing stays as it is', () => {
  const plain = '<link rel="stylesheet" href="a.css"><style>p{}</style><link rel="icon" id="i" href="b.png">'
  expect(markedSheets(plain)).toEqual({ html: plain, linked: new Map(), inline: [] })
  const { html, linked, inline } = markedSheets(
    `<LINK href=a.css rel='stylesheet' media=print><style data-of="x" type="text/css">p{}</style>`,
  )
  expect([...linked]).toEqual([['a.css', { media: 'print' }]])
  expect(inline).toEqual([{ 'data-of': 'x' }])
  expect(html).toContain('type="text/css">/*~0*/p{}')
})

test('FRAME-2 a style sheet that is loaded for later is one, and an empty one asks for no address', () => {
  const link = (rel: string) =>
    `<link onload="this.rel='stylesheet'" rel=${rel} href="a.css" as="style" media="(min-width: 1px)">`
  const { html, linked } = markedSheets(`${link("'preload'")}<style nonce="x"></style>`)
  expect(html).toBe(`${link('"stylesheet"')}<style nonce="x"> </style>`)
  expect([...linked]).toEqual([['a.css', { media: '(min-width: 1px)' }]])
  const only = '<link rel="preload" href="a.css" as="style">'
  expect(markedSheets(only)).toEqual({ html: only, linked: new Map(), inline: [] })
})

test('HOLD-8 a page that never ends takes time by its size', () => {
  for (const piece of [
    '<script>',
    '<script type=',
    '<!--',
    '-->',
    '\n',
    '<style ',
    '<link a=',
    ' media=',
    '<meta http-equiv=',
  ]) {
    const html = piece.repeat((1024 * 1024) / piece.length)
    const start = performance.now()
    for (const make of [plainScripts, markedSheets, withoutPolicy]) {
      make(html)
      make(`<script>${html}</script>`)
    }
    expect(performance.now() - start, piece).toBeLessThan(3000)
  }
})
