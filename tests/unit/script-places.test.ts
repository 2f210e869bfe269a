import { expect, test } from 'vitest'
import { withPlaces } from '../../components/micro-app/script-places'

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

test('FRAME-2 HOLD-8 scripts without an end stay as they are, and take time by their size', () => {
  for (const piece of ['<script>', '<script', '<script src ', ' src', '<script>currentScript']) {
    const html = `<script>${piece.repeat((2 * 1024 * 1024) / piece.length)}`
    for (const text of [html.slice(0, 128 * 1024), html]) {
      const start = process.cpuUsage()
      expect(withPlaces(text) === text, piece).toBe(true)
      expect(process.cpuUsage(start).user / 1000, `${text.length} of ${piece}`).toBeLessThan(2000)
    }
  }
}, 60_000)
