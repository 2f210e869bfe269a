/** Of every answer of the console, by name. */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  // A system with openMode 2 opens in a window of its own.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'x-frame-options': 'DENY',
}

/** The policy of what is no page. */
export const barePolicy = "default-src 'none'; frame-ancestors 'none'"
