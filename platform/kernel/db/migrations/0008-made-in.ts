import { type Kysely, sql } from 'kysely'

/** Where applications and systems were added, by others than super administrators; and nodes by the system they name. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(madeIn).execute(db)
}

const madeIn = `
alter table application add column made_in text references organization on delete set null;
alter table system_config add column made_in text references organization on delete set null;
create index application_made_in on application (made_in) where made_in is not null;
create index system_config_made_in on system_config (made_in) where made_in is not null;
create index menu_node_system on menu_node (lower(split_part(code, '.', 1)));
`
