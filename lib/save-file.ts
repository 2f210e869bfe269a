/** Milliseconds after which a file that was left with the browser has been taken. */
const taken = 60_000

/** Leaves a file with the browser, as a download. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), taken)
}

const parameter = /;\s*([\w*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/g

/**
 * What a `Content-Disposition` calls its file (RFC 6266): in any script (RFC 8187), else in ASCII, or as browsers read what
 * is neither; nothing where it does not say.
 */
export function fileNameIn(disposition: string): string {
  const given = new Map<string, string>()
  for (const [, name = '', quoted, plain = ''] of disposition.matchAll(parameter)) {
    given.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? plain.trim())
  }
  return decoded(given.get('filename*')) ?? readable(given.get('filename') ?? '')
}

/** Headers come byte by byte; many a server writes UTF-8 into them, or percent signs. */
function readable(name: string): string {
  try {
    if (!/[\x80-\xff]/.test(name)) return decodeURIComponent(name)
    const bytes = Uint8Array.from(name, (byte) => byte.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return name
  }
}

function decoded(value = ''): string | undefined {
  const text = /^utf-8'[^']*'(.+)$/i.exec(value)?.[1]
  try {
    return text && decodeURIComponent(text)
  } catch {
    return undefined
  }
}
