import * as z from 'zod/mini'

/** How somebody that the console calls was found: `ok`, or the kind of fault. */
const reach = z.object({
  origin: z.string(),
  state: z.enum(['ok', 'dns', 'refused', 'tls', 'timeout', 'closed', 'credentials', 'nonsense']),
  /** What the network or the other side said, such as `ECONNREFUSED` or `HTTP 502`. */
  detail: z.string(),
  /** Milliseconds that the answer took. */
  took: z.number(),
  /** Its own clock by the `Date` header, in milliseconds since 1970. */
  clock: z.optional(z.number()),
})
export type Reach = z.infer<typeof reach>

/** What a console tells the doctor of one request: as it arrived there, and as it is answered. Holds no secret. */
export const report = z.object({
  /** Tells the processes behind a proxy apart. */
  process: z.string(),
  build: z.string(),
  /** Milliseconds since 1970. */
  now: z.number(),
  /** Ids of the session secrets: the one that seals, and all that open. */
  seals: z.number(),
  opens: z.array(z.number()),
  /** Path below the base path, and query, as they arrived. */
  path: z.string(),
  /** Request headers by name, of those that matter. */
  headers: z.record(z.string(), z.string()),
  /** Who passed the request on, the nearest last: the peer itself, which nobody can forge. */
  hops: z.array(z.object({ address: z.string(), trusted: z.boolean() })),
  /** The address that logs will show. */
  client: z.optional(z.string()),
  /** Whether that is the console's own machine. */
  here: z.optional(z.boolean()),
  body: z.object({ bytes: z.number(), sha256: z.string() }),
  origins: z.array(z.string()),
  basePath: z.string(),
  secure: z.boolean(),
  /** Milliseconds that the console waits for the platform. */
  timeout: z.number(),
  /** The policy of the sign-in page, with `NONCE` where each answer has its own. */
  policy: z.string(),
  /** Headers that this answer was sent with. */
  sent: z.array(z.tuple([z.string(), z.string()])),
  /** Where it was asked for. */
  platform: z.optional(reach),
  systems: z.optional(z.array(reach)),
})
export type ProbeReport = z.infer<typeof report>
