import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export type Trouble =
  /** Takes the call and never answers. */
  | 'silent'
  | { status: number; type: string; body: string }
  /** Passes the call on after so many milliseconds. */
  | { after: number }
  /** Passes the call on and changes the answer's text. */
  | { rewrite: (text: string) => string }

/** The real platform behind a door that tests can jam. */
export interface TroubledPlatform {
  url: string
  /** From now on calls whose path matches meet this. */
  trouble: (path: RegExp, trouble: Trouble) => void
  /** How often a path was asked for since the troubles were last cleared. */
  asked: (path: RegExp) => number
  clear: () => void
  stop: () => Promise<void>
}

export async function startTroubledPlatform(target: string): Promise<TroubledPlatform> {
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
    if (trouble !== undefined && 'after' in trouble) await wait(trouble.after)
    pass(
      target,
      request,
      response,
      trouble !== undefined && 'rewrite' in trouble ? trouble.rewrite : undefined,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    trouble: (path, trouble) => troubles.push([path, trouble]),
    asked: (path) => paths.filter((asked) => path.test(asked)).length,
    clear: () => {
      troubles.length = 0
      paths.length = 0
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function pass(
  target: string,
  request: http.IncomingMessage,
  response: http.ServerResponse,
  rewrite: ((text: string) => string) | undefined,
): void {
  const { method, headers, url } = request
  const onward = http.request(`${target}${url}`, { method, headers, agent: false }, async (answer) => {
    if (rewrite === undefined) {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
      return
    }
    let text = ''
    for await (const chunk of answer.setEncoding('utf8')) text += chunk
    response.writeHead(answer.statusCode ?? 502, { 'content-type': answer.headers['content-type'] })
    response.end(rewrite(text))
  })
  // A platform that is down is a connection that breaks.
  onward.on('error', () => response.destroy())
  request.pipe(onward)
}
