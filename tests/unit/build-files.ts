import type { IncomingMessage, ServerResponse } from 'node:http'

/** 告警 in GBK. */
const old = Buffer.from([0xb8, 0xe6, 0xbe, 0xaf])

/** What the server was asked: with which copy of the page, and how many slow files at once. */
export const seen: { copy?: string | undefined; slow: number; mostSlow: number } = { slow: 0, mostSlow: 0 }

/** A system's server, of which some files are odd. */
export function answerFile({ url, headers, socket }: IncomingMessage, response: ServerResponse): void {
  const [, name = ''] = /^\/(?:assets\/)?([^?]*)/.exec(url ?? '') ?? []
  const odd: Record<string, () => void> = {
    'page.html': () => {
      seen.copy = headers['if-none-match']
      response.setHeader('content-type', 'text/html').end('<script src="/ems/a.js"></script>')
    },
    'slow.css': () => {
      seen.mostSlow = Math.max(seen.mostSlow, ++seen.slow)
      response.writeHead(200, { 'content-type': 'text/css' }).write('p {')
      setTimeout(() => response.end(`} /* ${--seen.slow} */`), 200)
    },
    // As Go's file server does.
    'index.html': () => response.writeHead(301, { location: './' }).end(),
    '': () => response.setHeader('content-type', 'text/html').end('<p>start'),
    'passed.js': () => response.writeHead(203).end('by a proxy'),
    'nothing.json': () => response.writeHead(204).end(),
    'moved.js': () => response.writeHead(302, { location: '/login' }).end(),
    'broken.js': () => response.writeHead(500).end(),
    'cut.js': () => socket.destroy(),
    'old.js': () => response.writeHead(200, { 'content-type': 'text/plain; charset=gbk' }).end(old),
    'config.jsp': () => response.setHeader('content-type', 'text/html').end(' var path = "/ems/a"'),
    'gone.jsp': () => response.setHeader('content-type', 'text/html').end('\ufeff <!doctype html>'),
    env: () => response.setHeader('content-type', 'application/json').end('f({})'),
    'manual.pdf': () => response.setHeader('content-type', 'application/pdf').end('%PDF'),
    'film.mp4': () => {
      const nothing = { 'content-type': 'text/html', 'content-range': 'bytes */4' }
      const part = { 'content-type': 'video/mp4', 'content-range': 'bytes 1-2/4' }
      if (headers.range === 'bytes=9-') response.writeHead(416, nothing).end()
      else if (headers['if-range'] !== '"one"') response.end('film')
      else response.writeHead(206, part).end('il')
    },
  }
  if (odd[name]) odd[name]()
  else response.end('file')
}
