import { expect } from 'playwright/test'
import { type AbuseCase, signedIn } from './abuse-case'
import type { Attacker, Envelope, Held } from './attacker'
import { headerOf } from './wire'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

interface Part {
  content: Buffer | string
  name?: string
  type?: string
  field?: string
}

function multipart(...parts: Part[]): Buffer {
  const pieces = parts.flatMap(({ content, name = 'a.png', type = 'image/png', field = 'file' }) => [
    Buffer.from(
      `--b\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...pieces, Buffer.from('--b--\r\n')])
}

const form = { 'content-type': 'multipart/form-data; boundary=b' }

function upload(
  { call }: Attacker,
  as: Held,
  body: Buffer | string,
  headers: Record<string, string> = form,
): Promise<Envelope & { status: number }> {
  return call('/sys/image/page/upload', { method: 'POST', as, body, headers })
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'

export const uploads: readonly AbuseCase[] = [
  {
    ...{ id: 'F01', asvs: ['5.2.2', '1.3.4'] },
    tried: 'SVG, HTML, scripts, PDF, archives and text that call themselves pictures',
    expected: '415: the content counts, not the name and not the type',
    try: signedIn('auditor', async ({ as, ...attacker }) => {
      for (const content of [
        svg,
        `<?xml version="1.0"?>${svg}`,
        '<!doctype html><script>alert(1)</script>',
        '%PDF-1.7',
        'PK\x03\x04',
        '#!/bin/sh\nid',
        '\x7fELF',
        'GIF8',
        '\x89PNG',
        '\xff\xd8\xff',
        'RIFF\x00\x00\x00\x00WEBP',
        'BM',
        ' ',
        '\x00'.repeat(100),
      ]) {
        for (const [name, type] of [
          ['a.png', 'image/png'],
          ['a.svg', 'image/svg+xml'],
          ['a.png.html', 'text/html'],
          ['a.jpg', 'image/jpeg'],
        ] as const) {
          const { status } = await upload(
            attacker,
            as,
            multipart({ content: Buffer.from(content, 'latin1'), name, type }),
          )
          expect([400, 415], `${content.slice(0, 20)} ${name}`).toContain(status)
        }
      }
    }),
  },
  {
    ...{ id: 'F02', asvs: ['5.2.2', '5.4.2', '3.2.1'] },
    tried: 'a picture that is a page as well: markup behind and inside a GIF and a PNG',
    expected:
      'served as a picture only: its own type, not sniffed, sandboxed, under a name of the platform’s own',
    try: signedIn('auditor', async ({ as, ...attacker }) => {
      for (const content of [
        Buffer.concat([gif, Buffer.from('<script>alert(1)</script>')]),
        Buffer.concat([png, Buffer.from(svg)]),
      ]) {
        const stored = await upload(
          attacker,
          as,
          multipart({ content, name: 'x.html"; filename="y.svg', type: 'text/html' }),
        )
        if (stored.status !== 200) continue
        const answer = await attacker.send(`/api${stored.data}`, { as })
        expect(headerOf(answer, 'content-type')).toMatch(/^image\/(gif|png)$/)
        expect(headerOf(answer, 'x-content-type-options')).toBe('nosniff')
        expect(headerOf(answer, 'content-security-policy')).toContain('sandbox')
        expect(headerOf(answer, 'content-disposition') ?? '').not.toMatch(/html|svg/)
      }
    }),
  },
  {
    ...{ id: 'F04', asvs: ['5.3.2', '5.4.1'] },
    tried: 'file names with ways up, NUL, quotes, line breaks, device names and 5,000 characters',
    expected: 'none is used: the path is the platform’s own, or the form is refused',
    try: signedIn('auditor', async ({ as, ...attacker }) => {
      for (const name of [
        ...['../../../tmp/x.png', '..\\..\\x.png', '/etc/cron.d/x.png', 'C:\\x.png', 'x.png%00.html'],
        ...['x\u0000.png', 'a"; filename="b.png', 'con.png', '.png', '', 'x'.repeat(5000)],
        ...['x\r\nX-Injected: 1', '<img src=x onerror=alert(1)>.png'],
      ]) {
        const { status, data } = await upload(attacker, as, multipart({ content: png, name }))
        expect([200, 400, 413, 415], name.slice(0, 40)).toContain(status)
        if (status === 200) expect(data).toMatch(/^\/sys\/image\/[0-9a-f-]{36}$/)
      }
    }),
  },
  {
    ...{ id: 'F06', asvs: ['5.2.1'] },
    tried: 'files over 5 MB, bodies over 6 MB, and lengths that lie about them',
    expected: '413, or the connection ends',
    try: signedIn('auditor', async ({ as, ...attacker }) => {
      const padded = (bytes: number) => Buffer.concat([png, Buffer.alloc(bytes - png.length)])
      const limit = 5 * 1024 * 1024
      expect((await upload(attacker, as, multipart({ content: padded(limit) }))).status).toBe(200)
      expect((await upload(attacker, as, multipart({ content: padded(limit + 1) }))).status).toBe(413)
      const body = multipart({ content: padded(6 * 1024 * 1024) })
      const host = new URL(attacker.target.origin)
      const start = `POST /api/sys/image/page/upload HTTP/1.1\r\nHost: ${host.host}\r\nConnection: close\r\nx-console: 1\r\norigin: ${host.origin}\r\ncookie: ${as.cookie}\r\ncontent-type: ${form['content-type']}\r\n`
      for (const [length, statuses] of [
        [`content-length: ${body.length}`, [413]],
        ['content-length: 100', [400]],
        [`content-length: ${1e12}`, [413]],
      ] as const) {
        const bytes = Buffer.concat([Buffer.from(`${start}${length}\r\n\r\n`), body])
        const [answer] = await attacker.raw(bytes, { note: length, patience: 3000 })
        if (answer !== undefined) expect(statuses, length).toContain(answer.status)
      }
    }),
  },
]
