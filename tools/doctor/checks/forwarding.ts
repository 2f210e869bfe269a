import { isIP } from 'node:net'
import type { ProbeReport } from '#lib/probe-report'
import { advice, type Finding, fault, ok } from '../finding.ts'

/** An address that nobody has (RFC 5737); a console that believes it believes everything. */
export const forgedAddress = '198.51.100.7'

/** What the proxy says of the request that it passes on: host, scheme, and whose it is. */
export function judgeForwarding(url: URL, seen: ProbeReport): Finding[] {
  return [judgeHost(url, seen), judgeScheme(url, seen), judgeAddress(seen)]
}

function judgeHost(url: URL, { headers }: ProbeReport): Finding {
  // The port says nothing that counts; nginx's $host leaves it out.
  const names = [headers.host, headers['x-forwarded-host']].map((host) => host?.replace(/:\d+$/, ''))
  if (names.every((name) => name === url.hostname)) return ok('host', 'Host')
  return advice('host', 'The proxy changes the Host header', {
    seen: `Host: ${headers.host}, X-Forwarded-Host: ${headers['x-forwarded-host']}; people type ${url.host}`,
    why: 'The console goes by PUBLIC_ORIGIN and works all the same; what reads the header (logs, a second proxy) sees a name that people do not use.',
    fix: {
      nginx: 'proxy_set_header Host $http_host; proxy_set_header X-Forwarded-Host $http_host;',
      Apache: 'ProxyPreserveHost On',
      Caddy: 'header_up Host {host}',
    },
  })
}

function judgeScheme(url: URL, { headers }: ProbeReport): Finding {
  const given = headers['x-forwarded-proto']
  if (`${given}:` === url.protocol) return ok('forwarded-proto', 'X-Forwarded-Proto')
  return advice(
    'forwarded-proto',
    `The proxy does not say that the address is ${url.protocol.slice(0, -1)}`,
    {
      seen: `X-Forwarded-Proto: ${given} (the console’s own guess, where the proxy says nothing); people type ${url.protocol}//`,
      why: 'The console goes by PUBLIC_ORIGIN and works all the same; what reads the header (logs, Next’s own addresses) sees another scheme.',
      fix: {
        nginx:
          'proxy_set_header X-Forwarded-Proto $scheme;  # behind another proxy, which has the TLS: $http_x_forwarded_proto',
        Apache:
          'RequestHeader set X-Forwarded-Proto https  # behind another proxy, which says it: leave the line out',
      },
    },
  )
}

const overwrite = {
  nginx: 'proxy_set_header X-Forwarded-For $remote_addr;',
  Apache: 'RequestHeader unset X-Forwarded-For early',
  Caddy: 'reverse_proxy … (as it is: no header_up X-Forwarded-For)',
}

/** @param seen of a request that came with the forged address as its X-Forwarded-For */
function judgeAddress({ hops, client }: ProbeReport): Finding {
  const peer = hops.at(-1)
  const said = hops.slice(0, -1)
  const chain = hops.map(({ address, trusted }) => `${address}${trusted ? ' (trusted)' : ''}`).join(', ')
  if (hops.some(({ address, trusted }) => address === forgedAddress && trusted)) {
    return fault('trusted-proxies', 'TRUSTED_PROXIES trusts everybody', {
      seen: `${forgedAddress}, an address that nobody has, counts as a proxy`,
      why: 'Whoever wants to writes any address into the login log.',
      fix: { console: `TRUSTED_PROXIES=${peer?.address ?? ''}` },
    })
  }
  const own = said.filter(({ address }) => address !== forgedAddress)
  if (own.length === 0) {
    return fault('forwarded-for', 'The proxy does not say whose request it is', {
      seen:
        said.length === 0
          ? `no X-Forwarded-For beside the proxy’s own address ${peer?.address}`
          : `a forged X-Forwarded-For arrives as it was sent: ${chain}`,
      why:
        client === forgedAddress
          ? 'Whoever wants to writes any address into the login log.'
          : 'The login log shows the proxy’s address for everybody.',
      fix: overwrite,
    })
  }
  if (peer?.trusted === false) {
    return fault('trusted-proxies', 'The console does not trust the proxy', {
      seen: `the proxy is ${peer.address}; the console takes that for the address of everybody`,
      why: 'The login log shows the proxy’s address for everybody, and limits by address hit all at once.',
      fix: { console: `TRUSTED_PROXIES=${peer.address}` },
    })
  }
  if (isIP(own.at(-1)?.address ?? '') === 0) {
    return fault('forwarded-for', 'A proxy names no address of whoever asks it', {
      seen: chain,
      why: 'The login log shows the proxy’s address for everybody, and limits by address hit all at once.',
      fix: {
        nginx:
          'proxy_set_header X-Forwarded-For $http_x_forwarded_for;  # where another proxy reaches it by a unix socket, and nobody else does',
      },
    })
  }
  return ok('forwarded-for', 'X-Forwarded-For, and a forged one is not believed')
}
