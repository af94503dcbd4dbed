-- The roles of requests and of triggers, and what a policy may ask about the caller.
-- Roles belong to the whole cluster, so each may exist already. None may log in or bypass row-level security. Two databases
-- of one cluster may be migrated at the same moment, so a conflict over a role is tried again.
do $$
declare
  role_name text;
  -- Until PostgreSQL 15 a membership could not say which of the two it grants: the role's rights, or `set role`.
  has_options constant boolean := current_setting('server_version_num')::int >= 160000;
begin
  foreach role_name in array array['anon', 'authenticated', 'service_role', 'shop_triggers'] loop
    for attempt in 1..20 loop
      begin
        if not exists (select from pg_roles where rolname = role_name) then
          execute format('create role %I nologin noinherit', role_name);
        end if;
        -- A request becomes one of the first three; trigger functions always have the rights of the fourth.
        -- Where an administrator of the cluster granted the roles, nothing is left to grant, and no right to grant it.
        if role_name = 'shop_triggers' and not pg_has_role(current_user, role_name, 'USAGE') then
          execute format('grant %I to current_user%s', role_name,
            case when has_options then ' with inherit true, set false' else '' end);
        elsif role_name <> 'shop_triggers'
            and not pg_has_role(current_user, role_name, case when has_options then 'SET' else 'MEMBER' end) then
          execute format('grant %I to current_user%s', role_name,
            case when has_options then ' with inherit false, set true' else '' end);
        end if;
        exit;
      exception
        when insufficient_privilege then
          raise insufficient_privilege using message = format('as a superuser, run "create role %I nologin" '
            'where it is missing, and "grant %I to %I"', role_name, role_name, current_user);
        when duplicate_object or unique_violation or internal_error then
          if attempt = 20 then raise; end if;
          perform pg_sleep(0.05);
      end;
    end loop;
  end loop;
end $$;

create schema auth;
grant usage on schema auth to anon, authenticated, service_role;
grant usage on schema public to anon, authenticated, service_role;
revoke create on schema public from public;

-- The claims of the request's token.
create function auth.jwt() returns jsonb language sql stable as
$$ select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb $$;

create function auth.uid() returns uuid language sql stable as
$$ select nullif(auth.jwt() ->> 'sub', '')::uuid $$;

create function auth.role() returns text language sql stable as
$$ select nullif(auth.jwt() ->> 'role', '') $$;
