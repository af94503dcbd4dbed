-- One clock and the owner's settings.

-- Rehearsal may set the clock forward; live it stays at zero. One row.
create table private.clock (
  only_row boolean primary key default true check (only_row),
  ahead interval not null default '0'
);
insert into private.clock default values;

-- The shop's time. Rules, policies and expiries ask this and nothing else.
create function public.shop_now() returns timestamptz language sql stable as
$$ select now() + coalesce((select ahead from private.clock), interval '0') $$;
grant execute on function public.shop_now() to anon, authenticated, service_role;

-- What the owner changed of the defaults in the configuration file: a name and a value.
create table private.settings (
  name text primary key check (name ~ '^[a-z][a-z0-9_.]*$'),
  value jsonb not null,
  updated_at timestamptz not null default now()
);

-- Counts per name, key and window, shared by every instance.
create unlogged table private.rate_limits (
  bucket text not null,
  key text not null,
  window_start timestamptz not null,
  count integer not null default 0,
  primary key (bucket, key, window_start)
);

alter table private.clock enable row level security;
alter table private.clock force row level security;
alter table private.settings enable row level security;
alter table private.settings force row level security;
alter table private.rate_limits enable row level security;
alter table private.rate_limits force row level security;

revoke all on private.clock, private.settings, private.rate_limits from anon, authenticated;
grant select on private.clock to anon, authenticated;
grant select, update on private.clock to service_role;
grant select, insert, update, delete on private.settings, private.rate_limits to service_role;
create policy "everybody reads the clock" on private.clock for select to anon, authenticated using (true);
create policy "the service sets the clock" on private.clock for all to service_role using (true) with check (true);
create policy "the service keeps settings" on private.settings for all to service_role using (true) with check (true);
create policy "the service counts" on private.rate_limits for all to service_role using (true) with check (true);

-- Tells every instance that something pages show has changed; the payload is the table's name.
create function private.announce_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('shop_changed', tg_table_name);
  return null;
end $$;
create trigger announce after insert or update or delete on private.clock
  for each statement execute function private.announce_change();
create trigger announce after insert or update or delete on private.settings
  for each statement execute function private.announce_change();
