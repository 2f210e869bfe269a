import * as z from 'zod/mini'
import type { Endpoint } from '#contracts/endpoint'
import { type Context, testPlatform } from './harness.ts'

/** Of the test file that imports this: each has modules, and so a database, of its own. */
export const platform = testPlatform()
export const admin = { as: 'admin' }

const page = z.object({
  content: z.array(z.looseObject({ id: z.unknown() })),
  meta: z.object({
    page: z.number(),
    limit: z.number(),
    count: z.number(),
    atLeast: z.optional(z.boolean()),
  }),
})
export const ask = async (endpoint: Endpoint, query: object = {}, who: Context = admin) =>
  z.parse(page, await platform.ok(endpoint, who, { query }))
