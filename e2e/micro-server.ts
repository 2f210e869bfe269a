import { createServer, type ServerResponse } from 'node:http'
import { serve } from '../tests/serve'

/** What one path answers: a file, a status, or silence for ever. */
export type Answer =
  | { body?: string | Uint8Array; type?: string; status?: number; headers?: Record<string, string> }
  | 'never'
export type Files = Record<string, Answer>

export interface MicroServer {
  port: number
  /** What it serves from now on; unknown paths answer 404. */
  serve(files: Files): void
  /** The paths that were asked for since the last `serve`. */
  asked: string[]
  stop(): Promise<void>
}

/** A sub-application's server whose behaviour a test chooses, on a free port of this machine. */
export async function startMicroServer(): Promise<MicroServer> {
  let files: Files = {}
  const asked: string[] = []
  const server = createServer((request, response) => {
    const [path = '/'] = (request.url ?? '/').split('?')
    asked.push(path)
    answer(response, files[path] ?? { status: 404 })
  })
  return {
    ...(await serve(server)),
    serve: (next) => {
      files = next
      asked.length = 0
    },
    asked,
  }
}

function answer(response: ServerResponse, given: Answer): void {
  if (given === 'never') return
  response.writeHead(given.status ?? 200, {
    'content-type': given.type ?? 'application/json',
    'cache-control': 'no-cache',
    ...given.headers,
  })
  response.end(given.body ?? '')
}

export interface Resource {
  name: string
  type: 2 | 3
  path: string
  code: string
  method?: string
  description?: string
  operations?: { name: string; path: string; code: string; method?: string }[]
  children?: Resource[]
}

/** A page with one operation. */
export function page(system: string, name: string, more: Partial<Resource> = {}): Resource {
  const path = `/${system}/${name}`
  const operations = [{ name: `${name} search`, path, code: `${system}.${name}.search`, method: 'GET' }]
  return { name, type: 2, path, code: `${system}.page.${name}`, operations, ...more }
}

/** So many pages without operations. */
export function pages(system: string, count: number): Resource[] {
  return Array.from({ length: count }, (_, at) => page(system, `p${at}`, { operations: [] }))
}

export function report(system: string, resources: readonly unknown[], more: object = {}): object {
  return {
    schema: 'console-resources',
    version: 1,
    system: { code: system, name: system },
    resources,
    ...more,
  }
}

const manifestPath = '/.well-known/console-resources.json'

/** A system that tells its resources by a manifest; `given` is a report, or any text. */
export function manifest(given: object | string): Files {
  return { [manifestPath]: { body: typeof given === 'string' ? given : JSON.stringify(given) } }
}

export const silentManifest: Files = { [manifestPath]: 'never' }

/** A system that has to be loaded: its page runs `script`. */
export function app(script: string): Files {
  const html = '<!doctype html><html><body><div id="app"></div><script src="./app.js"></script></body></html>'
  return {
    '/index.html': { body: html, type: 'text/html' },
    '/app.js': { body: script, type: 'text/javascript' },
  }
}

/** Tells its resources by the global variable. */
export function tellingApp(system: string, resources: readonly unknown[], before = ''): Files {
  return app(`${before};window.__CONSOLE_RESOURCES__ = ${JSON.stringify(report(system, resources))}`)
}

/** Tells them over the bus, as the client does. */
export function reportingApp(system: string, resources: readonly unknown[]): Files {
  const given = JSON.stringify(report(system, resources))
  return app(`
    const { bus, props } = window.$wujie
    const report = { ...${given}, requestId: props.requestId }
    const message = { v: 1, type: 'resources:report', from: '${system}', instanceId: props.instanceId }
    setTimeout(() => bus.$emit('resources:report', { ...message, payload: { report } }), 50)`)
}
