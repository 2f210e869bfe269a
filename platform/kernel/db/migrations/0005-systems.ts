import { type Kysely, sql } from 'kysely'

/** What the platform is made of: systems, their resources, the applications that take these, and pictures. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(systems).execute(db)
  await sql.raw(pool).execute(db)
  await sql.raw(images).execute(db)
  await sql.raw(taken).execute(db)
}

const systems = `
create table system_config (
  id text primary key,
  code text not null,
  name text not null,
  version text not null,
  type smallint not null check (type in (0, 1)),
  port integer check (port between 0 and 65535),
  host_name text,
  enable boolean not null,
  created_time timestamptz not null
);
create unique index system_config_code_key on system_config (lower(code));
create index system_config_newest on system_config (created_time desc, id desc);
create trigger revise after insert or update or delete on system_config execute function bump_revision();
alter table application add column theme_code text;
create trigger revise after insert or update or delete on application execute function bump_revision();
`

/** A resource belongs to at most one application, since its codes become those of menu nodes. */
const pool = `
create table pool_resource (
  id text primary key,
  system_code text not null,
  pid text references pool_resource on delete cascade,
  type smallint not null check (type in (2, 3)),
  method text,
  name text not null,
  path text,
  code text not null,
  description text,
  sort integer not null default 1,
  created_time timestamptz not null
);
create unique index pool_resource_code_key on pool_resource (system_code, code);
create unique index pool_resource_path_key on pool_resource (system_code, coalesce(method, ''), path);
create index pool_resource_parent on pool_resource (pid);

create table application_resource (
  resource_id text primary key references pool_resource,
  app_id text not null references application on delete cascade
);
create index application_resource_application on application_resource (app_id);

alter table menu_node add column resource_id text references pool_resource on delete set null;
create index menu_node_resource on menu_node (resource_id);
`

const images = `
create table image (
  id text primary key,
  type text not null,
  bytes bytea not null,
  account_id text not null,
  created_time timestamptz not null
);
create index image_age on image (created_time);
`

/**
 * What applications hold already becomes theirs in the pool as well, so that they can be edited like any other: each
 * page with its buttons, under the ids of the nodes. The first of several that share a path keeps it.
 */
const taken = `
insert into pool_resource (id, system_code, pid, type, method, name, path, code, description, sort, created_time)
  select id, system_code, pid, type, method, name,
    case when row_number() over (partition by system_code, coalesce(method, ''), path order by type, id) = 1 then path end,
    code, description, sort, created_time
  from (
    select n.id, split_part(coalesce(page.code, n.code), '.', 1) as system_code, page.id as pid, n.type, n.method,
      n.name, n.path, n.code, n.description, n.sort, n.created_time
    from menu_node n
    left join menu_node page on page.id = n.pid and page.type = 2 and n.type = 3
    where n.type = 2 or page.id is not null
  ) as held;
update menu_node set resource_id = id where exists (select 1 from pool_resource r where r.id = menu_node.id);
insert into application_resource (resource_id, app_id)
  select n.id, n.app_id from menu_node n join application a on a.id = n.app_id
  where n.type = 2 and n.resource_id is not null;
insert into system_config (id, code, name, version, type, enable, created_time)
  select id, code, name, '1.0.0', 0, true, created_time from menu_node
  where type = 0 and code = 'uia' and inside_flag = '0';
`
