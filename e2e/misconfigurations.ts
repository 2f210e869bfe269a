/** Lines of an nginx configuration by directive; one that is `undefined` is left out. */
export type Lines = Record<string, string | undefined>

export interface Misconfiguration {
  /** What somebody did to the configuration. */
  name: string
  /** What the doctor has to say, no more and no less: faults and advice. */
  ids: string[]
  /** A part of the line that it has to name for each of them. */
  lines: string[]
  /** Lines of the server block, on top of the right ones or instead of them. */
  server?: Lines
  /** The same for `location /`. */
  location?: Lines
  /** The path that people type. */
  path?: string
}

/** Addresses that the configurations name. */
export interface Surroundings {
  console: string
  /** Two console processes, the second with a secret of its own. */
  mixed: string
  /** Where nothing listens. */
  nowhere: string
  expired: string
}

export const rightServer: Lines = {
  client_max_body_size: '17m',
  large_client_header_buffers: '4 16k',
  'add_header Strict-Transport-Security': '"max-age=31536000" always',
}

export const rightLocation = (to: string): Lines => ({
  proxy_pass: to,
  proxy_http_version: '1.1',
  'proxy_set_header Upgrade': '$http_upgrade',
  // Of the fixture's own map.
  'proxy_set_header Connection': '$upgrading',
  'proxy_set_header Host': '$host',
  'proxy_set_header X-Forwarded-Host': '$host',
  'proxy_set_header X-Forwarded-Proto': '$scheme',
  'proxy_set_header X-Forwarded-For': '$remote_addr',
  proxy_request_buffering: 'off',
  proxy_buffering: 'off',
  proxy_buffer_size: '16k',
  proxy_buffers: '8 16k',
  proxy_read_timeout: '15s',
  proxy_redirect: 'off',
})

/** `told`: what the doctor has to say, and a part of the line that it has to name for each. */
const fault = (
  name: string,
  told: Record<string, string>,
  configuration: Pick<Misconfiguration, 'server' | 'location' | 'path'>,
): Misconfiguration => ({ name, ids: Object.keys(told), lines: Object.values(told), ...configuration })

export const misconfigurations = ({ console, mixed, nowhere, expired }: Surroundings): Misconfiguration[] => [
  fault(
    'the Host of the upstream instead of the person’s',
    { host: 'proxy_set_header Host' },
    {
      location: {
        'proxy_set_header Host': 'console.internal',
        'proxy_set_header X-Forwarded-Host': undefined,
      },
    },
  ),
  fault(
    'no X-Forwarded-Proto',
    { 'forwarded-proto': 'X-Forwarded-Proto $scheme' },
    { location: { 'proxy_set_header X-Forwarded-Proto': undefined } },
  ),
  fault(
    'a proxy whose address the console does not trust',
    { 'trusted-proxies': 'TRUSTED_PROXIES=127.0.0.2' },
    {
      location: {
        proxy_bind: '127.0.0.2',
        'proxy_set_header X-Forwarded-For': '$proxy_add_x_forwarded_for',
      },
    },
  ),
  fault(
    'an X-Forwarded-For passed on as the client sent it',
    { 'forwarded-for': 'X-Forwarded-For $remote_addr' },
    { location: { 'proxy_set_header X-Forwarded-For': undefined } },
  ),
  fault(
    'a body limit of 1 MB',
    { 'body-limit': 'client_max_body_size 17m' },
    { server: { client_max_body_size: '1m' } },
  ),
  fault(
    'a hidden Content-Security-Policy',
    { csp: 'proxy_hide_header Content-Security-Policy' },
    { location: { proxy_hide_header: 'Content-Security-Policy' } },
  ),
  fault(
    'a second Content-Security-Policy',
    { csp: 'proxy_hide_header Content-Security-Policy' },
    { server: { 'add_header Content-Security-Policy': '"default-src \'self\'" always' } },
  ),
  fault(
    'a hidden Referrer-Policy',
    { 'answer-headers': 'proxy_hide_header referrer-policy' },
    { location: { proxy_hide_header: 'Referrer-Policy' } },
  ),
  fault(
    'a doubled X-Content-Type-Options',
    { 'answer-headers': 'add_header x-content-type-options' },
    { server: { 'add_header X-Content-Type-Options': 'nosniff always' } },
  ),
  // What is stored is not streamed either.
  fault(
    'stored pages',
    { buffering: 'proxy_buffering off', cached: 'proxy_cache off' },
    {
      location: {
        proxy_buffering: 'on',
        proxy_cache: 'pages',
        proxy_cache_valid: '200 1m',
        proxy_ignore_headers: 'Cache-Control Expires Set-Cookie Vary',
      },
    },
  ),
  fault(
    'a changed Path of cookies',
    { 'set-cookie': 'proxy_cookie_path, proxy_cookie_domain, proxy_cookie_flags' },
    { location: { 'proxy_cookie_path /': '/console/' } },
  ),
  fault(
    'cookies without Secure',
    { 'set-cookie': 'proxy_cookie_path, proxy_cookie_domain, proxy_cookie_flags' },
    { location: { proxy_cookie_flags: '~ nosecure' } },
  ),
  fault(
    'dropped headers by which a part of a page is asked for',
    { 'lost-headers': 'remove: proxy_set_header rsc …; proxy_set_header next-router-state-tree …;' },
    { location: { 'proxy_set_header RSC': '""', 'proxy_set_header Next-Router-State-Tree': '""' } },
  ),
  fault(
    'small buffers for request headers',
    { 'request-headers': 'large_client_header_buffers' },
    { server: { large_client_header_buffers: '2 2k' } },
  ),
  fault(
    'nginx’s own buffer for the headers of answers',
    { 'long-set-cookie': 'proxy_buffer_size 16k' },
    { location: { proxy_buffer_size: undefined, proxy_buffers: undefined } },
  ),
  fault(
    'error pages of its own',
    { 'error-pages': 'proxy_intercept_errors off' },
    { location: { proxy_intercept_errors: 'on', 'error_page 404': '/sorry.html' } },
  ),
  fault(
    'a read time-out below the console’s',
    { 'read-timeout': 'proxy_read_timeout 8s' },
    { location: { proxy_read_timeout: '4s' } },
  ),
  fault(
    'calls passed on, and pages not',
    { pages: 'location / { proxy_pass' },
    { server: { 'location ~ ^/(login|home)': '{ root /nonexistent; }' } },
  ),
  fault(
    'a location of its own for /_next/',
    { assets: '/_next/' },
    { server: { 'location /_next/': '{ root /nonexistent; }' } },
  ),
  fault(
    'a path in proxy_pass',
    { path: 'no path after the port' },
    { location: { proxy_pass: `${console}/` } },
  ),
  fault(
    'no Accept-Encoding',
    { compression: 'proxy_set_header Accept-Encoding' },
    { location: { 'proxy_set_header Accept-Encoding': '""' } },
  ),
  fault(
    'a script from plain HTTP filtered into pages',
    { compression: 'proxy_set_header Accept-Encoding', 'mixed-content': 'sub_filter' },
    {
      location: {
        'proxy_set_header Accept-Encoding': '""',
        sub_filter: '"</head>" \'<script src="http://statistics.example/count.js"></script></head>\'',
      },
    },
  ),
  fault(
    'a prefix that nginx strips',
    { 'base-path': 'BASE_PATH=/console' },
    { path: '/console', server: { 'location /console/': `{ proxy_pass ${console}/; }` } },
  ),
  fault(
    'a path that the console is not built for',
    { 'base-path': 'BASE_PATH=/console' },
    { path: '/console' },
  ),
  fault(
    'an expired certificate',
    { 'certificate-expired': 'ssl_certificate' },
    { server: { ssl_certificate: expired } },
  ),
  fault(
    'two upstreams with different secrets',
    { 'different-secrets': 'SESSION_SECRET' },
    { location: { proxy_pass: mixed } },
  ),
  fault(
    'an upstream that is not there',
    { upstream: `proxy_pass ${console}` },
    { location: { proxy_pass: nowhere } },
  ),
  fault(
    'WebSockets passed on as plain requests',
    { websocket: 'proxy_set_header Upgrade $http_upgrade' },
    { location: { 'proxy_set_header Upgrade': undefined, 'proxy_set_header Connection': '""' } },
  ),
  fault('answers kept back', { buffering: 'proxy_buffering off' }, { location: { proxy_buffering: 'on' } }),
  ...['X-Console', 'Origin', 'Idempotency-Key', 'Sec-Fetch-Dest', 'Cookie'].map((name) =>
    fault(
      `${name} dropped`,
      { 'lost-headers': `proxy_set_header ${name.toLowerCase()}` },
      { location: { [`proxy_set_header ${name}`]: '""' } },
    ),
  ),
  fault(
    'redirects rewritten to an internal name',
    { redirects: 'proxy_redirect off' },
    { location: { 'proxy_redirect /': 'https://console.internal/', proxy_redirect: undefined } },
  ),
  fault(
    'a cache time of its own for scripts',
    { 'asset-cache': 'expires' },
    { server: { 'location /_next/': `{ proxy_pass ${console}; expires 1m; }` } },
  ),
  fault(
    'a sign-in of its own',
    { 'proxy-sign-in': 'auth_basic off' },
    { location: { auth_basic: '"intranet"', auth_basic_user_file: '/nonexistent' } },
  ),
  fault(
    'no Strict-Transport-Security',
    { hsts: 'add_header Strict-Transport-Security' },
    { server: { 'add_header Strict-Transport-Security': undefined } },
  ),
]
