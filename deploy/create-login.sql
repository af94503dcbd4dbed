-- The shop's login, which owns its database and is no superuser: row-level security and the append-only audit log bind it,
-- and a fault in a query cannot read the server's files. PostgreSQL's image runs this once, when it creates the database
-- that POSTGRES_DB names. It may run again; docs/operating/deploying.md says when.
\getenv password POSTGRES_PASSWORD
begin;
do $$
begin
  if not exists (select from pg_roles where rolname = 'shop') then create role shop; end if;
end $$;
alter role shop with login createrole nosuperuser nocreatedb noreplication nobypassrls password :'password';
-- Roles that the shop made as superuser before: it becomes the first three, and has the rights of the fourth. Until PostgreSQL 15
-- a membership cannot say which.
do $$
declare
  name text;
  has_options constant boolean := current_setting('server_version_num')::int >= 160000;
begin
  for name in select rolname from pg_roles where rolname in ('anon', 'authenticated', 'service_role', 'shop_triggers') loop
    execute format('grant %I to shop%s', name, case
      when not has_options then ''
      when name = 'shop_triggers' then ' with inherit true, set false'
      else ' with inherit false, set true' end);
  end loop;
  execute format('alter database %I owner to shop', current_database());
  -- In PostgreSQL's image, which has no network while this runs first: from here on the superuser is reached inside the container
  -- only. On any other server its password is not the shop's to remove.
  if current_setting('listen_addresses') = '' then
    execute format('alter role %I password null', current_user);
  end if;
end $$;
commit;
