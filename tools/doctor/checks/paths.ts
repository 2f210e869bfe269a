import { csrfHeader } from '#lib/csrf-header'
import { headerOf, words } from '../ask.ts'
import { type Deployment, refusalIn } from '../deployment.ts'
import { type Finding, fault, ok } from '../finding.ts'

/** An encoded slash, a space, a plain semicolon and a slash at the end; a query with encoded signs and a name twice; capitals in both. */
const trying = '/echo/A%2Fb%20c;d=1/?q=A%26b%3D%E4%BD%A0&q=2'

/** Paths and queries have to arrive as they were sent. */
export async function lookAtPaths(place: Deployment): Promise<Finding[]> {
  const { got, report, sent } = await place.look(trying)
  if (report?.path === sent) return [ok('path', 'Paths and queries arrive as they were sent')]
  return [
    fault('path', 'The proxy rewrites paths or queries', {
      seen: report === undefined ? `${words(got)} to ${sent}` : `${report.path} arrived, ${sent} was sent`,
      why: 'Records whose names hold such signs, or capitals, cannot be found or opened, and checks on paths can be got around.',
      fix: {
        nginx:
          'proxy_pass http://HOST:PORT;  # no path after the port: with one, nginx decodes and encodes anew',
        Apache: 'AllowEncodedSlashes NoDecode and: ProxyPass … nocanon',
      },
    }),
  ]
}

/** What the console refuses arrives as the console says it, for its pages to show. */
export async function lookAtRefusals(place: Deployment): Promise<Finding[]> {
  const headers = { [csrfHeader.name]: csrfHeader.value }
  const got = await place.ask('/api/no-such-call', { headers })
  if (got.status === 429) throw new Error('too many calls at once; try again')
  // 403, where the mark of the console's pages is lost on the way: another finding says so.
  const isOwn = [403, 404].includes(got.status) && refusalIn(got) === got.status
  if (isOwn) return [ok('error-pages', 'Refusals arrive as they are')]
  return [
    fault('error-pages', 'The proxy replaces the console’s refusals by pages of its own', {
      seen: `${words(got)} to a call that the console refuses with 404 and JSON`,
      why: 'People are told of a system error instead of the reason; a session that is over goes unnoticed.',
      fix: {
        nginx: 'proxy_intercept_errors off;',
        Apache: 'ProxyErrorOverride Off',
        Caddy: 'remove: handle_response',
      },
    }),
  ]
}

/** Redirects have to stay below the address. */
export async function lookAtRedirects(place: Deployment): Promise<Finding[]> {
  const { url } = place
  const got = await place.ask('/home')
  const location = headerOf(got, 'location')
  // Pages that do not arrive at all are another finding.
  if (got.status < 300 || got.status > 399) throw new Error(`${words(got)} to /home`)
  const target = location !== undefined && URL.canParse(location, url) ? new URL(location, url) : undefined
  const login = `${url.origin}${url.pathname.replace(/\/$/, '')}/login`
  if (target !== undefined && target.origin + target.pathname === login) return [ok('redirects', 'Redirects')]
  return [
    fault('redirects', 'Redirects do not lead back to the address', {
      seen: `${words(got)} to /home, Location: ${location ?? 'none'}; expected ${login}`,
      why: 'People land on an address that does not exist, or on an internal one.',
      fix: {
        nginx: 'proxy_redirect off;  # and no rewrite or return in this location',
        Apache: `ProxyPassReverse / ${url.origin}/`,
      },
    }),
  ]
}
