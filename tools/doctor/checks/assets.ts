import { type Got, headerOf, words } from '../ask.ts'
import type { Deployment } from '../deployment.ts'
import { advice, type Finding, fault, ok } from '../finding.ts'

/** Addresses in a page that the browser fetches by itself. */
export function addressesIn(html: string): string[] {
  const tags = html.matchAll(/<(?:script|link|img|iframe|form)\b[^>]*?\s(?:src|href|action)="([^"]*)"/gi)
  return [...new Set([...tags].map(([, address = '']) => address.replaceAll('&amp;', '&')))]
}

/** Whether a page loads anything from elsewhere, which the console never does. */
export function judgeAddresses(url: URL, addresses: string[]): Finding[] {
  const foreign = addresses
    .filter((address) => !address.startsWith('data:') && URL.canParse(address, url))
    .map((address) => new URL(address, url))
    .filter(({ origin }) => origin !== url.origin)
  if (foreign.length === 0) return [ok('foreign-content', 'Pages load nothing from elsewhere')]
  const seen = foreign.map(({ href }) => href).join(', ')
  const fix = {
    nginx: 'remove: sub_filter …;',
    Apache: 'remove: ProxyHTMLURLMap, Substitute and SSI filters',
  }
  if (url.protocol === 'https:' && foreign.some(({ protocol }) => protocol === 'http:')) {
    const why = 'Browsers refuse plain HTTP on an https page: scripts, styles or forms of the page fail.'
    return [fault('mixed-content', 'The proxy puts plain HTTP addresses into pages', { seen, why, fix })]
  }
  const why = 'The console’s policy blocks it, and what it blocks is missing from the page.'
  return [fault('foreign-content', 'The proxy puts addresses of other sites into pages', { seen, why, fix })]
}

const types = { script: /javascript/, style: /^text\/css/, picture: /^image\// }

/** Scripts, styles and pictures of the sign-in page: there, kept by browsers, and compressed. */
export async function lookAtAssets(place: Deployment, page: Got): Promise<Finding[]> {
  const addresses = addressesIn(page.body.toString('utf8'))
  const findings = judgeAddresses(place.url, addresses)
  const paths = addresses.flatMap((address) => {
    const url = URL.canParse(address, place.url) ? new URL(address, place.url) : undefined
    return url?.origin === place.url.origin ? [url.pathname] : []
  })
  const base = place.url.pathname.replace(/\/$/, '')
  const wanted = {
    script: paths.filter((path) => path.endsWith('.js')).slice(0, 2),
    style: paths.filter((path) => path.endsWith('.css')).slice(0, 1),
    // Not from the page, whose pictures may be drawn inside it.
    picture: [`${base}/images/mark.svg`],
  }
  const gots: [string, RegExp, Got][] = []
  for (const [kind, list] of Object.entries(wanted) as [keyof typeof wanted, string[]][]) {
    for (const path of list) {
      const below = path.startsWith(`${base}/`) ? path.slice(base.length) : path
      gots.push([path, types[kind], await place.ask(below, { headers: { 'accept-encoding': 'gzip' } })])
    }
  }
  return [...findings, ...judgeAssets(gots)]
}

function judgeAssets(gots: [path: string, type: RegExp, got: Got][]): Finding[] {
  const isBuilt = (path: string) => path.includes('/_next/static/')
  const missing = gots.filter(
    ([, type, got]) => got.status !== 200 || !type.test(headerOf(got, 'content-type') ?? ''),
  )
  const none = !gots.some(([path]) => isBuilt(path))
  if (missing.length > 0 || none) {
    return [
      fault('assets', 'Scripts, styles or pictures of pages are missing', {
        seen: none
          ? 'the sign-in page names no script below /_next/static/'
          : missing.map(([path, , got]) => `${path}: ${words(got)}`).join('; '),
        why: 'Pages stay blank, or nothing in them reacts.',
        fix: {
          nginx:
            'location / { proxy_pass http://HOST:PORT; }  # /_next/ and /images/ too: no root, try_files or ~* \\.(js|css|svg)$ location of their own',
          Apache: 'remove: Alias, or ProxyPass … !, for /_next and /images',
        },
      }),
    ]
  }
  const built = gots.filter(([path]) => isBuilt(path))
  const unkept = built.find(([, , got]) => !/immutable/.test(headerOf(got, 'cache-control') ?? ''))
  const plain = built.find(
    ([, , got]) => headerOf(got, 'content-encoding') === undefined && got.body.length > 4096,
  )
  return [
    ok('assets', 'Scripts, styles and pictures'),
    unkept === undefined
      ? ok('asset-cache', 'Browsers keep scripts and styles')
      : advice('asset-cache', 'The proxy changes how long browsers keep scripts', {
          seen: `Cache-Control: ${headerOf(unkept[2], 'cache-control') ?? 'gone'} on ${unkept[0]}, sent with immutable`,
          why: 'Every page asks for all of them again.',
          fix: { nginx: 'remove: expires …; and: add_header Cache-Control …;' },
        }),
    plain === undefined
      ? ok('compression', 'Compression')
      : advice('compression', 'Scripts are not compressed', {
          seen: `${plain[0]}: ${plain[2].body.length} bytes, though gzip was accepted`,
          why: 'The first page takes three times as long to load.',
          fix: {
            nginx:
              'remove: proxy_set_header Accept-Encoding "";  # or: gzip on; gzip_proxied any; gzip_types text/css application/javascript application/json;',
          },
        }),
  ]
}
