import type { ProbeReport } from '#lib/probe-report'
import { typed } from '../../../scripts/lib/paths.mjs'
import { type Got, headerOf, words } from '../ask.ts'
import { refusalIn } from '../deployment.ts'
import { type Finding, fault } from '../finding.ts'

/**
 * Why the console is not found under the address that people type, which ends the visit.
 * @param own what the console itself says without the proxy, where it could be asked
 */
export function explainStranger(got: Got, url: URL, own: ProbeReport | undefined, ownUrl: URL): Finding {
  const seen = `${url.href.replace(/\/$/, '')}/api/doctor answers ${words(got)}`
  if (got.status >= 502 && got.status <= 504) return noUpstream(seen, own, ownUrl)
  if (got.status === 401 && headerOf(got, 'www-authenticate') !== undefined) {
    return fault('proxy-sign-in', 'The proxy asks for a sign-in of its own', {
      seen,
      why: 'The console’s calls get the proxy’s refusal, which looks to people like a lost session.',
      fix: { nginx: 'auth_basic off;', Apache: 'Require all granted' },
    })
  }
  const location = headerOf(got, 'location')
  // A console takes a path that it is not built for as one of its pages, and asks to sign in first.
  if (location !== undefined && /\/login\?from=[^&]*api%2Fdoctor/.test(location))
    return notBelow(seen, url, own, ownUrl)
  if (location !== undefined) {
    return fault('redirected', 'The address leads elsewhere', {
      seen: `${seen}, Location: ${location}`,
      why: 'The console’s pages call the address that they came from; a call that is redirected fails.',
      fix: {
        doctor: 'Give the address that it leads to, if that is the one for people.',
        nginx: 'remove the return or rewrite in this location',
      },
    })
  }
  const refusal = refusalIn(got)
  if (refusal !== undefined) return anotherConsole(seen, refusal, own, ownUrl)
  return notBelow(seen, url, own, ownUrl)
}

function noUpstream(seen: string, own: ProbeReport | undefined, ownUrl: URL): Finding {
  const found = own !== undefined
  return fault('upstream', 'The proxy does not reach the console', {
    seen: `${seen}; without it, ${ownUrl.origin} ${found ? 'answers' : 'does not answer either'}`,
    why: 'Nobody gets in.',
    fix: found
      ? { nginx: `proxy_pass ${ownUrl.origin};`, Caddy: `reverse_proxy ${ownUrl.host}` }
      : { console: `Start it (${typed('start')}), with the HOST and PORT that the proxy passes on to.` },
  })
}

function anotherConsole(seen: string, refusal: number, own: ProbeReport | undefined, ownUrl: URL): Finding {
  // A console that the mark reaches says 404 to a call that it does not know; without the mark it says 403.
  if (own !== undefined && refusal === 403) {
    return fault('lost-headers', 'The proxy drops headers of requests', {
      seen,
      why: 'Every call of a page bears a header of the console’s own; without it all of them are refused.',
      fix: {
        nginx: 'proxy_pass_request_headers on;  # and no proxy_set_header X-Console …',
        Apache: 'remove: RequestHeader unset X-Console',
      },
    })
  }
  return fault('other-console', 'A console answers, but not with this secret', {
    seen:
      own === undefined ? seen : `${seen}; the one at ${ownUrl.origin} knows the secret, so this is another`,
    why: 'Either the doctor runs with other settings than the console, or the proxy leads to another one.',
    fix: {
      console: 'SESSION_SECRET (or DATA_DIR) of the doctor as the console has it',
      nginx: `proxy_pass ${ownUrl.origin};`,
    },
  })
}

function notBelow(seen: string, url: URL, own: ProbeReport | undefined, ownUrl: URL): Finding {
  const given = url.pathname.replace(/\/$/, '')
  const known = own === undefined ? '' : `; the console’s own base path is "${own.basePath}"`
  const isSame = own?.basePath === given
  return fault('base-path', 'There is no console below this path', {
    seen: seen + known,
    why: 'The path that people type and the one that the console is built for have to be the same, and have to reach it unchanged.',
    fix: isSame
      ? {
          nginx: `location ${given}/ { proxy_pass ${ownUrl.origin}; }  # no path after the port: it would replace ${given}`,
          Apache: `ProxyPass ${given || '/'} ${ownUrl.origin}${given || '/'} nocanon`,
          Caddy: `handle ${given}/* { reverse_proxy ${ownUrl.host} }  # not handle_path`,
        }
      : { console: `BASE_PATH=${given}`, nginx: `proxy_pass ${ownUrl.origin};` },
  })
}
