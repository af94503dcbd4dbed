-- The three roles every request runs under, and what a policy may ask of the caller.
-- Roles belong to the whole cluster, so each may be there already; none may log in or go round row-level security.
-- Two databases of one cluster may be made at the same moment, so a clash over a role is tried again.
do $$
declare
  role_name text;
  knows_set constant boolean := current_setting('server_version_num')::int >= 160000;
begin
  foreach role_name in array array['anon', 'authenticated', 'service_role'] loop
    for attempt in 1..20 loop
      begin
        if not exists (select from pg_roles where rolname = role_name) then
          execute format('create role %I nologin noinherit', role_name);
        end if;
        -- To become them, not to have their rights all the time; before 16 a membership could not say so.
        -- Where somebody else made the roles and granted them, there is nothing left to do, nor a right to do it.
        if not pg_has_role(current_user, role_name, case when knows_set then 'SET' else 'MEMBER' end) then
          execute format('grant %I to current_user%s', role_name,
            case when knows_set then ' with inherit false, set true' else '' end);
        end if;
        exit;
      exception when duplicate_object or unique_violation or internal_error then
        if attempt = 20 then raise; end if;
        perform pg_sleep(0.05);
      end;
    end loop;
  end loop;
end $$;

-- The name functions later migrations lean on: a schema of internals no API shows.
create schema if not exists private;
create schema auth;
grant usage on schema auth, private to anon, authenticated, service_role;
grant usage on schema public to anon, authenticated, service_role;
revoke create on schema public from public;

create function auth.jwt() returns jsonb language sql stable as
$$ select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb $$;

create function auth.uid() returns uuid language sql stable as
$$ select nullif(auth.jwt() ->> 'sub', '')::uuid $$;

create function auth.role() returns text language sql stable as
$$ select nullif(auth.jwt() ->> 'role', '') $$;
