import type { Membership } from '#contracts/account'
import type { OrganizationChoice } from '#contracts/session'

/** What organizations and departments are called, gathered as they are met: ids alone say nothing to a person. */
export class MembershipNames {
  private readonly organizations = new Map<string, string>()
  readonly departments = new Map<string, string>()

  add(choices: readonly OrganizationChoice[], memberships: readonly Membership[]): void {
    for (const { orgId, orgName } of choices) this.organizations.set(orgId, orgName)
    for (const { orgId, orgName, deptId, deptName } of memberships) {
      if (orgName) this.organizations.set(orgId, orgName)
      if (deptId && deptName) this.departments.set(deptId, deptName)
    }
  }

  text({ orgId, deptId }: { orgId: string | number; deptId?: string | number | null }): string {
    const organization = this.organizations.get(String(orgId)) ?? String(orgId)
    if (!deptId) return organization
    return `${organization} / ${this.departments.get(String(deptId)) ?? deptId}`
  }
}
