import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import type * as z from 'zod/mini'
import { bulkCalls, calls, run } from '#contracts/bulk'
import { addressOf, type Endpoint } from '#contracts/endpoint'
import { codes, type Envelope, endsSession } from '#contracts/envelope'
import { keyHeader, keyText } from '#contracts/idempotency'
import { endpoints } from '#contracts/registry'
import { unknownCallAnswer } from '#platform/kernel/http/answer'
import type { Env, Route } from '#platform/kernel/http/call'
import { handle } from '#platform/kernel/http/handle'
import { takeBody } from '#platform/kernel/http/input'
import { answerOrRefuse } from '#platform/kernel/http/serve'

/** What a row's call has of the request that it came in. */
const passedOn = ['authorization', 'business', 'locale'] as const

/** A call for many records is that very call, as often as there are records: no rule is said a second time. */
export function bulkRoutes(routes: readonly Route[]): readonly Route[] {
  const known = new Map(routes.map((route) => [route.endpoint, route]))
  const answer: Route['answer'] = (c, surroundings, services) =>
    handle(run, async ({ body: { bulkId, call, inputs } }) => {
      const route = known.get(endpoints[call])
      if (route === undefined) throw new Error(`${call} is no call of this platform`)
      const { method, path } = route.endpoint
      // Its place at the gate is that of the whole request.
      const within = new Hono<Env>().on(method, path.replace(/\{(\w+)\}/g, ':$1'), async (row) => {
        await takeBody(row, route.endpoint, () => true)
        return answerOrRefuse(row, route, { ...surroundings, now: services.clock(), bulkId }, services)
      })
      // An id of dots leads elsewhere.
      within.notFound(unknownCallAnswer)
      const answers: Envelope[] = []
      for (const input of inputs) {
        const { address, ...init } = requestOf(route.endpoint, input)
        const headers = new Headers({ ...init.headers, [keyHeader]: keyOf(bulkId, call, input) })
        for (const name of passedOn) {
          const given = c.req.header(name)
          if (given !== undefined) headers.set(name, given)
        }
        const response = await within.request(address, { ...init, headers })
        const told = (await response.json()) as Envelope
        answers.push(told)
        if (told.code === codes.unavailable || endsSession(told.code)) break
      }
      return answers
    }).answer(c, surroundings, services)
  return [handle(calls, async () => [...bulkCalls]), { endpoint: run, answer }]
}

type Input = z.output<typeof run.body>['inputs'][number]

function requestOf(endpoint: Endpoint, input: Input) {
  const { method, encoding } = endpoint
  const address = addressOf(endpoint, input)
  if (encoding !== 'json') return { address, method }
  const headers = { 'content-type': 'application/json' }
  return { address, method, headers, body: JSON.stringify(input.body ?? {}) }
}

/** The same row of the same bulk is done once, however often it comes. */
function keyOf(bulkId: string, call: string, input: Input): string {
  const row = JSON.stringify([bulkId, call, input])
  return keyText(createHash('sha256').update(row).digest('base64url'))
}
