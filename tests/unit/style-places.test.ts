import { expect, test, vi } from 'vitest'

vi.stubGlobal('location', new URL('https://console.example/ems/alarms'))
const { placedStyles } = await import('../../components/micro-app/style-places')

const files = { folder: 'https://console.example/micro/ems/', prefix: '/ems' }
const home = files.folder
const placed = (css: string) => placedStyles(css, `${home}css/main.css`, files)

test('FRAME-2 what a style sheet names starts from where it is, however it is written', () => {
  for (const [given, made] of [
    ['url(x.png)', `url("${home}css/x.png")`],
    ['url( "x.png" )', `url( "${home}css/x.png" )`],
    ["URL('../x.png')", `URL("${home}x.png")`],
    ['url(\n  x.png\n)', `url("${home}css/x.png")`],
    ['url(/x.png)', `url("${home}x.png")`],
    ['url(/ems/x.svg#a)', `url("${home}x.svg#a")`],
    ['url(/micro/ems/x.png)', `url("${home}x.png")`],
    ['url(a\\(1\\)\\20 b.png)', `url("${home}css/a(1)%20b.png")`],
    ['src: url(a.woff2)format("woff2")', `src: url("${home}css/a.woff2")format("woff2")`],
    ['@import "theme.css" screen', `@import "${home}css/theme.css" screen`],
    ["@import'../a.css'", `@import"${home}a.css"`],
    ['@import url(b.css)', `@import url("${home}css/b.css")`],
    ['url($1.png)', `url("${home}css/\\24 1.png")`],
  ] as const) {
    expect(placed(`a{} ${given}; b{}`)).toBe(`a{} ${made}; b{}`)
    expect(placed(made), 'once more').toBe(made)
  }
})

test('FRAME-1 FRAME-2 what names no file of its folder stays as it is', () => {
  for (const plain of [
    'fill:url(#g);filter:url("#f")',
    'url(data:image/svg+xml;utf8,<svg fill=url(x)/>)',
    `url("data:image/svg+xml,<svg transform='rotate(45'/>")`,
    'url(blob:https://console.example/1) url(https://console.example/x.png) url()',
    '/* url(x.png) */ p::before{content:"url(x.png) @import \\"a\\"" \'url(\'}',
    'url(a b.png) my-url(x.png) @import x "y"',
    '@charset "utf-8";',
  ])
    expect(placed(plain)).toBe(plain)
  expect(placedStyles('url(x.png)', '', files)).toBe('url(x.png)')
})

test('FRAME-2 what follows an open bracket in a comment is placed as ever', () => {
  expect(placed('/* url( */ .a{color:red} .b{background:url(x.png)}')).toBe(
    `/* url( */ .a{color:red} .b{background:url("${home}css/x.png")}`,
  )
})

test('FRAME-1 FRAME-2 an escaped quote in a selector begins no string', () => {
  const begin = String.raw`.before\:content-\[\'\'\]:before{--x:""}.q\"{}`
  expect(placed(`${begin}@font-face{src:url(x.woff2)}`)).toBe(
    `${begin}@font-face{src:url("${home}css/x.woff2")}`,
  )
})

test('MICRO-4 FRAME-10 HOLD-8 a style sheet that is never closed takes time by its size', () => {
  for (const piece of [
    'url(',
    'url( ',
    'url("',
    'url(a',
    '(a',
    ' ',
    '"',
    "'",
    '/*',
    '\\',
    '@import ',
    '@import',
    '"\\',
    'url(x)',
  ]) {
    for (const begin of ['', 'url(', 'url("', '@import', '/* url( */']) {
      const css = begin + piece.repeat((256 * 1024) / piece.length)
      const start = process.cpuUsage()
      placed(css)
      expect(process.cpuUsage(start).user / 1000, begin + piece).toBeLessThan(1000)
    }
  }
})
