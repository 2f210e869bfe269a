import * as z from 'zod/mini'

/** The messages of the sub-application contract, version 1 (docs/micro-applications.md). */

export const contractVersion = 1

const short = (longest: number) => z.string().check(z.minLength(1), z.maxLength(longest))
const message = <Type extends string, Payload extends z.ZodMiniType>(type: Type, payload: Payload) =>
  z.object({ v: z.literal(contractVersion), type: z.literal(type), instanceId: short(100), payload })

const fromMicroApp = z.discriminatedUnion('type', [
  message('micro:ready', z.unknown()),
  message('micro:error', z.object({ code: z.optional(z.string()), message: short(500) })),
  message('micro:navigate', z.object({ to: short(2000) })),
  message('micro:title', z.object({ title: short(100) })),
  message('micro:unsaved', z.object({ unsaved: z.boolean() })),
  message('micro:message', z.object({ level: z.enum(['success', 'warning', 'error']), text: short(300) })),
  message('session:expired', z.unknown()),
  message('session:logout', z.unknown()),
])
export type FromMicroApp = z.output<typeof fromMicroApp>
export const typesFromMicroApp = [
  'micro:ready',
  'micro:error',
  'micro:navigate',
  'micro:title',
  'micro:unsaved',
  'micro:message',
  'session:expired',
  'session:logout',
] as const satisfies FromMicroApp['type'][]

/** What the shell looks like, in colours that any library understands (`rgb(…)`). */
export interface Look {
  accent: string
  accentHover: string
  accentSoft: string
  accentInk: string
  onAccent: string
  canvas: string
  surface: string
  line: string
  ink: string
  soft: string
  danger: string
  success: string
  warning: string
  /** Pixels of text that is read. */
  fontSize: number
  density: 'comfortable' | 'normal' | 'compact'
}

/** What a sub-application learns of its surroundings; no token is ever among it. */
export interface MicroContext {
  user: { id: string; username: string; name: string }
  orgId: string
  orgCode: string
  orgName: string
  systemId: string
  locale: 'zh-cn' | 'en'
}

/** A copy by value: an object of the sub-application's realm would keep that realm in memory. */
export function readMessage(given: unknown): FromMicroApp | undefined {
  try {
    const parsed = fromMicroApp.safeParse(JSON.parse(JSON.stringify(given) ?? 'null'))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

/** Lets a number of messages through in each second; the rest of a flood is dropped. */
export function limiter(perSecond: number, now = () => performance.now()): () => boolean {
  let since = now()
  let count = 0
  return () => {
    if (now() - since > 1000) {
      since = now()
      count = 0
    }
    count += 1
    return count <= perSecond
  }
}
