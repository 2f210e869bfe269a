/** Where browsers tell what a policy made them refuse, without the base path. */
const reportPath = '/api/csp-report'

const outsideShell = new Set(['/login', '/selectSystem', '/newPassword'])
export function isOutsideShell(pathname: string): boolean {
  return outsideShell.has(pathname)
}

/**
 * Content-Security-Policy of a page. Sign-in, the chooser and the page of a new password get the strict one; the pages of the shell embed
 * sub-applications, whose sandboxes need style elements, blob frames and a base address.
 */
export function contentPolicy(
  pathname: string,
  nonce: string,
  { development, secure }: { development: boolean; secure: boolean },
): string {
  const strict = isOutsideShell(pathname)
  // What systems compute or draw in the browser takes nothing from anywhere: modules of WebAssembly, `fetch` of what was made.
  const [compiles, made] = strict ? ['', ''] : [" 'wasm-unsafe-eval'", ' blob: data:']
  const styles =
    strict && !development
      ? `style-src 'self' 'nonce-${nonce}'; style-src-attr 'unsafe-inline'`
      : `style-src 'self' 'unsafe-inline'`
  // The older of the two ways: it reports at once, and every browser knows it.
  const report = `report-uri ${process.env.NEXT_PUBLIC_BASE_PATH ?? ''}${reportPath}`
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${compiles}${development ? " 'unsafe-eval'" : ''}`,
    styles,
    "img-src 'self' blob: data:",
    "font-src 'self' data:",
    "media-src 'self' blob: data:",
    `connect-src 'self'${made}`,
    strict ? "frame-src 'none'" : 'frame-src blob:',
    "manifest-src 'self'",
    "object-src 'none'",
    strict ? "base-uri 'none'" : "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(secure ? ['upgrade-insecure-requests'] : []),
    report,
  ].join('; ')
  return `${policy}, ${ownScripts}; ${report}`
}

/**
 * A policy of its own, which holds besides the other: 'strict-dynamic' has a script load scripts of any host, and nothing but
 * the console's own may run in its origin (EDGE-10). What stands in a page is judged by the other.
 */
const ownScripts = "script-src-elem 'self' blob: data: 'unsafe-inline'"
