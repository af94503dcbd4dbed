-- The schema of internals, the clock, change notifications, the audit log, settings and rate limits.

-- The APIs expose no table of `private`.
create schema if not exists private;
grant usage on schema private to anon, authenticated, service_role;

-- Trigger functions run as the owner of the tables. Policies name this role, of which the owner is a member, so that a dump
-- restored under another login still works. A hosted project has no migrations of `auth` that create it.
do $$ begin
  if not exists (select from pg_roles where rolname = 'shop_triggers') then
    create role shop_triggers nologin noinherit;
  end if;
  if not pg_has_role(current_user, 'shop_triggers', 'USAGE') then
    grant shop_triggers to current_user;
  end if;
end $$;

-- One row. A rehearsal may advance the clock; live it stays at zero.
create table private.clock (
  only_row boolean primary key default true check (only_row),
  ahead interval not null default '0'
);
insert into private.clock default values;

-- The current time of the shop: rules, policies and expiries use it instead of now().
create function public.shop_now() returns timestamptz language sql stable as
$$ select now() + coalesce((select ahead from private.clock), interval '0') $$;
grant execute on function public.shop_now() to anon, authenticated, service_role;

-- Settings the owner changed from the defaults of the configuration file.
create table private.settings (
  name text primary key check (name ~ '^[a-z][a-z0-9_.]*$'),
  value jsonb not null,
  updated_at timestamptz not null default now()
);

-- Requests per name, key and window, shared by all instances. Unlogged: a crash may lose counts.
create unlogged table private.rate_limits (
  bucket text not null,
  key text not null,
  window_start timestamptz not null,
  count integer not null default 0,
  primary key (bucket, key, window_start)
);

-- Leaky buckets, such as one e-mail of a kind to an address a minute. Keys are keyed hashes: the table holds no addresses.
create table private.leaky_buckets (
  kind text not null,
  key_hash text not null,
  last_token_at timestamptz not null,
  primary key (kind, key_hash)
);

-- Refused attacks, counted by day: a forged payment event leaves no other trace.
create table private.security_events (
  day date not null default current_date,
  kind text not null,
  times bigint not null default 1,
  last_at timestamptz not null default now(),
  primary key (day, kind)
);

-- Who changed what, when, from which values to which. Rows are only added.
create table private.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default public.shop_now(),
  actor uuid,
  actor_role text,
  request_id text,
  ip text,
  table_name text not null,
  row_id text,
  action text not null,
  before jsonb,
  after jsonb
);
create index audit_log_row_idx on private.audit_log (table_name, row_id, id);

do $$
declare name text;
begin
  foreach name in array array['clock', 'settings', 'rate_limits', 'leaky_buckets', 'security_events', 'audit_log'] loop
    execute format('alter table private.%I enable row level security', name);
    execute format('alter table private.%I force row level security', name);
    execute format('create policy "service_role may do everything" on private.%I for all to service_role
      using (true) with check (true)', name);
  end loop;
end $$;
grant select on private.clock to anon, authenticated;
grant select, update on private.clock to service_role;
grant select, insert, update, delete on private.settings, private.rate_limits, private.leaky_buckets,
  private.security_events to service_role;
grant select, insert on private.audit_log to service_role;
create policy "every caller may read" on private.clock for select to anon, authenticated using (true);
create policy "triggers may read" on private.clock for select to shop_triggers using (true);
create policy "triggers may read" on private.settings for select to shop_triggers using (true);
create policy "triggers may insert" on private.audit_log for insert to shop_triggers with check (true);

-- Notifies every instance that data of pages changed; the payload is the table's name.
create function private.notify_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('shop_changed', tg_table_name);
  return null;
end $$;
create trigger notify_change after insert or update or delete on private.clock
  for each statement execute function private.notify_change();
create trigger notify_change after insert or update or delete on private.settings
  for each statement execute function private.notify_change();

-- Adds one row to the audit log per changed row; of an update, the changed columns only. The argument names the key column.
-- Columns that follow from others and the times of readings are no changes. `note` is left out: what the owner writes there
-- is deleted with the customer's account, and the log is never deleted from.
create function private.audit() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - 'note' end;
  is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - 'note' end;
  changed_from jsonb := was;
  changed_to jsonb := is_now;
begin
  if tg_op = 'UPDATE' then
    select coalesce(jsonb_object_agg(key, was -> key), '{}'), coalesce(jsonb_object_agg(key, value), '{}')
      into changed_from, changed_to
      from jsonb_each(is_now)
     where value is distinct from was -> key
       and key not in ('version', 'updated_at', 'payment_read_at', 'read_at', 'order_view');
    if changed_to = '{}'::jsonb then return null; end if;
  end if;
  insert into private.audit_log (actor, actor_role, request_id, ip, table_name, row_id, action, before, after)
  values (auth.uid(), auth.role(), nullif(current_setting('request.id', true), ''),
    nullif(current_setting('request.ip', true), ''), tg_table_name,
    coalesce(is_now, was) ->> tg_argv[0], lower(tg_op), changed_from, changed_to);
  return null;
end $$;
revoke all on function private.audit() from public;
create trigger audit after insert or update or delete on private.settings
  for each row execute function private.audit('name');
