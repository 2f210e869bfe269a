import { type Kysely, sql } from 'kysely'

/**
 * Who has a role, and what roles they have besides in its organization, both in the order of the accounts: so that the holders of
 * one among a million are counted without being gathered and sorted. They take the places of two that began alike.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(holders).execute(db)
}

const holders = `
create index account_role_holders on account_role (role_id, account_id);
create index account_role_place on account_role (org_id, account_id, role_id);
drop index account_role_role;
drop index account_role_membership;
`
