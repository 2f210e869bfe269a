import { setTimeout as sleep } from 'node:timers/promises'
import type { PoolNode } from '#contracts/apply'
import { codes } from '#contracts/envelope'
import { type MenuRow, nodeTypes } from '#contracts/menu'
import { systemOf } from '#contracts/permission'
import { withSection } from '../answer.ts'
import type { Row } from '../list-filters.ts'
import { type Probe, Skip } from '../probe.ts'
import { makeRecord, mark, rowsOf, rowsSaying, switchedBy, usual } from './record.ts'
import { orSkip, type Steps, type Undo } from './steps.ts'

/** How often, and after how many milliseconds each, discovery is asked whether it is done. */
const polls = 40
const pollPause = 250

/** A registered system, a resource of it, an application that takes it, and menu entries below that. */
export async function checkSystems(probe: Probe, steps: Steps, icon: string | undefined): Promise<void> {
  const own = mark()
  const code = `conformance-${own}`
  const resource = {
    name: `conformance-${own}`,
    type: 2,
    path: `/conformance/${own}`,
    code: `${code}.page.list`,
  }
  const hasResource = await orSkip(async () => {
    await makeSystem(probe, steps, own, code)
    return discover(probe, steps, code, resource)
  })
  if (hasResource === undefined) return
  const application = await orSkip(() => makeApplication(probe, steps, own, code, icon))
  if (application !== undefined) await orSkip(() => makeMenu(probe, steps, own, application))
}

async function makeSystem(probe: Probe, steps: Steps, own: string, code: string): Promise<void> {
  // An address where nothing is: were it loaded, nothing would come.
  const place = { port: '65535', hostName: '127.0.0.1' }
  const body = { name: `conformance-${own}`, code, version: '1.0.0', type: 1, ...place, enable: true }
  await makeRecord(probe, steps, {
    label: 'system',
    add: 'allocation.add',
    update: 'allocation.update',
    remove: 'allocation.remove',
    list: 'allocation.list',
    switch: {
      call: 'allocation.updateEnable',
      field: 'enable',
      input: (id, on) => ({ query: { id, enabled: Number(on) }, body: { id, enable: Number(on) } }),
    },
    body: (letter = '') => ({ ...body, code: `${code}${letter}` }),
    bad: { with: { port: 'x' }, what: 'a port that is no number' },
    edit: { version: '1.0.1' },
    versionField: 'recordVersion',
    unique: true,
    find: (sent) => rowsSaying(probe, 'allocation.list', { code: sent.code }, ['code', sent.code]),
    removeInput: (id) => ({ params: { id } }),
  })
}

type Resource = { name: string; type: number; path: string; code: string }

/** Reports one resource of the system; reporting none takes it away again. */
async function discover(probe: Probe, steps: Steps, code: string, resource: Resource): Promise<true> {
  const report = (resources: readonly Resource[]) => ({ body: [{ code, name: code, resources }] })
  const isTaken = await steps.run('assets.addAll', async () => {
    const without = { token: null }
    await probe.refusal('assets.addAll', report([resource]), 'without a token', without, [codes.signedOut])
    await probe.refusal('assets.addAll', { body: [] }, 'no system')
    // Remembered before: what goes on behind the answer cannot be stopped, only taken back.
    const undo: Undo = {
      call: 'assets.addAll',
      label: 'resources of',
      id: code,
      remove: async () => {
        if (!(await isDone(probe))) return false
        if ((await found(probe, resource)) === undefined) return true
        await probe.read('assets.addAll', report([]))
        return (await isDone(probe)) && (await found(probe, resource)) === undefined
      },
    }
    steps.remember(undo)
    const answer = await probe.answer('assets.addAll', report([resource]))
    if (answer === undefined) return false
    const isRefused = answer.envelope !== undefined && ![0, 200].includes(answer.envelope.code)
    if (isRefused) steps.forget(undo)
    probe.requireReachable('assets.addAll', answer)
    if (answer.envelope !== undefined) probe.readAnswer('assets.addAll', answer)
    // Another success code than the call's own is told, and has taken the resources all the same.
    return answer.envelope !== undefined && !isRefused
  })
  if (isTaken !== true) throw new Skip('there is no resource to go on with')
  await steps.run('assets.getAddStatus', async () => {
    if (await isDone(probe)) return
    const contract = 'addIsDone 1 once the resources are stored'
    tell(
      probe,
      'assets.getAddStatus',
      'data.addIsDone',
      contract,
      `not after ${(polls * pollPause) / 1000} s`,
    )
  })
  await steps.run('assets.findAll', async () => {
    if ((await found(probe, resource)) === undefined) {
      tell(probe, 'assets.findAll', 'data.content', 'the resource that was reported', 'it is not there')
    }
  })
  return true
}

async function isDone(probe: Probe): Promise<boolean> {
  for (let poll = 0; poll < polls; poll += 1) {
    const status = await probe.success('assets.getAddStatus', {})
    if (status === undefined) return false
    if (status.addIsDone === 1) return true
    await sleep(pollPause)
  }
  return false
}

async function found(probe: Probe, { code, name }: Resource) {
  const rows = await rowsOf(probe, 'assets.findAll', { code: systemOf(code), resourceName: name })
  return rows?.find((row) => row.code === code)
}

async function makeApplication(
  probe: Probe,
  steps: Steps,
  own: string,
  system: string,
  icon: string | undefined,
): Promise<string> {
  const resource = await steps.run('apply.findAllPoolResource', async () => {
    const tree = await probe.success('apply.findAllPoolResource', { query: { type: 2, code: system } })
    const taken: PoolNode | undefined = tree?.flatMap((root) => root.children ?? [])[0]
    if (tree !== undefined && taken === undefined) {
      const contract = 'the system, and below it the resource that was reported'
      tell(probe, 'apply.findAllPoolResource', 'data', contract, 'it is not there')
    }
    return taken?.id
  })
  if (resource === undefined || icon === undefined) {
    const missing = icon === undefined ? 'picture for its icon' : 'resource for it to take'
    probe.findings.skip('apply.add', `there is no ${missing}`)
    throw new Skip('no application')
  }
  const code = `conformance${own}`
  const body = { name: `conformance-${own}`, code, icon, enabled: true, resourceIdList: [resource] }
  const made = await makeRecord(probe, steps, {
    ...usual('apply'),
    label: 'application',
    ...switchedBy('apply.updateEnable', (sent) => ({ query: sent })),
    body: (letter = '') => ({ ...body, code: `${code}${letter}` }),
    bad: { with: { resourceIdList: [] }, what: 'no resource' },
    edit: { name: `conformance-${own}-2` },
    unique: true,
    find: (sent) => rowsSaying(probe, 'apply.list', { seachStr: sent.code }, ['code', sent.code]),
  })
  return made.id
}

/** A directory below the application, and the rule that a button hangs below menus only. */
async function makeMenu(probe: Probe, steps: Steps, own: string, application: string): Promise<void> {
  const code = `conformance.${own}.folder`
  const name = `conformance-${own}-folder`
  const roots = (await probe.success('menu.tree', { query: {} })) ?? []
  if (!roots.some(({ id }) => id === application)) {
    // Nobody else's tree is touched.
    const reason =
      'the account may not manage the application that it added: run it as a super administrator too'
    const calls = ['menu.add', 'menu.update', 'menu.updateEnable', 'menu.remove'] as const
    for (const call of calls) {
      probe.findings.skip(call, reason)
      probe.findings.done(call)
    }
    return
  }
  const body = {
    type: nodeTypes.directory,
    name,
    code,
    path: `/conformance-${own}`,
    sort: 1,
    pid: application,
  }
  const button = { type: nodeTypes.button, path: '/conformance', method: 'GET' }
  await makeRecord(probe, steps, {
    label: 'menu entry',
    add: 'menu.add',
    update: 'menu.update',
    remove: 'menu.remove',
    list: 'menu.tree',
    ...switchedBy('menu.updateEnable', (sent) => ({ query: sent, body: sent })),
    body: (letter = '') => ({ ...body, code: `${code}${letter}` }),
    bad: { with: button, what: 'a button that hangs below an application' },
    edit: { sort: 2 },
    versionField: 'version',
    unique: true,
    find: async (sent) => {
      const roots = await probe.success('menu.tree', { query: {} })
      return roots && entriesIn(roots, sent.code)
    },
    removeInput: (resourceId) => ({ params: { resourceId }, query: { systemId: application } }),
  })
}

function entriesIn(rows: readonly MenuRow[], code: unknown): Row[] {
  return rows.flatMap((row) => [
    ...(row.code === code ? [{ ...row }] : []),
    ...entriesIn(row.children ?? [], code),
  ])
}

type Told = 'assets.getAddStatus' | 'assets.findAll' | 'apply.findAllPoolResource'
function tell(probe: Probe, call: Told, at: string, contract: string, came: string): void {
  const sent = 'a resource of the run’s own'
  probe.findings.difference({ call, at, sent, contract: withSection(call, contract), came })
}
