import { isLoopback } from '#contracts/network'
import { ask, type Certificate, headerOf, Unanswered } from '../ask.ts'
import { advice, type Finding, fault, ok } from '../finding.ts'
import type { Options } from '../options.ts'

const day = 86_400_000
/** Days before the end of a certificate that are too few to renew it in peace. */
const soon = 21

/** What the transport says: the certificate, or that there is none. */
export function judgeTransport(
  url: URL,
  certificate: Certificate | undefined,
  options: Pick<Options, 'insecure'>,
  now: number,
): Finding[] {
  if (certificate === undefined) {
    if (isLoopback(url.hostname)) {
      return [ok('plain-http', 'Nothing is encrypted, and nothing leaves this machine')]
    }
    return [
      advice('plain-http', 'The connection is not encrypted', {
        seen: url.href,
        why: 'Everybody on the way can read passwords and sessions, and change pages.',
        fix: {
          nginx: 'listen 443 ssl; ssl_certificate …; ssl_certificate_key …;',
          console: `PUBLIC_ORIGIN=https://${url.hostname}`,
        },
      }),
    ]
  }
  const findings = [
    ...judgeName(url, certificate),
    ...judgeTime(certificate, now),
    ...(options.insecure ? [] : judgeChain(certificate)),
  ]
  if (findings.length > 0) return findings
  return [ok('certificate', options.insecure ? 'Name and time of the certificate' : 'Certificate')]
}

function judgeName(url: URL, { misnamed }: Certificate): Finding[] {
  if (misnamed === undefined) return []
  return [
    fault('certificate-name', 'The certificate is for another name', {
      seen: misnamed,
      why: 'Browsers stop with a warning instead of the sign-in page.',
      fix: {
        nginx: `ssl_certificate …;  # one that names ${url.hostname}, in the server block of server_name ${url.hostname};`,
      },
    }),
  ]
}

function judgeTime({ from, until }: Certificate, now: number): Finding[] {
  const days = Math.floor((until - now) / day)
  const fix = {
    nginx:
      'ssl_certificate …; ssl_certificate_key …;  # the renewed files, then: nginx -s reload (a renewal that nobody reloads changes nothing)',
    Apache: 'SSLCertificateFile …  # the renewed file, then: apachectl graceful',
  }
  if (until < now || from > now) {
    return [
      fault('certificate-expired', 'The certificate is not valid now', {
        seen: `valid from ${iso(from)} to ${iso(until)}; it is ${iso(now)}`,
        why: 'Browsers stop with a warning instead of the sign-in page; under HSTS there is no way past it.',
        fix,
      }),
    ]
  }
  if (days > soon) return []
  return [
    advice('certificate-soon', 'The certificate ends soon', {
      seen: `in ${days} days, on ${iso(until)}`,
      why: 'On that day nobody gets in.',
      fix,
    }),
  ]
}

function judgeChain({ distrust }: Certificate): Finding[] {
  if (distrust === undefined) return []
  return [
    fault('certificate-chain', 'The certificate is signed by nobody that is known here', {
      seen: distrust,
      why: 'Browsers without that authority show a warning. A missing intermediate certificate looks the same: some browsers know it by chance, others do not.',
      fix: {
        nginx: 'ssl_certificate fullchain.pem;  # the certificate, then the intermediate ones',
        doctor: '--ca FILE for an authority of your own, or --insecure not to judge it',
      },
    }),
  ]
}

const iso = (time: number) => new Date(time).toISOString().slice(0, 16)

/** Where plain HTTP leads, and whether browsers are told to stay with https. */
export async function lookAtPlainHttp(options: Options, hsts: string | undefined): Promise<Finding[]> {
  const { url } = options
  if (url.protocol !== 'https:') return []
  const remembered = hsts !== undefined && /max-age=[1-9]/.test(hsts)
  const findings = remembered
    ? [ok('hsts', 'Browsers are told to stay with https')]
    : [
        advice('hsts', 'Browsers are not told to stay with https', {
          seen: hsts === undefined ? 'no Strict-Transport-Security' : `Strict-Transport-Security: ${hsts}`,
          why: 'Whoever types the name without https begins in the clear, each time anew.',
          fix: {
            nginx: 'add_header Strict-Transport-Security "max-age=31536000" always;',
            Apache: 'Header always set Strict-Transport-Security "max-age=31536000"',
            Caddy: 'header Strict-Transport-Security max-age=31536000',
          },
        }),
      ]
  const plain = options.http ?? (url.port === '' ? new URL(`http://${url.host}${url.pathname}`) : undefined)
  return plain === undefined ? findings : [...findings, await lookAtRedirect(plain, url)]
}

async function lookAtRedirect(plain: URL, url: URL): Promise<Finding> {
  try {
    const got = await ask(plain, { patience: 5000 })
    const location = headerOf(got, 'location')
    const target =
      location !== undefined && URL.canParse(location, plain) ? new URL(location, plain) : undefined
    if (got.status >= 300 && got.status < 400 && target?.origin === url.origin) {
      return ok('https-redirect', 'Plain HTTP leads to https')
    }
    return fault('https-redirect', 'Plain HTTP does not lead to https', {
      seen: `${plain.href} answers ${got.status}${location === undefined ? '' : ` with Location: ${location}`}`,
      why: 'People who type the name alone stay on a page whose cookies and passwords anybody can read, or where signing in fails.',
      fix: {
        nginx: 'server { listen 80; server_name …; return 301 https://$host$request_uri; }',
        Apache: `Redirect permanent / ${url.origin}/`,
      },
    })
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error
    return ok('https-redirect', `Plain HTTP is closed (${error.code})`)
  }
}
