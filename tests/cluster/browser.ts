import { randomInt } from 'node:crypto'
import * as z from 'zod/mini'

const envelope = z.object({ code: z.number(), msg: z.nullish(z.string()), data: z.unknown() })

export interface Answer {
  status: number
  code: number
  msg: string
  data: unknown
}

/** A browser with its cookies, whose requests a proxy would hand to the consoles at these ports; `at` says to which one. */
export function browserAt(ports: readonly number[], origin: string) {
  const cookies = new Map<string, string>()

  async function send(at: number, path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('x-console', '1')
    headers.set('origin', origin)
    headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const answer = await fetch(`http://127.0.0.1:${ports[at]}${path}`, { ...init, headers })
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? []
      cookies.set(name, value)
    }
    return answer
  }

  async function ask(
    at: number,
    path: string,
    headers: Record<string, string> = {},
    body?: unknown,
  ): Promise<Answer> {
    const sent =
      body === undefined
        ? { headers }
        : {
            method: 'POST',
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify(body),
          }
    const answer = await send(at, path, sent)
    const { code, msg, data } = z.parse(envelope, await answer.json())
    return { status: answer.status, code, msg: msg ?? '', data }
  }

  return {
    ask,
    /** Gives the key that its answer is sent with. */
    async drawCaptcha(at: number): Promise<string> {
      const key = `${Date.now()}${randomInt(100_000, 1_000_000)}`
      await (await send(at, `/api/authorization/captcha?key=${key}`)).arrayBuffer()
      return key
    },
    signIn: (at: number, body: Record<string, string>) => ask(at, '/api/session/sign-in', {}, body),
  }
}
