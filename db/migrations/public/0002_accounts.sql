-- Administrators, second factors in policies, and the tables accounts need beside GoTrue's.

-- Roles are granted by the service and the command line, never over the API.
create table public.user_roles (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  role text not null check (role in ('admin')),
  created_at timestamptz not null default now(),
  unique (user_id, role)
);
alter table public.user_roles enable row level security;
alter table public.user_roles force row level security;
revoke all on public.user_roles from anon, authenticated;
grant select on public.user_roles to authenticated;
grant select, insert, update, delete on public.user_roles to service_role;
create policy "users see their own roles" on public.user_roles for select to authenticated
  using (user_id = (select auth.uid()));
create policy "service_role may do everything" on public.user_roles for all to service_role using (true) with check (true);
create trigger audit after insert or update or delete on public.user_roles
  for each row execute function private.audit('user_id');

-- One row. What policies require of administrators; the server writes its configuration here at start.
create table private.access_rules (
  only_row boolean primary key default true check (only_row),
  admin_mfa_required boolean not null default false
);
insert into private.access_rules default values;

-- Whether the caller has shown a second factor. Token and session must both say so: an old token keeps its level after a
-- session's level changed. A token without a session comes from the service.
create function private.has_second_factor() returns boolean language sql stable as $$
  select coalesce(auth.jwt() ->> 'aal' = 'aal2', false) and (
    auth.jwt() ->> 'session_id' is null
    or exists (select from auth.sessions
      where id = (auth.jwt() ->> 'session_id')::uuid and user_id = auth.uid() and aal = 'aal2'))
$$;

-- Whether the caller's account has a verified second factor that this session has not shown.
create function private.needs_second_factor() returns boolean language sql stable as $$
  select not private.has_second_factor()
    and exists (select from auth.mfa_factors where user_id = auth.uid() and status = 'verified')
$$;

-- Whether the caller is an administrator: has the role, needs no second factor and, with ADMIN_MFA=required, has shown one.
-- Runs with the rights of the caller, who may read its own roles.
create function private.is_admin() returns boolean language sql stable as $$
  select exists (select from public.user_roles where user_id = auth.uid() and role = 'admin')
    and not private.needs_second_factor()
    and (private.has_second_factor() or not (select admin_mfa_required from private.access_rules))
$$;

-- Keys that sign users' tokens. The private half is encrypted under JWT_SECRET, so every instance can use it.
create table private.signing_keys (
  kid text primary key,
  algorithm text not null check (algorithm in ('ES256', 'RS256')),
  public_jwk jsonb not null,
  sealed_private_jwk text not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);
create trigger notify_change after insert or update or delete on private.signing_keys
  for each statement execute function private.notify_change();

-- Consecutive wrong passwords by address (a keyed hash) and device: one known for that account, or all others together.
-- They delay further attempts and lock no account.
create table private.sign_in_failures (
  key text primary key,
  failures integer not null,
  last_failed_at timestamptz not null,
  next_try_at timestamptz not null
);
create index sign_in_failures_last_idx on private.sign_in_failures (last_failed_at);

-- Devices an account was signed in from: a keyed hash of network and program.
create table private.known_devices (
  user_id uuid not null references auth.users on delete cascade,
  device_hash text not null,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  primary key (user_id, device_hash)
);

do $$
declare name text;
begin
  foreach name in array array['access_rules', 'signing_keys', 'sign_in_failures', 'known_devices'] loop
    execute format('alter table private.%I enable row level security', name);
    execute format('alter table private.%I force row level security', name);
    execute format('create policy "service_role may do everything" on private.%I for all to service_role
      using (true) with check (true)', name);
  end loop;
end $$;
grant select on private.access_rules to authenticated;
create policy "users may read" on private.access_rules for select to authenticated using (true);
grant select, update on private.access_rules to service_role;
grant select, insert, update, delete on private.signing_keys, private.sign_in_failures, private.known_devices
  to service_role;
