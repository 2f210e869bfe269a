import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

const writers = 4
/** Milliseconds, as the console's pages wait. */
const repeatPause = 1_000

/**
 * Adds departments through the console without a pause, each once, and remembers what it was told of each. What got lost is
 * sent once more under the same key, as the console's pages do.
 */
export function startWriting(url, cookie, orgId) {
  const doneAt = []
  const failedAt = []
  /** Codes by what their answer said; `silent` is no answer, or one that says nothing of the write. */
  const told = { done: [], unchanged: [], unknown: [], refused: [], silent: [] }
  const headers = { cookie, 'x-console': '1', origin: url, 'content-type': 'application/json' }
  let isOver = false
  let made = 0

  async function write() {
    while (!isOver) {
      made += 1
      const code = `F${made}`
      const began = performance.now()
      const kind = await press(code)
      told[kind].push(code)
      if (kind === 'done') doneAt.push(performance.now())
      else failedAt.push(began)
      if (kind !== 'done') await sleep(50)
    }
  }

  async function press(code) {
    const key = `"${randomUUID()}"`
    const kind = await outcome(code, key)
    if (kind !== 'unknown' && kind !== 'silent') return kind
    await sleep(repeatPause)
    return outcome(code, key)
  }

  async function outcome(code, key) {
    try {
      const response = await fetch(`${url}/api/sys/dept/page/add`, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': key },
        body: JSON.stringify({ orgId, code, name: code, enabled: 1 }),
        signal: AbortSignal.timeout(15_000),
      })
      const { code: answer, data } = await response.json()
      if (answer === 0) return 'done'
      if (answer === 503) return data.outcome
      return response.status < 500 ? 'refused' : 'silent'
    } catch {
      return 'silent'
    }
  }

  const all = Array.from({ length: writers }, write)
  return {
    told,
    doneAt,
    failedAt,
    /** Seconds until a write that began after now is acknowledged. */
    async untilDone(limit) {
      const since = performance.now()
      const first = made
      while (!told.done.some((code) => Number(code.slice(1)) > first + writers)) {
        const seconds = (performance.now() - since) / 1000
        if (seconds > limit) return undefined
        await sleep(20)
      }
      return (performance.now() - since) / 1000
    },
    async stop() {
      isOver = true
      await Promise.all(all)
    },
  }
}

/** What the database holds against what the writers were told. */
export async function compare(database, told) {
  const { rows } = await database.query(
    `select code, count(*)::int as stored,
       (select count(*)::int from operation_log o where o.subject_name = d.code and o.status = '1') as logged
     from department d where code ~ '^F[0-9]+$' group by code`,
  )
  const stored = new Map(rows.map((row) => [row.code, row]))
  return {
    acknowledged: told.done.length,
    lost: told.done.filter((code) => !stored.has(code)),
    twice: rows.filter((row) => row.stored !== 1 || row.logged !== 1).map((row) => row.code),
    'stored though told unchanged': told.unchanged.filter((code) => stored.has(code)),
    refused: told.refused,
    'told unchanged': told.unchanged.length,
    'told unknown': told.unknown.length,
    'no answer': told.silent.length,
  }
}
