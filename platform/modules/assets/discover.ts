import * as assets from '#contracts/assets'
import { flatResources } from '#contracts/collected'
import { codes } from '#contracts/envelope'
import { mostNames } from '#platform/kernel/audit/list-change'
import { type Change, type OperationLog, recordOperation } from '#platform/kernel/audit/operation-log'
import { callerByNow } from '#platform/kernel/auth/authenticate'
import type { Reach } from '#platform/kernel/auth/authority'
import { isSystem, requireMayChange } from '#platform/kernel/auth/shared-objects'
import { minute } from '#platform/kernel/clock'
import { isBrokenReference, isWorthRepeating } from '#platform/kernel/db/failures'
import { onceOnly } from '#platform/kernel/db/retry'
import type { Queries } from '#platform/kernel/db/schema'
import type { Caller, Route, Services } from '#platform/kernel/http/call'
import { handle } from '#platform/kernel/http/handle'
import { newId } from '#platform/kernel/ids'
import { causeOf } from '#platform/kernel/log'
import { messageText } from '#platform/kernel/messages'
import { Refusal, refusalOf } from '#platform/kernel/refusal'
import { lockTrees } from '#platform/modules/menu/visible'
import { type Collected, faultOf, faultsIn, type SystemFault } from './faults.ts'
import { beginJob, lastJob, noteSystem } from './jobs.ts'
import { type Stocktaking, storeResources } from './store.ts'

/** Nobody waits for an answer, so that a database that is away is waited for. */
const patience = minute / 2
const { method, path, operation } = assets.addAll

export const discoverRoutes: readonly Route[] = [
  handle(assets.addAll, async (call) => {
    const { db, services, person, body, locale, now, changed, afterwards } = call
    for (const { code } of body) await requireMayDiscover(call, code)
    const systems = body.map(({ code, resources }) => ({ code, resources: flatResources(resources) }))
    const failed = await faultsIn(db, systems)
    const good = systems.filter(({ code }) => !failed.some((fault) => fault.code === code))
    if (good.length === 0) throw noneTaken(failed, (fault) => messageText(locale, fault.key, fault.params))
    const waiting = good.map(({ code }) => code)
    const job = await beginJob(db, person.id, { waiting, failed }, now)
    changed({ after: { systems: counted(waiting) } })
    afterwards(() => void storeAll(services, call, job, good))
  }),

  handle(assets.getAddStatus, async ({ db, person, locale, now }) => lastJob(db, person.id, locale, now)),
]

/** One fault is the answer itself; several are listed in its data. */
function noneTaken(failed: readonly SystemFault[], textOf: (fault: SystemFault) => string): Refusal {
  const detail = failed.map((fault) => ({ code: fault.code, message: textOf(fault) }))
  const [only, ...others] = failed
  return only !== undefined && others.length === 0
    ? new Refusal(codes.conflict, only.key, { params: only.params, detail })
    : new Refusal(codes.conflict, 'noSystemTaken', { detail })
}

/**
 * Behind the answer, one system after the other, each in a transaction of its own: one that fails stops no other. Each asks
 * anew who calls: whoever is disabled or signed out meanwhile, or loses the right, stores no more.
 */
async function storeAll(
  services: Services,
  caller: Caller,
  job: string,
  systems: readonly Collected[],
): Promise<void> {
  const { db, clock, log, auditKeys: keys } = services
  for (const system of systems) {
    try {
      await storeSystem(services, caller, job, system)
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal.code === codes.fault || refusal.code === codes.unavailable) {
        log.error('discovery failed', {
          requestId: caller.requestId,
          system: system.code,
          ...causeOf(error),
        })
      }
      try {
        const id = newId(clock())
        await onceOnly(
          db,
          (own) => noteSystem(own, job, system.code, faultOf(system.code, refusal), clock()),
          (own) =>
            record({ db: own, keys }, id, { ...caller, now: clock() }, 'abnormal', {
              subject: subjectOf(system.code),
            }),
          patience,
        )
      } catch (second) {
        // The database is away: the job stands still, and is told as broken off.
        log.error('discovery not noted', { requestId: caller.requestId, ...causeOf(second) })
      }
    }
  }
}

async function storeSystem(
  { db, clock, auditKeys: keys }: Services,
  caller: Caller,
  job: string,
  { code, resources }: Collected,
): Promise<void> {
  const id = newId(clock())
  for (let attempt = 1; ; attempt += 1) {
    try {
      await onceOnly(
        db,
        async (transaction) => {
          const now = clock()
          // In the order in which a system is saved, and an application takes resources.
          await lockTrees(transaction)
          const system = await lockedSystem(transaction, code)
          const byNow = await callerByNow(transaction, caller, assets.addAll, now)
          await requireMayDiscover({ ...caller, ...byNow, db: transaction }, code)
          const taken = await storeResources(transaction, code, resources, now)
          await noteSystem(transaction, job, code, taken, now)
          return { now, subject: { id: system.id, name: system.name }, after: countsOf(taken) }
        },
        (transaction, { now, ...change }) =>
          record({ db: transaction, keys }, id, { ...caller, now }, 'normal', change),
        patience,
      )
      return
    } catch (error) {
      // Also an application that took a resource at this moment.
      if (attempt === 3 || !(isWorthRepeating(error) || isBrokenReference(error))) throw error
    }
  }
}

/** What nobody has registered is told as that. */
async function requireMayDiscover(reach: Reach, code: string): Promise<void> {
  if (await isSystem(reach.db, code)) await requireMayChange(reach, { system: code })
}

/** The system may have been disabled or taken away meanwhile, and others may be storing it. */
async function lockedSystem(db: Queries, code: string): Promise<{ id: string; name: string }> {
  const system = await db
    .selectFrom('system_config')
    .where('code', '=', code)
    .select(['id', 'name', 'enable'])
    .forUpdate()
    .executeTakeFirst()
  if (system === undefined) throw new Refusal(codes.conflict, 'systemUnknown', { params: { code } })
  if (!system.enable) throw new Refusal(codes.conflict, 'systemDisabled', { params: { code } })
  return system
}

function record(
  log: OperationLog,
  id: string,
  caller: Caller,
  status: 'normal' | 'abnormal',
  change: Change,
): Promise<boolean> {
  const { module = 'assets', type = 'discover' } = operation ?? {}
  return recordOperation(log, id, caller, { module, type, method, path }, status, change)
}

function subjectOf(code: string): { id: string; name: string } {
  return { id: code, name: code }
}

function countsOf({ added, changed, gone, kept, entries }: Stocktaking) {
  return {
    added: counted(added),
    changed: counted(changed),
    gone: counted(gone),
    ...(kept.length > 0 && { kept: counted(kept) }),
    ...(entries.length > 0 && { entries: counted(entries) }),
  }
}

function counted(some: readonly string[]) {
  return { count: some.length, ...(some.length > 0 && { names: some.slice(0, mostNames) }) }
}
