import http from 'node:http'
import { serve } from '../tests/serve'

/** What a platform answers that is no answer of the contract's. */
export const nonsense = {
  'HTTP 500': { status: 500, type: 'application/json', body: '{"code":500,"msg":"boom","data":null}' },
  'a page of HTML': { status: 200, type: 'text/html', body: '<html><script>alert(1)</script></html>' },
  'broken JSON': { status: 200, type: 'application/json', body: '{"code":0,"data":{"content":[{"id"' },
  'another shape': { status: 200, type: 'application/json', body: '{"code":0,"msg":"","data":{"rows":[]}}' },
  'a redirect': { status: 302, type: 'text/plain', body: 'moved' },
} as const
export const boom = nonsense['HTTP 500']

/** An answer with these data, or a refusal with its code and message. */
export const answer = (data: unknown, code = 0, msg = '') => ({
  status: code || 200,
  type: 'application/json',
  body: JSON.stringify({ code, msg, data }),
})

type Trouble =
  /** Takes the call and never answers. */
  | 'silent'
  | { status: number; type: string; body: string }
  /** Passes the call on when the promise is kept. */
  | { until: Promise<void> }
  /** Passes the call on and changes the answer's text. */
  | { rewrite: (text: string) => string }

/** The real platform behind a door that tests can jam. */
export interface JammedPlatform {
  url: string
  /** From now on calls whose path matches meet this. */
  trouble: (path: RegExp, trouble: Trouble) => void
  /** Holds calls whose path matches until the function that it gives is called. */
  hold: (path: RegExp) => () => void
  /** How often a path was asked for since the troubles were last cleared. */
  asked: (path: RegExp) => number
  clear: () => void
  stop: () => Promise<void>
}

export async function startJammedPlatform(target: string): Promise<JammedPlatform> {
  const troubles: [RegExp, Trouble][] = []
  const paths: string[] = []
  const server = http.createServer(async (request, response) => {
    const path = request.url ?? ''
    paths.push(path)
    const trouble = troubles.findLast(([pattern]) => pattern.test(path))?.[1]
    if (trouble === 'silent') return
    if (trouble !== undefined && 'body' in trouble) {
      request.resume()
      response.writeHead(trouble.status, { 'content-type': trouble.type })
      response.end(trouble.body)
      return
    }
    if (trouble !== undefined && 'until' in trouble) await trouble.until
    pass(
      target,
      request,
      response,
      trouble !== undefined && 'rewrite' in trouble ? trouble.rewrite : undefined,
    )
  })
  const { origin, stop } = await serve(server)
  return {
    url: origin,
    trouble: (path, trouble) => troubles.push([path, trouble]),
    hold: (path) => {
      let release = () => {}
      const until = new Promise<void>((resolve) => {
        release = resolve
      })
      troubles.push([path, { until }])
      return release
    },
    asked: (path) => paths.filter((asked) => path.test(asked)).length,
    clear: () => {
      troubles.length = 0
      paths.length = 0
    },
    stop,
  }
}

function pass(
  target: string,
  request: http.IncomingMessage,
  response: http.ServerResponse,
  rewrite: ((text: string) => string) | undefined,
): void {
  const { method, headers, url } = request
  // What is changed on its way is another version: nobody may ask for changes of it, nor of what it came from.
  if (rewrite !== undefined) delete headers['if-none-match']
  const onward = http.request(`${target}${url}`, { method, headers, agent: false }, async (answer) => {
    if (rewrite === undefined) {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
      return
    }
    let text = ''
    for await (const chunk of answer.setEncoding('utf8')) text += chunk
    const { 'content-length': _, etag: __, ...headers } = answer.headers
    response.writeHead(answer.statusCode ?? 502, headers)
    response.end(rewrite(text))
  })
  // A platform that is down is a connection that breaks.
  onward.on('error', () => response.destroy())
  request.pipe(onward)
}
