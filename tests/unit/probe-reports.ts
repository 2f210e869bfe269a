import type { ProbeReport } from '#lib/probe-report'
import type { Got } from '../../tools/doctor/ask.ts'
import type { Finding } from '../../tools/doctor/finding.ts'

/** A deployment in order, as the doctor sees it; tests change what they are about. */
export const secret = 'a-secret-of-at-least-thirty-two-characters'
export const url = new URL('https://console.example.com')
export const own = new URL('http://127.0.0.1:3000')
export const now = Date.UTC(2026, 10, 21)

export const seen: ProbeReport = {
  process: 'one',
  build: 'b1',
  now,
  seals: 1,
  opens: [1],
  path: '/api/doctor',
  headers: {
    host: 'console.example.com',
    'x-forwarded-host': 'console.example.com',
    'x-forwarded-proto': 'https',
  },
  hops: [
    { address: '203.0.113.9', trusted: false },
    { address: '127.0.0.1', trusted: true },
  ],
  client: '203.0.113.9',
  body: { bytes: 0, sha256: '' },
  origins: ['https://console.example.com'],
  basePath: '',
  secure: true,
  timeout: 10_000,
  policy: "script-src 'nonce-NONCE'",
  sent: [['set-cookie', '__Host-access_token=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0']],
}

export const got = (more: Partial<Got> = {}): Got => ({
  status: 200,
  headers: [],
  body: Buffer.alloc(0),
  spread: 0,
  ...more,
})
export const refusal = (code: number) => got({ status: code, body: Buffer.from(JSON.stringify({ code })) })
export const wrong = (findings: Finding[]) =>
  findings.filter(({ level }) => level !== 'ok').map(({ id }) => id)
export const fixOf = (findings: Finding[], id: string) =>
  findings.find((finding) => finding.id === id)?.fix ?? {}
