import { describe, expect, test } from 'vitest'
import { blankPath, filler, keysToBlanks, withTexts } from '../../../scripts/lib/blanks.mjs'

const fill = (basePath: string, text: string) =>
  filler(basePath, (size: number) => Buffer.alloc(size, 7))(Buffer.from(text)).toString()

describe('the blanks of an archive’s console', () => {
  test.each([
    ['', '"/_next/"', '"^(?:\\\\/x)?$"', 'basePath:""'],
    ['/console', '"/console/_next/"', '"^\\\\/console(?:\\\\/x)?$"', 'basePath:"/console"'],
    ['/a/b.c', '"/a/b.c/_next/"', '"^\\\\/a\\\\/b.c(?:\\\\/x)?$"', 'basePath:"/a/b.c"'],
  ])('OPS-2 are filled with the base path "%s" as the file writes its slashes', (basePath, ...filled) => {
    const texts = [`"${blankPath}/_next/"`, `"^\\\\${blankPath}(?:\\\\/x)?$"`, `basePath:"${blankPath}"`]
    expect(texts.map((text) => fill(basePath, text))).toEqual(filled)
  })

  test('OPS-2 keys are of their length, and other at every start', () => {
    const built = {
      preview: {
        previewModeId: 'i'.repeat(32),
        previewModeSigningKey: 's'.repeat(64),
        previewModeEncryptionKey: 'e'.repeat(64),
      },
      actions: 'a'.repeat(44),
    }
    const manifest = JSON.stringify(built)
    const blank = withTexts(Buffer.from(manifest), keysToBlanks(built)).toString()
    expect(blank).not.toMatch(/(.)\1{20}/)
    const filled = fill('', blank)
    expect(filled.length).toBe(manifest.length)
    expect(filled).not.toContain('Atrium')
  })

  test('a file without blanks stays as it is', () => {
    const picture = Buffer.from([0x89, 0x50, 0xff, 0xfe, 0x00])
    expect(filler('/x', () => Buffer.alloc(0))(picture)).toBe(picture)
  })
})
