import { createHash } from 'node:crypto'
import { type Envelope, PlatformRefusal, Refusal, said } from './refusal.ts'

/** Who calls, as the platform says: never as the call itself says. */
export interface Authority {
  name: string
  /** The organization that the person works in; a super administrator may work in none. */
  orgId: string
  orgCode: string
  may: (permission: string) => boolean
  /** A super administrator looks on in the person's place: nothing may change. */
  isView: boolean
}

interface Credentials {
  authorization: string | undefined
  business: string | undefined
  locale: string | undefined
}

/** `fresh` believes nothing that is remembered. */
export type Ask = (credentials: Credentials, fresh: boolean) => Promise<Authority>

/** Milliseconds that an answer of the platform is believed for reading; what changes something always asks anew. */
const remembered = 5_000
/** Milliseconds; less than the console's own patience. */
const patience = 8_000

/** Authority is the platform's: it knows the token, the person's organizations and the button codes of their menu. */
export function platformAuthority(platform: string, now: () => number = Date.now): Ask {
  const known = new Map<string, { until: number; authority: Promise<Authority> }>()
  return (credentials, fresh) => {
    if (!/^Bearer \S/i.test(credentials.authorization ?? '')) {
      throw new Refusal(401, said.signedOut, { code: 102001 })
    }
    const key = createHash('sha256')
      .update(`${credentials.authorization}\n${credentials.business ?? ''}`)
      .digest('base64url')
    const found = known.get(key)
    if (!fresh && found !== undefined && found.until > now()) return found.authority
    for (const [old, { until }] of known) if (until <= now()) known.delete(old)
    const entry = { until: now() + remembered, authority: askPlatform(platform, credentials) }
    known.set(key, entry)
    entry.authority.catch(() => {
      if (known.get(key) === entry) known.delete(key)
    })
    return entry.authority
  }
}

interface MenuNode {
  btns?: string[] | null
  children?: MenuNode[] | null
}

async function askPlatform(platform: string, credentials: Credentials): Promise<Authority> {
  const user = (await read(platform, '/auth/info', credentials)) as {
    username: string
    nickName?: string | null
    orgId?: string | null
    superIdentification?: boolean
    viewedBy?: string | null
  }
  const isSuper = user.superIdentification === true
  // A super administrator has all; whoever has no right in this organization and system is refused here.
  const menu = isSuper ? [] : await read(platform, '/sys/system/permission/mainMenu', credentials)
  const codes = new Set(codesOf(menu as MenuNode[]))
  const orgId = user.orgId ?? ''
  return {
    name: user.nickName || user.username,
    orgId,
    orgCode: orgCodeOf(credentials.business) ?? orgId,
    may: (permission) => isSuper || codes.has(permission),
    isView: Boolean(user.viewedBy),
  }
}

function codesOf(nodes: readonly MenuNode[]): string[] {
  return nodes.flatMap(({ btns, children }) => [...(btns ?? []), ...codesOf(children ?? [])])
}

/** Only asked for once the platform has taken the header. */
function orgCodeOf(business: string | undefined): string | undefined {
  if (!business) return undefined
  const { orgCode } = JSON.parse(decodeURIComponent(business))
  return typeof orgCode === 'string' ? orgCode : undefined
}

async function read(platform: string, path: string, credentials: Credentials): Promise<unknown> {
  const headers = Object.entries(credentials).filter((entry): entry is [string, string] => Boolean(entry[1]))
  let status: number
  let envelope: Partial<Envelope> | null
  try {
    const response = await fetch(new URL(path, platform), {
      headers: { ...Object.fromEntries(headers), accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
    })
    status = response.status
    envelope = await response.json()
  } catch {
    throw new Refusal(503, said.noPlatform, { code: 500 })
  }
  const { code, msg = '', data = null } = envelope ?? {}
  if (typeof code !== 'number') throw new Refusal(502, said.noPlatform, { code: 500 })
  if (code !== 0) throw new PlatformRefusal(status >= 400 ? status : 400, { code, msg, data })
  return data
}

/** For development without a platform: everybody may do everything. On loopback only (`service.ts`). */
export const openAuthority: Ask = async () => ({
  name: 'Developer',
  orgId: '1',
  orgCode: 'LOCAL',
  may: () => true,
  isView: false,
})
