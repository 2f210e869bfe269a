import { crc32, deflateSync } from 'node:zlib'
import { expect, type Page } from './fixtures'
import { toasts } from './lists'

/** A file as a person chooses it. */
interface Chosen {
  name: string
  mimeType: string
  buffer: Buffer
}

function chunk(type: string, body: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length)
  sum.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, sum])
}

/** A real PNG of one colour. */
export function png(name = 'icon.png', side = 32, [red, green, blue] = [31, 95, 214]): Chosen {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  // 8 bits for each of red, green and blue.
  head.set([8, 2], 8)
  const line = Buffer.from([0, ...Array.from({ length: side }, () => [red, green, blue]).flat()])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: side }, () => line)))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const parts = [chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]
  return { name, mimeType: 'image/png', buffer: Buffer.concat([signature, ...parts]) }
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
