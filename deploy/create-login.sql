-- The shop's login, which owns its database and is no superuser: row-level security and the append-only audit log bind it,
-- and a fault in a query cannot read the server's files. PostgreSQL's image runs this once, when it creates the database
-- that POSTGRES_DB names. It may run again; docs/deploying.md says when.
\getenv password POSTGRES_PASSWORD
begin;
do $$
begin
  if not exists (select from pg_roles where rolname = 'shop') then create role shop; end if;
end $$;
alter role shop with login createrole nosuperuser nocreatedb noreplication nobypassrls password :'password';
-- Roles that the shop made as superuser before: it becomes the first three, and has the rights of the fourth.
do $$
declare
  name text;
begin
  for name in select rolname from pg_roles where rolname in ('anon', 'authenticated', 'service_role', 'shop_triggers') loop
    execute format('grant %I to shop with %s', name,
      case name when 'shop_triggers' then 'inherit true, set false' else 'inherit false, set true' end);
  end loop;
  execute format('alter database %I owner to shop', current_database());
  -- From here on the superuser is reached inside the container only, unless programs still use it over the network.
  if not exists (select from pg_stat_activity where usename = current_user and client_addr is not null) then
    execute format('alter role %I password null', current_user);
  end if;
end $$;
commit;
