import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import * as z from 'zod/mini'
import { calls, isBulkCall, run } from '#contracts/bulk'
import { addressOf, type Endpoint } from '#contracts/endpoint'
import { codes, type Envelope, endsSession } from '#contracts/envelope'
import { keyHeader, keyText } from '#contracts/idempotency'
import { endpoints } from '#contracts/registry'
import { controlScope } from '#platform/kernel/auth/authority'
import { envelope } from '#platform/kernel/http/answer'
import type { Env, Route } from '#platform/kernel/http/call'
import { handle } from '#platform/kernel/http/handle'
import { takeBody } from '#platform/kernel/http/input'
import { answerOrRefuse } from '#platform/kernel/http/serve'
import { messageText } from '#platform/kernel/messages'
import { badField } from '#platform/kernel/refusal'

/** What a row's call has of the request that it came in. */
const passedOn = ['authorization', 'business', 'locale'] as const

/** A call for many records is that very call, as often as there are records: no rule is said a second time. */
export function bulkRoutes(routes: readonly Route[]): readonly Route[] {
  const byEndpoint = new Map(routes.map((route) => [route.endpoint, route]))
  const known = new Map(
    Object.entries<Endpoint>(endpoints).flatMap(([name, endpoint]) => {
      const route = byEndpoint.get(endpoint)
      return isBulkCall(name) && route !== undefined ? [[name, route] as const] : []
    }),
  )
  const answer: Route['answer'] = (c, surroundings, services) =>
    handle(run, async (caller) => {
      const { bulkId, call, inputs } = caller.body
      const route = known.get(call)
      if (route === undefined) throw badField('call', 'invalid')
      const { method, path } = route.endpoint
      // Its place at the gate is that of the whole request.
      const within = new Hono<Env>().on(method, path.replace(/\{(\w+)\}/g, ':$1'), async (row) => {
        await takeBody(row, route.endpoint, () => true)
        return answerOrRefuse(row, route, { ...surroundings, now: services.clock(), bulkId }, services)
      })
      const answers: Envelope[] = []
      const passed = Object.fromEntries(
        passedOn.flatMap((name) => {
          const given = c.req.header(name)
          return given === undefined ? [] : [[name, given]]
        }),
      )
      const refused = envelope(codes.badInput, messageText(surroundings.locale, 'badInput'), null)
      const answerTo = async (input: Input): Promise<Envelope> => {
        const request = requestOf(route.endpoint, bulkId, call, input)
        if (request === undefined) return refused
        const { address, ...init } = request
        const response = await within.request(address, { ...init, headers: { ...init.headers, ...passed } })
        return response.json()
      }
      const { signal } = c.req.raw
      for (const input of inputs) {
        // Nobody reads on: what is left of them is not worth its place. Asked for again, what was done is answered as it was.
        if (signal.aborted) break
        const told = await answerTo(input)
        answers.push(told)
        if (told.code === codes.unavailable || endsSession(told.code)) break
        // Whoever may not make this call at all is told so for all rows that are left, by one entry in the log.
        const isRefused = told.code === codes.notPermitted
        if (isRefused && (await controlScope(caller, [route.endpoint])) === undefined) {
          return [...answers, ...inputs.slice(answers.length).map(() => told)]
        }
      }
      return answers
    }).answer(c, surroundings, services)
  return [handle(calls, async () => [...known.keys()]), { endpoint: run, answer }]
}

type Input = z.output<typeof run.body>['inputs'][number]

/** Nothing for what is no id, and what no address and no text can hold: half a character, an object that makes no text of itself. */
function requestOf(endpoint: Endpoint, bulkId: string, call: string, input: Input) {
  const { method, encoding, params } = endpoint
  if (!z.safeParse(params, input.params).success) return undefined
  try {
    const address = addressOf(endpoint, input)
    const key = { [keyHeader]: keyOf(bulkId, call, input) }
    if (encoding !== 'json') return { address, method, headers: key }
    const headers = { ...key, 'content-type': 'application/json' }
    return { address, method, headers, body: JSON.stringify(input.body ?? {}) }
  } catch {
    return undefined
  }
}

/** The same row of the same bulk is done once, however often it comes. */
function keyOf(bulkId: string, call: string, input: Input): string {
  const row = JSON.stringify([bulkId, call, input])
  return keyText(createHash('sha256').update(row).digest('base64url'))
}
