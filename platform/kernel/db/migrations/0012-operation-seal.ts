import { type Kysely, sql } from 'kysely'

/** Each entry of the operation log carries the seal of the one before; older entries get theirs at the next start. */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    `alter table operation_log add column seq bigint, add column seal text, add column seal_key text`,
    `create index operation_log_seq on operation_log (seq)`,
    `create table operation_head (
       only_row boolean primary key default true check (only_row),
       seq bigint not null, seal text not null,
       pruned_seq bigint not null, pruned_seal text not null,
       key text not null, mac text not null)`,
    `insert into operation_head (seq, seal, pruned_seq, pruned_seal, key, mac) values (0, '', 0, '', '', '')`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
