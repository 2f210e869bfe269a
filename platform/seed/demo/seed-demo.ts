import { after, day } from '#platform/kernel/clock'
import type { Queries } from '#platform/kernel/db/schema'
import { seedApplication } from '#platform/seed/application-tree'
import { consoleApplication } from '#platform/seed/console-tree'
import { seedAccounts } from './accounts.ts'
import { energyApplication, reportApplication } from './applications.ts'
import { seedOrganizations } from './organizations.ts'
import { seedRecords } from './records.ts'
import { seedFreeResources } from './resources.ts'
import { seedRoles } from './roles.ts'
import { seeded } from './seeded-random.ts'
import { type DemoPorts, seedSystems } from './systems.ts'

/** Stores the demo data: the same on every machine but for the times, which count back from `now`, and for the ports. */
export async function seedDemo(db: Queries, now: Date, ports?: DemoPorts): Promise<void> {
  const random = seeded(2026)
  const begin = after(now, -300 * day)
  const newId = () => random.id(begin)
  const trees = {
    uia: (await seedApplication(db, begin, newId, consoleApplication)).ids,
    ems: (await seedApplication(db, begin, newId, energyApplication)).ids,
    report: (await seedApplication(db, begin, newId, reportApplication)).ids,
  }
  const organizations = await seedOrganizations(db, now, random)
  const roleId = await seedRoles(db, now, random, organizations, trees)
  const accounts = await seedAccounts(db, now, random, organizations, roleId)
  await seedSystems(db, now, random, organizations[0]?.id ?? '', ports)
  await seedFreeResources(db, begin, newId)
  // Of its own, so that the logs tell the same when something is added to the console's tree.
  await seedRecords(db, now, seeded(2027), accounts, {
    orgId: organizations[0]?.id ?? '',
    orgName: '华东储能',
    systemId: trees.uia.get('uia') ?? '',
    systemName: consoleApplication.name,
  })
}
