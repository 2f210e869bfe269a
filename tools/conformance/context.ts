import type { Settings } from './arguments.ts'
import { CannotRun } from './cannot-run.ts'
import type { Probe } from './probe.ts'

/** The specification's openMode that opens a new window instead of entering. */
const newWindow = '2'

/** Where the run works; a super administrator works in no system of their own. */
export interface WorkingContext {
  orgId: string | undefined
  systemId: string | undefined
}

/**
 * Chooses the organization and system that were asked for, or the first that can be entered, and sets the business
 * header. Throws a CannotRun where what was asked for is not there.
 */
export async function enterSystem(
  probe: Probe,
  wanted: Pick<Settings, 'organization' | 'system'>,
): Promise<WorkingContext> {
  const organizations = await organizationsOf(probe)
  const candidates = organizations.filter(
    ({ code }) => wanted.organization === undefined || code === wanted.organization,
  )
  if (wanted.organization !== undefined && candidates.length === 0) {
    throw new CannotRun(
      `The account has no organization ${wanted.organization}`,
      `Give --organization one of ${listed(organizations)}.`,
    )
  }
  const seen: Choice[] = []
  for (const organization of candidates) {
    const systems = await systemsOf(probe, organization.id)
    seen.push(...systems)
    const system = systems.find(({ code, openMode }) =>
      wanted.system === undefined ? openMode !== newWindow : code === wanted.system,
    )
    if (system === undefined) continue
    // As in the console: a super administrator works outside any system, unless the run is told where.
    if (!probe.superAdministrator || wanted.organization !== undefined || wanted.system !== undefined) {
      const business = { orgId: organization.id, orgCode: organization.code, systemId: system.id }
      probe.business = encodeURIComponent(JSON.stringify(business))
    }
    return { orgId: organization.id, systemId: system.id }
  }
  if (wanted.system !== undefined) {
    throw new CannotRun(
      `The account cannot enter the system ${wanted.system}`,
      `Give --system one of ${listed(seen)}, or another --organization.`,
    )
  }
  return { orgId: candidates[0]?.id, systemId: undefined }
}

interface Choice {
  id: string
  code: string
  openMode: string
}

async function organizationsOf(probe: Probe): Promise<Choice[]> {
  const query = { enabled: true }
  const organizations = await probe.success('session.listUserOrganizations', { query })
  return choicesOf(
    organizations ?? (await probe.looseRecords('session.listUserOrganizations', { query })),
    'orgId',
    'orgCode',
  )
}

async function systemsOf(probe: Probe, orgId: string): Promise<Choice[]> {
  const query = { orgId }
  const systems = await probe.success('session.listSystems', { query })
  return choicesOf(systems ?? (await probe.looseRecords('session.listSystems', { query })), 'id', 'code')
}

function choicesOf(records: readonly Record<string, unknown>[], id: string, code: string): Choice[] {
  return records
    .map((record) => ({
      id: String(record[id] ?? ''),
      code: String(record[code] ?? ''),
      openMode: String(record.openMode ?? ''),
    }))
    .filter((choice) => choice.id !== '')
}

function listed(choices: readonly Choice[]): string {
  const known = [...new Set(choices.map(({ code }) => code))].filter((code) => code !== '')
  return known.length > 0 ? known.join(', ') : 'those that it has (there is none)'
}
