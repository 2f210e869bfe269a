import { setTimeout } from 'node:timers/promises'
import * as z from 'zod/mini'
import { addAll } from '#contracts/assets'
import type { Platform } from '../harness.ts'
import { newChanges, type RowChange } from './changes.ts'
import { type Answered, endpointOf, type Outcome } from './outcome.ts'
import type { Generated } from './requests.ts'

/** Sends one request and gives what came of it, what goes on behind its answer included. */
export async function outcomeOf(platform: Platform, request: Generated): Promise<Outcome> {
  const logged = platform.log.length
  const answered = await answerTo(platform, request)
  return { ...answered, changes: await settledChanges(platform), faults: faultsSince(platform, logged) }
}

export async function answerTo(platform: Platform, request: Generated): Promise<Answered> {
  const { method, path, actor, headers, body, type } = request
  const begun = performance.now()
  const response = await platform.send(method, path, {
    ...(actor !== 'nobody' && headers.authorization === undefined && { as: actor }),
    headers,
    ...(body !== undefined && { body }),
    ...(type !== undefined && { type }),
  })
  const text = await response.text()
  return {
    request,
    endpoint: endpointOf(request),
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    text,
    milliseconds: performance.now() - begun,
  }
}

/** Lines of the log that tell of a fault. */
export function faultsSince({ log }: Platform, logged: number): string[] {
  return log.slice(logged).filter((line) => line.includes('"level":"error"'))
}

/** Milliseconds. */
const patience = 10_000

/** Discovery goes on behind its answer: each system of a job leaves one entry in the operation log when it is through. */
export async function settledChanges({ db }: Platform): Promise<RowChange[]> {
  const changes = await newChanges(db)
  const systems = changes.flatMap(({ table, operation, after }) =>
    table === 'discovery_job' && operation === 'INSERT' ? z.parse(z.array(z.string()), after?.waiting) : [],
  )
  const begun = performance.now()
  while (changes.filter(isOfSystem).length < systems.length) {
    if (performance.now() - begun > patience) throw new Error('discovery does not come to its end')
    await setTimeout(2)
    changes.push(...(await newChanges(db)))
  }
  return changes
}

function isOfSystem({ table, after }: RowChange): boolean {
  return table === 'operation_log' && after?.path === addAll.path && after.subject_id !== null
}
