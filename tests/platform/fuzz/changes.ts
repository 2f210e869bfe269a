import { sql } from 'kysely'
import type { Database } from '#platform/kernel/db/schema'

export type Row = Readonly<Record<string, unknown>>

/** A row that a committed transaction has added, changed or deleted; bytes are left out. */
export interface RowChange {
  table: string
  operation: 'INSERT' | 'UPDATE' | 'DELETE'
  before: Row | null
  after: Row | null
}

/**
 * Triggers on every table of the platform note each row that changes, in the transaction that changes it: what is rolled
 * back is not noted, what an `on delete cascade` takes along is. An update that changes nothing is no change.
 */
export async function watchChanges(db: Database): Promise<void> {
  await sql.raw(notes).execute(db)
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%'`.execute(
    db,
  )
  for (const { name } of rows) {
    const table = sql.table(name)
    await sql`create trigger watch after insert or update or delete on ${table}
      for each row execute function fuzz.note()`.execute(db)
  }
}

/** The changes since the last time this was asked, in their order. */
export async function newChanges(db: Database): Promise<RowChange[]> {
  const { rows } = await sql<RowChange>`
    with fresh as (update fuzz.change set told = true where not told returning *)
    select table_name as table, operation, before, after from fresh order by number`.execute(db)
  return rows
}

/** Puts everything back that has changed since the last time, told or not. */
export async function undoChanges(db: Database): Promise<void> {
  await sql`select fuzz.undo()`.execute(db)
}

const notes = `
create schema fuzz;
create table fuzz.change (
  number bigint generated always as identity primary key,
  table_name text not null,
  operation text not null,
  before jsonb,
  after jsonb,
  told boolean not null default false
);
create function fuzz.note() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old is not distinct from new then return null; end if;
  insert into fuzz.change (table_name, operation, before, after) values (tg_table_name, tg_op,
    case when tg_op <> 'INSERT' then to_jsonb(old) - 'bytes' end,
    case when tg_op <> 'DELETE' then to_jsonb(new) - 'bytes' end);
  return null;
end
$$;
create function fuzz.undo() returns void language plpgsql
  -- No foreign keys, cascades or triggers: rows go back one by one, the last change first.
  set session_replication_role = replica as $$
declare
  change record;
  same_key text;
begin
  for change in select * from fuzz.change order by number desc loop
    if change.after is not null then
      select string_agg(format('t.%1$I = r.%1$I', a.attname), ' and ') into same_key
        from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
        where i.indisprimary and i.indrelid = format('public.%I', change.table_name)::regclass;
      execute format('delete from public.%1$I t using jsonb_populate_record(null::public.%1$I, $1) r where %2$s',
        change.table_name, same_key) using change.after;
    end if;
    if change.before is not null then
      execute format('insert into public.%1$I select * from jsonb_populate_record(null::public.%1$I, $1)',
        change.table_name) using change.before;
    end if;
  end loop;
  delete from fuzz.change;
end
$$;
`
