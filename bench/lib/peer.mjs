import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import http from 'node:http'
import { extname, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { tool } from '../../scripts/lib/paths.mjs'

const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
}

/**
 * Builds another console of `bench/peers` from the registry, once, and serves it as a web server would: packed, files of the
 * build kept for a year. Its API has 14 accounts at /api/accounts?page=1&limit=10, answered at once.
 */
export async function servePeer(name) {
  const folder = resolve(import.meta.dirname, '../peers', name)
  const dist = resolve(folder, 'dist')
  if (!existsSync(resolve(folder, 'node_modules'))) {
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: folder,
      stdio: 'ignore',
    })
  }
  if (!existsSync(dist)) {
    execFileSync(process.execPath, [tool('vite'), 'build', folder], { cwd: folder, stdio: 'ignore' })
  }
  const files = new Map(
    readdirSync(dist, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => resolve(entry.parentPath, entry.name))
      .map((path) => [path.slice(dist.length), { body: gzipSync(readFileSync(path)), path }]),
  )
  const server = http.createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://peer')
    const found =
      pathname === '/api/accounts'
        ? { body: gzipSync(JSON.stringify(accounts(searchParams))), path: '.json' }
        : (files.get(pathname) ?? files.get('/index.html'))
    response.writeHead(200, {
      'content-type': types[extname(found.path)] ?? 'application/octet-stream',
      'content-encoding': 'gzip',
      'cache-control': pathname.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-cache',
    })
    response.end(found.body)
  })
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
  return { url: `http://127.0.0.1:${server.address().port}`, stop: () => server.close() }
}

function accounts(search) {
  const [page, limit] = [Number(search.get('page')), Number(search.get('limit'))]
  const all = Array.from({ length: 14 }, (_, at) => ({
    id: at + 1,
    account: `account${at + 1}`,
    name: `Person ${at + 1}`,
    phone: `1380000${String(at).padStart(4, '0')}`,
    organization: 'East / Operations',
    enabled: at % 5 > 0,
  }))
  return { data: all.slice((page - 1) * limit, page * limit), total: all.length }
}
