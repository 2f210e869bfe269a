/**
 * What the build of an archive's console leaves open, and each start fills in: the base path, and keys of Next's that
 * would otherwise be the same for everybody who has the archive.
 */
const path = 'AtriumBasePathGoesHere'
/** Bytes of each key, and how they are written. */
const keys = {
  AtriumPreviewModeId: [16, 'hex'],
  AtriumPreviewSigningKey: [32, 'hex'],
  AtriumPreviewEncryptionKey: [32, 'hex'],
  AtriumActionsEncryptionKey: [32, 'base64'],
}

/** The base path that a console with blanks is built for. */
export const blankPath = `/${path}`

/** The content of a file with these texts in the place of others; untouched where none of them is in it. */
export function withTexts(content, texts) {
  const found = Object.keys(texts).filter((text) => content.includes(text))
  if (found.length === 0) return content
  return Buffer.from(found.reduce((text, old) => text.replaceAll(old, texts[old]), content.toString()))
}

/** The keys of a fresh build as `withTexts` takes them, to be replaced by blanks. */
export function keysToBlanks({ preview, actions }) {
  return {
    [preview.previewModeId]: 'AtriumPreviewModeId',
    [preview.previewModeSigningKey]: 'AtriumPreviewSigningKey',
    [preview.previewModeEncryptionKey]: 'AtriumPreviewEncryptionKey',
    [actions]: 'AtriumActionsEncryptionKey',
  }
}

/**
 * Fills the blanks of files for a base path such as `/a/b` or none. `random` gives so many bytes. Slashes stay written as the
 * file writes them: in a JSON text of a pattern they are escaped.
 */
export function filler(basePath, random) {
  const texts = Object.fromEntries(
    Object.entries(keys).map(([name, [size, encoding]]) => [name, random(size).toString(encoding)]),
  )
  const segments = basePath.split('/').slice(1)
  return (content) => {
    const filled = withTexts(content, texts)
    if (!filled.includes(path)) return filled
    const put = (_, before) => segments.map((segment) => `${before}/${segment}`).join('')
    return Buffer.from(filled.toString().replace(new RegExp(`(\\\\*)/${path}`, 'g'), put))
  }
}
