import { codes } from '#contracts/envelope'
import type { Queries } from '#platform/kernel/db/schema'
import type { State } from '#platform/kernel/http/version'
import { Refusal } from '#platform/kernel/refusal'

/** An application: its own fields, and those of the root of its tree. */
export type Application = NonNullable<Awaited<ReturnType<typeof findApplication>>>

/** Applications are everybody's: whoever has the permission may know that there is none, hence a Refusal 404. */
export async function applicationById(db: Queries, id: string): Promise<Application> {
  const application = await findApplication(db, id)
  if (application === undefined) throw new Refusal(codes.notFound, 'notFound')
  return application
}

async function findApplication(db: Queries, id: string) {
  return applicationRows(db)
    .where('a.id', '=', id)
    .select(['n.id', 'n.name', 'n.code', 'n.icon', 'n.enabled', 'n.inside_flag'])
    .select(['a.type', 'a.app_mode', 'a.open_mode', 'a.app_url_address'])
    .executeTakeFirst()
}

export function applicationRows(db: Queries) {
  return db.selectFrom('application as a').innerJoin('menu_node as n', 'n.id', 'a.id')
}

export function isBuiltIn(application: Application): boolean {
  return application.inside_flag === '0'
}

export function builtIn(): Refusal {
  return new Refusal(codes.conflict, 'builtInApplication')
}

/** `resources` are the ids of those taken. */
export function stateOf(
  { name, code, icon, enabled }: Pick<Application, 'name' | 'code' | 'icon' | 'enabled'>,
  resources: readonly string[],
): State {
  return { name, code, icon, enabled, resources }
}
