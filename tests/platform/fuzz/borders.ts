import { run as bulk } from '#contracts/bulk'
import { ofOneOrganization } from '#contracts/registry'
import type { Row, RowChange } from './changes.ts'
import { type Outcome, succeeded } from './outcome.ts'
import { described } from './rules.ts'
import type { Standing } from './standing.ts'

/** What belongs to nobody. */
const common = ['operation_head', 'revision', 'log_word', 'quota']

/** What holds for whoever is no super administrator, by what they were before the call. */
export function crossedBorders(outcome: Outcome, standing: Standing): string[] {
  const { endpoint } = outcome
  const seen = foreignIds(outcome, standing)
  if (!succeeded(outcome) || (endpoint?.operation === undefined && endpoint !== bulk)) return seen
  if (endpoint !== undefined && endpoint.permissions.length > 0 && standing.managed.size === 0)
    return [...seen, 'succeeds without the permission']
  const made = new Set(
    outcome.changes
      .filter(({ table, operation }) => table === 'organization' && operation === 'INSERT')
      .map(({ after }) => String(after?.id)),
  )
  const foreign = outcome.changes.filter((change) => !isOwn(change, outcome, standing, made))
  return [...seen, ...described('changes what belongs to others:', foreign)]
}

/** Ids of records of other organizations in the answer, which the request did not bring along. */
function foreignIds({ request, text }: Outcome, { own, owners, accountId }: Standing): string[] {
  const asked = `${request.path} ${request.headers.business ?? ''} ${String(request.body ?? '')}`
  const ids = new Set(text.match(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g))
  return [...ids]
    .filter((id) => id !== accountId && !asked.includes(id))
    .filter((id) => {
      const orgs = owners.get(id)
      return orgs !== undefined && orgs.size > 0 && ![...orgs].some((org) => own.has(org))
    })
    .map((id) => `tells the id ${id} of another organization's record`)
}

function isOwn(change: RowChange, outcome: Outcome, standing: Standing, made: ReadonlySet<string>): boolean {
  const rows = [change.before, change.after].filter((row) => row !== null)
  const reaches = (org: unknown) => standing.managed.has(String(org)) || made.has(String(org))
  const every = (holds: (row: Row) => boolean) => rows.every(holds)
  if (ofOneOrganization.includes(change.table)) return every(({ org_id }) => reaches(org_id))
  switch (change.table) {
    case 'organization':
      return every(({ id }) => reaches(id))
    case 'membership':
    case 'account_role':
      return every(({ org_id }) => reaches(org_id))
    case 'role_node':
      return every(({ role_id }) => reaches(orgOfRole(String(role_id), outcome, standing)))
    case 'account':
      return mayChangeAccount(change, standing)
    case 'session':
      return every(({ account_id }) => isOnlyTheirs(String(account_id), standing))
    case 'sms_code':
      return every(({ account_id }) => isOnlyTheirs(String(account_id), standing))
    case 'image':
    case 'discovery_job':
    case 'preference':
    // Each row of a bulk action has one.
    case 'idempotency_key':
      return every(({ account_id }) => account_id === standing.accountId)
    case 'bin':
      return every(
        ({ deleted_by, org_ids }) =>
          deleted_by === standing.accountId || (org_ids as unknown[]).every(reaches),
      )
    case 'operation_log':
      return every(
        ({ account_id, org_id }) =>
          account_id === standing.accountId && (org_id === null || standing.own.has(String(org_id))),
      )
    // What is used by many organizations, or was made by a super administrator, is everybody's.
    case 'application':
    case 'system_config':
      return every(({ made_in }) => reaches(made_in))
    case 'pool_resource':
      return every(({ system_code }) => reaches(standing.systemOf.get(String(system_code))))
    case 'menu_node':
    case 'application_resource':
      return every(({ app_id }) => isAddedApplication(outcome, app_id))
    default:
      return common.includes(change.table)
  }
}

function isAddedApplication({ changes }: Outcome, id: unknown): boolean {
  return changes.some(
    (change) => change.table === 'application' && change.operation === 'INSERT' && change.after?.id === id,
  )
}

function orgOfRole(id: string, { changes }: Outcome, { orgOf }: Standing): unknown {
  const made = changes.find(({ table, after }) => table === 'role' && after?.id === id)
  return orgOf.get(id) ?? made?.after?.org_id
}

/** Oneself, somebody new, or somebody who is in managed organizations only: an account is one for all of its own. */
function mayChangeAccount({ operation, before, after }: RowChange, standing: Standing): boolean {
  if (before?.super === true || after?.super === true) return false
  return operation === 'INSERT' || isOnlyTheirs(String(before?.id), standing)
}

function isOnlyTheirs(accountId: string, { managed, membershipsOf, accountId: self }: Standing): boolean {
  const orgs = [...(membershipsOf.get(accountId) ?? [])]
  return accountId === self || (orgs.length > 0 && orgs.every((org) => managed.has(org)))
}
