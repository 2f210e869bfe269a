import { pngFile } from '../tests/png'
import { expect, type Page } from './fixtures'
import { toasts } from './lists'

/** A file as a person chooses it. */
interface Chosen {
  name: string
  mimeType: string
  buffer: Buffer
}

/** A real PNG of one colour. */
export function png(name = 'icon.png', side = 32, [red, green, blue] = [31, 95, 214]): Chosen {
  const line = Buffer.from([0, ...Array.from({ length: side }, () => [red, green, blue]).flat()])
  const lines = Buffer.concat(Array.from({ length: side }, () => line))
  return { name, mimeType: 'image/png', buffer: pngFile(side, side, 2, lines) }
}

/** The same picture, with nothing behind its end up to so many bytes. */
export function pngOf(bytes: number): Chosen {
  const { buffer, ...rest } = png('large.png')
  return { ...rest, buffer: Buffer.concat([buffer, Buffer.alloc(bytes - buffer.length)]) }
}

/** A page with a script that calls itself a picture. */
export const script: Chosen = {
  name: 'script.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>',
  ),
}

export const drawing: Chosen = { ...script, name: 'drawing.svg', mimeType: 'image/svg+xml' }

/** Whoever is at the personal centre takes another picture. */
export async function changePicture(page: Page): Promise<void> {
  await page.getByRole('button', { name: '修改头像', exact: true }).click()
  const form = page.getByRole('form', { name: '修改头像' })
  await form.getByLabel('头像').setInputFiles(png('me.png', 40))
  await expect(form.locator('img')).toHaveJSProperty('naturalWidth', 40)
  await form.getByRole('button', { name: '保存', exact: true }).click()
  await expect(toasts(page)).toContainText('修改成功')
}
