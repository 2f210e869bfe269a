import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'

vi.stubGlobal('location', new URL('https://console.example/ems/alarms'))
const { plainScripts, withoutPolicy, withoutRefresh } = await import('../../components/micro-app/plain-html')
const { markedSheets } = await import('../../components/micro-app/page-sheets')
const { setAside } = await import('../../components/micro-app/set-aside')

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

test.each([
  ['60', { seconds: 60, to: '' }],
  ['0; URL=/next?a=1&amp;b=2', { seconds: 0, to: '/next?a=1&b=2' }],
  [`5;url='/next'`, { seconds: 5, to: '/next' }],
  ['1.5, next.html', { seconds: 1, to: 'next.html' }],
  ['soon', undefined],
])('FRAME-5 a page that asks to be loaded anew is, by its console: %s', (content, refresh) => {
  const html = `<head><META Http-Equiv="Refresh" content="${content}"><meta name="a" content="b"></head>`
  expect(withoutRefresh(html)).toEqual({ html: '<head><meta name="a" content="b"></head>', refresh })
})

test('FRAME-5 only what a browser would heed counts, the first of it', () => {
  const meta = (to: string) => `<meta http-equiv=refresh content="1;url=${to}">`
  const rest = `<noscript>${meta('a')}</noscript><!-- ${meta('b')} --><script>'${meta('c')}'</script>`
  expect(withoutRefresh(rest + meta('d') + meta('e'))).toEqual({
    html: rest,
    refresh: { seconds: 1, to: 'd' },
  })
  expect(withoutRefresh(rest)).toEqual({ html: rest, refresh: undefined })
})

test('FRAME-1 what looks like a link or a style in code or data says the same, and nobody finds it', () => {
  const tags = '<style>a</style><LINK rel=stylesheet href=a><Style>'
  const textOf = (made: string) => made.replace(/<.?script[^>]*>/g, '')
  for (const code of [
    `'${tags}'`,
    `\`${tags}\``,
    `/^${tags.replaceAll('/', '\\/')}$/u.test('${tags}') && '${tags}'`,
  ]) {
    const made = textOf(plainScripts(`<script>${code}</script>`))
    expect(made).not.toMatch(/<(?:link|style)/i)
    expect(runInNewContext(made)).toBe(tags)
  }
  const compared = textOf(
    plainScripts('<script>const link = 1, style = 3; [0<link && 4 > 1, 2<style]</script>'),
  )
  expect(runInNewContext(compared)).toEqual([true, true])
  const data = textOf(plainScripts(`<script type="application/json">"${tags}"</script>`))
  expect(data).not.toMatch(/<(?:link|style)/i)
  expect(JSON.parse(data)).toBe(tags)
})

test('FRAME-1 what only bears the text of tags is kept apart, and nothing else', () => {
  const tags = '<link rel="stylesheet" href="a"><style>p{}</style><!-- c --><script>d()</script>'
  const text = tags.replace(/<script.*/, '')
  for (const [given, made, texts = []] of [
    [`<textarea a=">">${tags}</textarea>`, `<textarea a=">">${tags.replaceAll('<', '&lt;')}</textarea>`],
    [
      `<textarea a=don't>'${tags}</textarea>'`,
      `<textarea a=don't>'${tags.replaceAll('<', '&lt;')}</textarea>'`,
    ],
    [`<script type="text/x">${text}</script>`, '<script type="text/x">~set-aside-0~</script>', [text]],
    [`<template a="x > y">${tags}</template>`, '<template a="x > y">~set-aside-0~</template>', [tags]],
    [
      `<template>1<template>2</template><!-- </template> -->3</template><Template>${tags}</template>`,
      '<template>~set-aside-0~</template><Template>~set-aside-1~</template>',
      ['1<template>2</template><!-- </template> -->3', tags],
    ],
    [
      `<template shadowrootmode=open>${tags}<template>${tags}</template></template>`,
      `<template shadowrootmode=open>${tags}<template>~set-aside-0~</template></template>`,
      [tags],
    ],
    [`<iframe srcdoc="<style>p{}</style>"></iframe>`, `<iframe srcdoc="&lt;style>p{}&lt;/style>"></iframe>`],
  ] as const)
    expect(setAside(given)).toEqual({ html: made, texts })
  for (const plain of [
    `<p>${tags}</p><template-x>${tags}</template-x><template>text</template>`,
    `<script data-type="x">el.srcdoc="<b>"; '<template>'</script><style>/*<template>*/</style><!-- <textarea> -->`,
    ...['', ' type=module', ' type=application/json', ' type="importmap"', ' type="Text/JavaScript"'].map(
      (type) => `<script${type}>"<style>"</script>`,
    ),
    `<template>${tags}`,
  ])
    expect(setAside(plain)).toEqual({ html: plain, texts: [] })
})

test('FRAME-1 a style sheet is known by what it says of itself, and one that says nothing stays as it is', () => {
  const plain = '<link rel="stylesheet" href="a.css"><style>p{}</style><link rel="icon" id="i" href="b.png">'
  const said = { rel: 'stylesheet', href: 'a.css' }
  expect(markedSheets(plain)).toEqual({ html: plain, linked: new Map([['a.css', said]]), inline: [] })
  const { html, linked, inline } = markedSheets(
    `<LINK HREF = a.css rel='stylesheet' media=print onload="" integrity="x"><style data-of="x" type="text/css">p{}</style>`,
  )
  expect([...linked]).toEqual([['a.css', { ...said, media: 'print' }]])
  expect(inline).toEqual([{ 'data-of': 'x' }])
  expect(html).toBe(
    `<link href="a.css" rel='stylesheet' media="print" onload="" integrity="x"><style>/*~0*/p{}</style>`,
  )
  const closed = markedSheets(
    '<link rel="stylesheet" href="a.css" :of="x" crossorigin/><link rel=stylesheet href=b.css />',
  )
  expect([...closed.linked]).toEqual([
    ['a.css', { ...said, crossorigin: '' }],
    ['b.css', { ...said, href: 'b.css' }],
  ])
  const other = markedSheets('<link rel="alternate stylesheet" href="a.css" title="t">')
  expect(other.html, 'wujie sees it').toBe('<link rel="stylesheet" href="a.css" title="t">')
  expect(other.linked.get('a.css')).toEqual({ rel: 'alternate stylesheet', href: 'a.css', title: 't' })
})

test('FRAME-2 a style sheet that is loaded for later is one, and an empty one asks for no address', () => {
  const link = (rel: string) =>
    `<link onload="this.rel='stylesheet'" rel=${rel} href="a.css" as="style" media="(min-width: 1px)">`
  const { html, linked } = markedSheets(`${link("'preload'")}<style nonce="x"></style>`)
  expect(html).toBe(`${link('"stylesheet"')}<style> </style>`)
  const told = { rel: 'stylesheet', href: 'a.css', as: 'style', media: '(min-width: 1px)' }
  expect([...linked]).toEqual([['a.css', told]])
  const only = '<link rel="preload" href="a.css" as="style">'
  expect(markedSheets(only)).toEqual({ html: only, linked: new Map(), inline: [] })
})

test('FRAME-2 a script or sheet of any spelling names its file as wujie reads it', () => {
  for (const [given, made] of [
    ['<SCRIPT SRC="x.js"></SCRIPT>', '<script src="x.js"></SCRIPT>'],
    ['<script src = "x.js"></script>', '<script src="x.js"></script>'],
    ["<script Src=' x.js?a=1&amp;b ' async></script>", "<script src='x.js?a=1&b' async></script>"],
    ['<script data-of="a = B" src\n=\nx></script>', '<script data-of="a = B" src="x"></script>'],
  ] as const)
    expect(plainScripts(given)).toBe(made)
  const { html, linked } = markedSheets('<LINK Rel = "stylesheet" HREF="a.css?a&amp;b" id=a>')
  expect(html).toBe('<link rel="stylesheet" href="a.css?a&b" id="a">')
  expect([...linked.keys()]).toEqual(['a.css?a&b'])
})

test('FRAME-2 a style sheet in the signs of a comment is one, and what only looks like one is none', () => {
  const of = (html: string) => markedSheets(html).html
  expect(of('<style type="text/css">\n<!--\np{}\n-->\n</style>')).toBe('<style>\n\np{}\n\n</style>')
  expect(of('<style>p::before{content:"<!-- -->"}</style>')).toBe(
    '<style>p::before{content:"\\3c!-- -->"}</style>',
  )
  expect(of('<style type="text/css">/* we ignore a > b */</style>'), 'a word of wujie').toBe(
    '<style>/* we ignore a > b */</style>',
  )
  for (const other of ['<script>"<style id=a>"+"</style>"</script>', '<!-- a <style id=a> --><!-- b -->'])
    expect(of(`${other}<style>p{}</style>`)).toBe(`${other}<style>p{}</style>`)
})

test('FRAME-2 FRAME-3 what a page says of its policies is taken away, and nothing else that it says of itself', () => {
  const rest = '<meta charset="utf-8"><meta name="viewport" content="referrer">'
  expect(
    withoutPolicy(
      `<meta name="referrer" content="no-referrer">${rest}<META content=x http-equiv=Content-Security-Policy>`,
    ),
  ).toBe(rest)
})

test('HOLD-8 a tag of blanks holds few where wujie looks for a word', () => {
  const blanks = ' '.repeat(8000)
  for (const type of ['', 'type="text/template"', 'type=importmap']) {
    const made = plainScripts(`<script${blanks}${type}${blanks}></script>`)
    expect(made.length).toBeLessThan(60)
  }
  expect(markedSheets(`<link${blanks}rel="stylesheet"${blanks}href="a.css">`).html.length).toBeLessThan(60)
})

test('HOLD-8 a page that never ends takes time by its size', () => {
  for (const piece of [
    ...['<script>', '<script type=', '<!--', '-->', '\n', '<style ', '<link a=', ' media='],
    ...['<meta http-equiv=', ' name=referrer', ' ', '<style>', '<style><!--', 'a="', 'a = '],
    ...[
      '<template>',
      '<template "',
      `<template '"`,
      '<template></template>',
      '<textarea>',
      ' srcdoc="',
      ` srcdoc='"`,
    ],
  ]) {
    const html = piece.repeat((256 * 1024) / piece.length)
    const start = process.cpuUsage()
    for (const make of [plainScripts, markedSheets, withoutPolicy, withoutRefresh, setAside]) {
      make(html)
      for (const begin of [
        '<script>',
        '<script>\n-->',
        '<script ',
        '<style>',
        '<meta ',
        '<link ',
        '<template>',
      ])
        make(`${begin}${html}></script></style>`)
    }
    expect(process.cpuUsage(start).user / 1000, piece).toBeLessThan(3000)
  }
})
