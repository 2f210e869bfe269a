import { isLoopback } from '#contracts/network'
import type { ProbeReport } from '#lib/probe-report'
import { advice, type Finding, fault, ok } from '../finding.ts'

/** Whether the console is configured for the address that people type. */
export function judgeSettings(url: URL, { origins, basePath, secure }: ProbeReport): Finding[] {
  const given = url.pathname.replace(/\/$/, '')
  return [
    origins.includes(url.origin)
      ? ok('public-origin', 'PUBLIC_ORIGIN')
      : fault('public-origin', 'PUBLIC_ORIGIN is not the address that people type', {
          seen: `PUBLIC_ORIGIN=${origins.join(',')}; people type ${url.origin}`,
          why: 'Pages open, and every sign-in and every change is refused as coming from another site.',
          fix: { console: `PUBLIC_ORIGIN=${url.origin}` },
        }),
    // Browsers take Secure cookies from their own machine over plain HTTP too.
    secure === (url.protocol === 'https:') || (secure && isLoopback(url.hostname))
      ? ok('cookie-scheme', 'Cookies are Secure exactly where the address is https')
      : wrongScheme(url, secure),
    basePath === given
      ? ok('base-path', 'BASE_PATH')
      : fault('base-path', 'BASE_PATH is not the path that people type', {
          seen: `BASE_PATH="${basePath}"; people type "${given}", which the proxy replaces`,
          why: 'The console’s links, scripts and redirects all lead out of the path.',
          fix: {
            console: `BASE_PATH=${given}`,
            nginx: 'proxy_pass http://HOST:PORT;  # no path after the port, not even a slash',
          },
        }),
  ]
}

function wrongScheme(url: URL, secure: boolean): Finding {
  return secure
    ? fault('cookie-scheme', 'Cookies are Secure, and the address is plain HTTP', {
        seen: `PUBLIC_ORIGIN names an https address; people type ${url.origin}`,
        why: 'Browsers refuse the session’s cookie: signing in leads back to the sign-in page.',
        fix: { console: `PUBLIC_ORIGIN=${url.origin}  # or have people type the https address` },
      })
    : fault('cookie-scheme', 'Cookies are not Secure, though the address is https', {
        seen: `PUBLIC_ORIGIN names no https address; people type ${url.origin}`,
        why: 'The session’s cookie travels in the clear as soon as somebody calls the name without https.',
        fix: { console: `PUBLIC_ORIGIN=${url.origin}  # the https address first` },
      })
}

/** Seconds. */
const tolerated = 60

/**
 * The doctor's clock, the console's and the platform's.
 * @param ahead milliseconds that the console's clock is ahead of the doctor's
 */
export function judgeClocks(ahead: number, { now, platform }: ProbeReport): Finding[] {
  const apart = (milliseconds: number) => Math.abs(milliseconds) > tolerated * 1000
  const findings: Finding[] = []
  const why = 'Times in logs do not fit together, and what ends at a time ends too early or too late.'
  const fix = { system: 'timedatectl set-ntp true  # on both machines' }
  if (apart(ahead)) {
    const seen = `the console’s is ${Math.round(ahead / 1000)} s ahead of this machine’s`
    findings.push(advice('clock', 'The clocks of this machine and the console’s differ', { seen, why, fix }))
  }
  const far = platform?.clock === undefined ? 0 : platform.clock - now
  if (apart(far)) {
    const seen = `the platform’s is ${Math.round(far / 1000)} s ahead of the console’s`
    findings.push(advice('platform-clock', 'The clocks of console and platform differ', { seen, why, fix }))
  }
  return findings.length > 0 ? findings : [ok('clock', 'Clocks')]
}
