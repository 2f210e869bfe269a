/** Lines of an nginx configuration by directive; one that is `undefined` is left out. */
export type Lines = Record<string, string | undefined>

export interface Illness {
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
  'proxy_set_header Connection': '""',
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

export const illnesses = ({ console, mixed, nowhere, expired }: Surroundings): Illness[] => [
  {
    name: 'the Host of the upstream instead of the person’s',
    ids: ['host'],
    lines: ['proxy_set_header Host'],
    location: {
      'proxy_set_header Host': 'console.internal',
      'proxy_set_header X-Forwarded-Host': undefined,
    },
  },
  {
    name: 'no X-Forwarded-Proto',
    ids: ['forwarded-proto'],
    lines: ['X-Forwarded-Proto $scheme'],
    location: { 'proxy_set_header X-Forwarded-Proto': undefined },
  },
  {
    name: 'a proxy whose address the console does not trust',
    ids: ['trusted-proxies'],
    lines: ['TRUSTED_PROXIES=127.0.0.2'],
    location: {
      proxy_bind: '127.0.0.2',
      'proxy_set_header X-Forwarded-For': '$proxy_add_x_forwarded_for',
    },
  },
  {
    name: 'an X-Forwarded-For passed on as the client sent it',
    ids: ['forwarded-for'],
    lines: ['X-Forwarded-For $remote_addr'],
    location: { 'proxy_set_header X-Forwarded-For': undefined },
  },
  {
    name: 'a body limit of 1 MB',
    ids: ['body-limit'],
    lines: ['client_max_body_size 17m'],
    server: { client_max_body_size: '1m' },
  },
  {
    name: 'a hidden Content-Security-Policy',
    ids: ['csp'],
    lines: ['proxy_hide_header Content-Security-Policy'],
    location: { proxy_hide_header: 'Content-Security-Policy' },
  },
  {
    name: 'a second Content-Security-Policy',
    ids: ['csp'],
    lines: ['proxy_hide_header Content-Security-Policy'],
    server: { 'add_header Content-Security-Policy': '"default-src \'self\'" always' },
  },
  {
    name: 'a hidden Referrer-Policy',
    ids: ['answer-headers'],
    lines: ['proxy_hide_header referrer-policy'],
    location: { proxy_hide_header: 'Referrer-Policy' },
  },
  {
    name: 'a doubled X-Content-Type-Options',
    ids: ['answer-headers'],
    lines: ['add_header x-content-type-options'],
    server: { 'add_header X-Content-Type-Options': 'nosniff always' },
  },
  {
    name: 'stored pages',
    // What is stored is not streamed either.
    ids: ['buffering', 'cached'],
    lines: ['proxy_buffering off', 'proxy_cache off'],
    location: {
      proxy_buffering: 'on',
      proxy_cache: 'pages',
      proxy_cache_valid: '200 1m',
      proxy_ignore_headers: 'Cache-Control Expires Set-Cookie Vary',
    },
  },
  {
    name: 'a changed Path of cookies',
    ids: ['set-cookie'],
    lines: ['proxy_cookie_path, proxy_cookie_domain, proxy_cookie_flags'],
    location: { 'proxy_cookie_path /': '/console/' },
  },
  {
    name: 'cookies without Secure',
    ids: ['set-cookie'],
    lines: ['proxy_cookie_path, proxy_cookie_domain, proxy_cookie_flags'],
    location: { proxy_cookie_flags: '~ nosecure' },
  },
  {
    name: 'small buffers for request headers',
    ids: ['request-headers'],
    lines: ['large_client_header_buffers'],
    server: { large_client_header_buffers: '2 2k' },
  },
  {
    name: 'nginx’s own buffer for the headers of answers',
    ids: ['long-set-cookie'],
    lines: ['proxy_buffer_size 16k'],
    location: { proxy_buffer_size: undefined, proxy_buffers: undefined },
  },
  {
    name: 'error pages of its own',
    ids: ['error-pages'],
    lines: ['proxy_intercept_errors off'],
    location: { proxy_intercept_errors: 'on', 'error_page 404': '/sorry.html' },
  },
  {
    name: 'a read time-out below the console’s',
    ids: ['read-timeout'],
    lines: ['proxy_read_timeout 8s'],
    location: { proxy_read_timeout: '2s' },
  },
  {
    name: 'calls passed on, and pages not',
    ids: ['pages'],
    lines: ['location / { proxy_pass'],
    server: { 'location ~ ^/(login|home)': '{ root /nonexistent; }' },
  },
  {
    name: 'a location of its own for /_next/',
    ids: ['assets'],
    lines: ['/_next/'],
    server: { 'location /_next/': '{ root /nonexistent; }' },
  },
  {
    name: 'a path in proxy_pass',
    ids: ['path'],
    lines: ['no path after the port'],
    location: { proxy_pass: `${console}/` },
  },
  {
    name: 'no Accept-Encoding',
    ids: ['compression'],
    lines: ['proxy_set_header Accept-Encoding'],
    location: { 'proxy_set_header Accept-Encoding': '""' },
  },
  {
    name: 'a script from plain HTTP filtered into pages',
    ids: ['compression', 'mixed-content'],
    lines: ['proxy_set_header Accept-Encoding', 'sub_filter'],
    location: {
      'proxy_set_header Accept-Encoding': '""',
      sub_filter: '"</head>" \'<script src="http://statistics.example/count.js"></script></head>\'',
    },
  },
  {
    name: 'a prefix that nginx strips',
    ids: ['base-path'],
    lines: ['BASE_PATH=/console'],
    path: '/console',
    server: { 'location /console/': `{ proxy_pass ${console}/; }` },
  },
  {
    name: 'a path that the console is not built for',
    ids: ['base-path'],
    lines: ['BASE_PATH=/console'],
    path: '/console',
  },
  {
    name: 'an expired certificate',
    ids: ['certificate-expired'],
    lines: ['ssl_certificate'],
    server: { ssl_certificate: expired },
  },
  {
    name: 'two upstreams with different secrets',
    ids: ['different-secrets'],
    lines: ['SESSION_SECRET'],
    location: { proxy_pass: mixed },
  },
  {
    name: 'an upstream that is not there',
    ids: ['upstream'],
    lines: [`proxy_pass ${console}`],
    location: { proxy_pass: nowhere },
  },
  {
    name: 'answers kept back',
    ids: ['buffering'],
    lines: ['proxy_buffering off'],
    location: { proxy_buffering: 'on' },
  },
  {
    name: 'the mark of the console’s pages dropped',
    ids: ['lost-headers'],
    lines: ['proxy_set_header x-console'],
    location: { 'proxy_set_header X-Console': '""' },
  },
  {
    name: 'the Origin dropped',
    ids: ['lost-headers'],
    lines: ['proxy_set_header origin'],
    location: { 'proxy_set_header Origin': '""' },
  },
  {
    name: 'redirects rewritten to an internal name',
    ids: ['redirects'],
    lines: ['proxy_redirect off'],
    location: { 'proxy_redirect /': 'https://console.internal/', proxy_redirect: undefined },
  },
  {
    name: 'a cache time of its own for scripts',
    ids: ['asset-cache'],
    lines: ['expires'],
    server: { 'location /_next/': `{ proxy_pass ${console}; expires 1m; }` },
  },
  {
    name: 'a sign-in of its own',
    ids: ['proxy-sign-in'],
    lines: ['auth_basic off'],
    location: { auth_basic: '"intranet"', auth_basic_user_file: '/nonexistent' },
  },
  {
    name: 'no Strict-Transport-Security',
    ids: ['hsts'],
    lines: ['add_header Strict-Transport-Security'],
    server: { 'add_header Strict-Transport-Security': undefined },
  },
]
