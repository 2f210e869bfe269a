import { expect, test, vi } from 'vitest'

vi.stubGlobal('location', new URL('https://console.example/ems/alarms'))
const { placedImportMaps, withPlaces } = await import('../../components/micro-app/script-places')
const { withEnds } = await import('../../components/micro-app/page-life')

const files = { folder: 'https://console.example/micro/ems/', prefix: '/ems' }

test('FRAME-2 an inline script that asks for its place leaves a mark there, and no other does', () => {
  const plain =
    '<div><script>const a = "</p>"</script><script src="/x.js" data-of="currentScript"></script></div>'
  expect(withPlaces(plain)).toBe(plain)
  const asking = '<p><script async>document.currentScript.parentElement</script></p>'
  expect(withPlaces(asking + plain + asking)).toBe(
    [
      '<p><script type="text/x-place" data-script-place="1"></script>',
      '<script data-script-place="1" async>document.currentScript.parentElement</script></p>',
      plain,
      '<p><script type="text/x-place" data-script-place="2"></script>',
      '<script data-script-place="2" async>document.currentScript.parentElement</script></p>',
    ].join(''),
  )
})

test('FRAME-2 comments that mark the parts of a page stay in it, in a spelling that wujie does not take away', () => {
  expect(withPlaces('<p><!--$-->1<!-- -->2<!--/$--><!----></p><!--[if IE]><b></b><![endif]-->')).toBe(
    '<p><!$>1<! >2<!/$><!></p><!--[if IE]><b></b><![endif]-->',
  )
  for (const odd of ['<!---- head --><p></p><!--\n-->', '<!------>', '<!-->-->'])
    expect(withPlaces(odd)).toBe(odd)
  const hidden = '<script><!--\nlet a = 1\n//--></script>'
  expect(withPlaces(hidden)).toBe(hidden)
})

test('FRAME-2 a module that stands in a page says that it has run, unless nobody waits for it', () => {
  expect(withEnds('<script type="module">go() //</script>')).toMatch(
    /^<script [^>]+>go\(\) \/\/\n;[^<]+<\/script>$/,
  )
  for (const other of [
    '<script>go()</script>',
    '<script async type=module>go()</script>',
    '<script type=module src=/x.js></script>',
  ])
    expect(withEnds(other)).toBe(other)
})

test('FRAME-2 HOLD-8 scripts without an end stay as they are, and take time by their size', () => {
  const map = '<script type=importmap>'
  for (const piece of [
    '<script>',
    '<script',
    '<script src ',
    ' src',
    '<script>currentScript',
    map,
    '<!--',
    ' type',
    ' type=importmap',
  ]) {
    // In a script, or in what would be its attributes.
    const html = `<script${/^ /.test(piece) ? '' : '>'}${piece.repeat((2 * 1024 * 1024) / piece.length)}`
    for (const text of [html.slice(0, 128 * 1024), html]) {
      const start = process.cpuUsage()
      expect(withPlaces(placedImportMaps(text, files)) === text, piece).toBe(true)
      expect(process.cpuUsage(start).user / 1000, `${text.length} of ${piece}`).toBeLessThan(2000)
    }
  }
})

test('FRAME-2 what an import map names starts from where the files are', () => {
  const map = {
    imports: { x: './vendor/x.js', y: '/y.js', z: 'https://other.example/z.js', api: '/api/ems/m.js' },
    scopes: { '/vendor/': { x: './x2.js' } },
  }
  const placed = placedImportMaps(`<script type=importmap>${JSON.stringify(map)}</script><p>`, files)
  const [, text = ''] = /^<script type="importmap">(.*)<\/script><p>$/.exec(placed) ?? []
  const home = files.folder
  const api = 'https://console.example/api/'
  const roots = {
    '/': home,
    [`${files.prefix}/`]: home,
    ...{ [home]: home, [api]: api, 'https://console.example/micro/': 'https://console.example/micro/' },
  }
  expect(JSON.parse(text)).toEqual({
    imports: {
      ...roots,
      ...{ x: `${home}vendor/x.js`, y: `${home}y.js`, z: 'https://other.example/z.js' },
      api: 'https://console.example/api/ems/m.js',
    },
    scopes: { [`${home}vendor/`]: { x: `${home}x2.js` } },
  })
  const broken = '<script type="importmap">{</script>'
  expect(placedImportMaps(broken, files)).toBe(broken)
  // What a module names by the root of its host is the same module as by any other name.
  const given = placedImportMaps(
    '<p><SCRIPT src=a.js></SCRIPT><script type=module src=/b.js></script>',
    files,
  )
  expect(given).toBe(
    `<p><script type="importmap">${JSON.stringify({ imports: roots })}</script><SCRIPT src=a.js></SCRIPT><script type=module src=/b.js></script>`,
  )
})
