import { setTimeout as sleep } from 'node:timers/promises'

/** One read: a page or a call, as somebody who is signed in makes it. */
export interface Read {
  what: string
  began: number
  ended: number
  /** Why it failed; nothing where it brought what was asked for. */
  fault: string | undefined
}

export interface Reading {
  reads: Read[]
  stop(): Promise<void>
}

/** What is read: its path, and what stands in an answer that is whole. */
const kinds = [
  { path: '/api/auth/info', whole: /"code":0/ },
  { path: '/api/sys/dept/page/list?pageNo=1&pageSize=10', whole: /"code":0/ },
  { path: '/department/index', whole: /<table[\s\S]*<\/html>\s*$/ },
]
const pause = 100

/** Reads without a stop with each of the sessions, and remembers how it went. */
export function startReading(url: string, cookies: readonly string[]): Reading {
  const reads: Read[] = []
  let isOver = false
  const read = async (cookie: string, at: number) => {
    for (let turn = at; !isOver; turn += 1) {
      const kind = kinds[turn % kinds.length] ?? kinds[0]
      if (kind === undefined) return
      const began = performance.now()
      const fault = await faultOf(url + kind.path, cookie, kind.whole)
      reads.push({ what: kind.path, began, ended: performance.now(), fault })
      await sleep(pause)
    }
  }
  const all = Promise.all(cookies.map(read))
  return {
    reads,
    stop: async () => {
      isOver = true
      await all
    },
  }
}

async function faultOf(address: string, cookie: string, whole: RegExp): Promise<string | undefined> {
  try {
    const headers = { cookie, 'x-console': '1', 'sec-fetch-dest': 'document' }
    const answer = await fetch(address, {
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(20_000),
    })
    const text = await answer.text()
    if (answer.status === 200 && whole.test(text)) return undefined
    return `${answer.status} ${answer.headers.get('location') ?? ''} ${text.slice(-300)}`
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : ''
    return `${error}${cause}`
  }
}

/** Of these sessions, those that are over. */
export async function signedOutOf(url: string, cookies: readonly string[]): Promise<number> {
  const asked = cookies.map((cookie) => faultOf(`${url}/api/auth/info`, cookie, /"code":0/))
  return (await Promise.all(asked)).filter((fault) => fault !== undefined).length
}
