import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(people).execute(db)
  await sql.raw(permissions).execute(db)
  await sql.raw(sessions).execute(db)
  await sql.raw(logs).execute(db)
  await sql.raw(revision).execute(db)
}

const people = `
create table organization (
  id text primary key,
  code text not null,
  name text not null,
  remark text,
  enabled boolean not null,
  created_time timestamptz not null
);
create unique index organization_code_key on organization (lower(code));
create index organization_newest on organization (created_time desc, id desc);

create table department (
  id text primary key,
  org_id text not null references organization,
  code text not null,
  name text not null,
  remark text,
  enabled boolean not null,
  created_time timestamptz not null,
  unique (org_id, id)
);
create unique index department_code_key on department (org_id, lower(code));
create index department_newest on department (created_time desc, id desc);

create table account (
  id text primary key,
  account text not null,
  name text,
  phone text,
  email text,
  company text,
  head_img text,
  enabled boolean not null,
  super boolean not null default false,
  desensitization boolean not null default false,
  password_hash text not null,
  created_time timestamptz not null
);
create unique index account_account_key on account (lower(account));
create index account_newest on account (created_time desc, id desc);

create table membership (
  account_id text not null references account on delete cascade,
  org_id text not null references organization,
  dept_id text,
  primary key (account_id, org_id),
  foreign key (org_id, dept_id) references department (org_id, id)
);
create index membership_organization on membership (org_id, account_id);
create index membership_department on membership (dept_id);
`

const permissions = `
create table menu_node (
  id text primary key,
  app_id text not null references menu_node on delete cascade,
  pid text references menu_node on delete cascade,
  name text not null,
  code text not null,
  path text,
  type smallint not null check (type between 0 and 4),
  icon text,
  sort integer not null default 1,
  method text,
  component text,
  link_url text,
  i_frame text,
  discover_type text,
  description text,
  enabled boolean not null,
  inside_flag text,
  create_type text,
  created_time timestamptz not null,
  check ((type = 0) = (pid is null)),
  check ((type = 0) = (id = app_id))
);
create unique index menu_node_code_key on menu_node (code);
create index menu_node_application on menu_node (app_id);
create index menu_node_parent on menu_node (pid);

create table application (
  id text primary key references menu_node on delete cascade,
  type text,
  app_mode text,
  open_mode text,
  app_url_address text
);

create table role (
  id text primary key,
  org_id text not null references organization,
  dept_id text,
  name text not null,
  description text,
  role_type text,
  leader text,
  created_time timestamptz not null,
  unique (org_id, id),
  foreign key (org_id, dept_id) references department (org_id, id)
);
create unique index role_name_key on role (org_id, lower(name));
create index role_newest on role (created_time desc, id desc);

create table role_node (
  role_id text not null references role on delete cascade,
  node_id text not null references menu_node on delete cascade,
  primary key (role_id, node_id)
);
create index role_node_node on role_node (node_id);

create table account_role (
  account_id text not null,
  org_id text not null,
  role_id text not null,
  primary key (account_id, role_id),
  foreign key (account_id, org_id) references membership (account_id, org_id) on delete cascade,
  foreign key (org_id, role_id) references role (org_id, id) on delete cascade
);
create index account_role_role on account_role (role_id);
create index account_role_membership on account_role (account_id, org_id);
`

const sessions = `
create table session (
  token_hash text primary key,
  account_id text not null,
  ip text not null,
  agent text not null,
  login_time timestamptz not null,
  last_seen timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  org_id text,
  system_id text
);
create index session_account on session (account_id);
create index session_expiry on session (expires_at);

create table captcha (
  key text primary key,
  answer text not null,
  expires_at timestamptz not null
);
create index captcha_expiry on captcha (expires_at);

create table sign_in_attempt (
  account text not null,
  address text not null,
  failures integer not null,
  last_at timestamptz not null,
  locked_until timestamptz,
  primary key (account, address)
);
create index sign_in_attempt_age on sign_in_attempt (last_at);
`

const logs = `
create table login_log (
  id text primary key,
  account_id text,
  user_name text not null,
  request_ip text not null,
  agent text not null,
  login_result text not null,
  login_time timestamptz not null
);
create index login_log_newest on login_log (login_time desc, id desc);
create index login_log_account on login_log (account_id);

create table operation_log (
  id text primary key,
  account_id text not null,
  username text not null,
  org_id text,
  org_name text,
  system_id text,
  system_name text,
  module text not null,
  type text not null,
  method text not null,
  path text not null,
  request_ip text not null,
  status text not null,
  subject_id text,
  subject_name text,
  changes jsonb,
  create_time timestamptz not null
);
create index operation_log_newest on operation_log (create_time desc, id desc);
create index operation_log_organization on operation_log (org_id, create_time desc, id desc);
`

/** The counter that menus' ETags rest on: part of the transaction that changes what a menu may show. */
const revision = `
create table revision (
  only_row boolean primary key default true check (only_row),
  value integer not null
);
insert into revision (value) values (1);
create function bump_revision() returns trigger language plpgsql as $$
begin
  update revision set value = value + 1;
  return null;
end
$$;
create trigger revise after insert or update or delete on membership execute function bump_revision();
create trigger revise after insert or update or delete on menu_node execute function bump_revision();
create trigger revise after insert or update or delete on role_node execute function bump_revision();
create trigger revise after insert or update or delete on account_role execute function bump_revision();
create trigger revise after update or delete on organization execute function bump_revision();
create trigger revise after update of super, enabled on account execute function bump_revision();
`
