import { existsSync } from 'node:fs'
import type { NextConfig } from 'next'
import createNextIntlPlugin from 'next-intl/plugin'
import { securityHeaders } from './lib/security-headers'

const everywhere = Object.entries(securityHeaders).map(([key, value]) => ({ key, value }))

/** The middleware does not run for files; what is none there must not be a page either. */
const fileHeaders = [
  { key: 'content-security-policy', value: "default-src 'none'; sandbox; frame-ancestors 'none'" },
]

const config: NextConfig = {
  // For an archive (tools/release): a server of its own with the packages that it needs, the same from the same commit.
  ...(process.env.RELEASE_ID && {
    output: 'standalone',
    generateBuildId: () => process.env.RELEASE_ID ?? null,
  }),
  basePath: process.env.BASE_PATH ?? '',
  env: { NEXT_PUBLIC_BASE_PATH: process.env.BASE_PATH ?? '', BUILT_AT: process.env.BUILT_AT ?? '' },
  poweredByHeader: false,
  // Two of the platform's paths end in a slash that counts (specification section 7).
  skipTrailingSlashRedirect: true,
  // The image optimiser is a third of all advisories, and nothing here needs it.
  images: { unoptimized: true },
  productionBrowserSourceMaps: false,
  serverExternalPackages: ['prom-client'],
  reactStrictMode: true,
  // `npm test` runs the type checker itself; a start need not wait for it. Next wants the package typescript there all the same.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    // A page that a person may not open answers 403.
    authInterrupts: true,
    // It pays from the third build on. Most machines build once, and to write it takes that build a quarter longer.
    turbopackFileSystemCacheForBuild: ['.next/BUILD_ID', '.next/cache/turbopack'].some(existsSync),
  },
  headers: async () => [
    { source: '/:path*', headers: everywhere },
    ...['/images/:path*', '/_next/:path*', '/favicon.ico', '/robots.txt', '/api', '/micro'].map((source) => ({
      source,
      headers: fileHeaders,
    })),
  ],
}

const withMessages = createNextIntlPlugin({
  requestConfig: './lib/i18n/request.ts',
  experimental: {
    messages: {
      path: ['./messages/zh-cn', './messages/en'],
      format: 'json',
      locales: 'infer',
      // Spares the browser the parser of message syntax.
      precompile: true,
    },
  },
})

export default withMessages(config)
