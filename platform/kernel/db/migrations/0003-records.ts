import { type Kysely, sql } from 'kysely'
import { makeTrigramIndexes } from '#platform/kernel/db/trigram'

/** What the lists of logs and of online users, and the versions of records, look up. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(operations).execute(db)
  await sql.raw(entries).execute(db)
  await sql.raw(words).execute(db)
  await sql.raw(sessions).execute(db)
  await makeTrigramIndexes(db, 'log_word.word')
}

/** Those that begin with the time, an organization, a person or a status hold every column that a search names: a count reads nothing else. */
const operations = `
drop index operation_log_newest;
create index operation_log_newest on operation_log (create_time desc, id desc)
  include (org_id, username, module, type, status);
drop index operation_log_organization;
create index operation_log_organization on operation_log (org_id, create_time desc, id desc)
  include (username, module, type, status);
create index operation_log_operator on operation_log (username, org_id, status, create_time desc, id desc)
  include (module, type);
create index operation_log_module on operation_log (module, type, create_time desc, id desc);
create index operation_log_type on operation_log (type, create_time desc, id desc);
create index operation_log_status on operation_log (status, create_time desc, id desc)
  include (org_id, username, module, type);
create index operation_log_subject on operation_log (subject_id, create_time desc) where subject_id is not null;
`

const entries = `
drop index login_log_newest;
create index login_log_newest on login_log (login_time desc, id desc)
  include (account_id, user_name, request_ip, login_result);
drop index login_log_account;
create index login_log_account on login_log (account_id, login_time desc, id desc);
create index login_log_user on login_log (user_name, login_time desc, id desc)
  include (account_id, request_ip, login_result);
create index login_log_address on login_log (request_ip, login_time desc, id desc)
  include (account_id, user_name, login_result);
create index login_log_abnormal on login_log (login_time desc, id desc) where login_result <> '1';
`

/** Each word of the logs once, for 'contains' searches. A statement adds what it brings; upkeep takes away what is left over. */
const words = `
create table log_word (
  kind text not null,
  word text not null,
  primary key (kind, word)
);
create function keep_operation_words() returns trigger language plpgsql as $$
begin
  insert into log_word (kind, word)
  select distinct kind, word from added
  cross join lateral (values ('module', module), ('type', type), ('operator', username)) as named (kind, word)
  on conflict do nothing;
  return null;
end
$$;
create trigger keep_words after insert on operation_log
  referencing new table as added for each statement execute function keep_operation_words();
create function keep_login_words() returns trigger language plpgsql as $$
begin
  insert into log_word (kind, word)
  select distinct kind, word from added
  cross join lateral (values ('login', user_name), ('address', request_ip)) as named (kind, word)
  on conflict do nothing;
  return null;
end
$$;
create trigger keep_words after insert on login_log
  referencing new table as added for each statement execute function keep_login_words();
insert into log_word (kind, word)
  select 'module', module from operation_log union select 'type', type from operation_log
  union select 'operator', username from operation_log union select 'login', user_name from login_log
  union select 'address', request_ip from login_log;
`

const sessions = `
create index session_live on session (login_time desc, token_hash) where ended_at is null;
`
