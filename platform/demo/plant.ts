import { plantApplication } from '#platform/application-tree'
import { after, day } from '#platform/clock'
import { consoleApplication } from '#platform/console-tree'
import type { Queries } from '#platform/db/schema'
import { plantAccounts } from './accounts.ts'
import { energyApplication, reportApplication } from './applications.ts'
import { plantOrganizations } from './organizations.ts'
import { plantRecords } from './records.ts'
import { plantRoles } from './roles.ts'
import { seeded } from './seeded.ts'
import { type DemoPorts, plantSystems } from './systems.ts'

/** Stores the demo data: the same on every machine but for the times, which count back from `now`, and for the ports. */
export async function plantDemo(db: Queries, now: Date, ports?: DemoPorts): Promise<void> {
  const chance = seeded(2026)
  const begin = after(now, -300 * day)
  const newId = () => chance.id(begin)
  const trees = {
    uia: await plantApplication(db, begin, newId, consoleApplication),
    ems: await plantApplication(db, begin, newId, energyApplication),
    report: await plantApplication(db, begin, newId, reportApplication),
  }
  const organizations = await plantOrganizations(db, now, chance)
  const roleId = await plantRoles(db, now, chance, organizations, trees)
  const accounts = await plantAccounts(db, now, chance, organizations, roleId)
  await plantSystems(db, now, chance, ports)
  await plantRecords(db, now, chance, accounts, {
    orgId: organizations[0]?.id ?? '',
    orgName: '华东储能',
    systemId: trees.uia.get('uia') ?? '',
    systemName: consoleApplication.name,
  })
}
