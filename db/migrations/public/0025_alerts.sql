-- One row: the program that watches the shop, until when, and the incidents that the owner has to know of.
create table private.alert_watch (
  is_only boolean primary key default true check (is_only),
  holder uuid,
  held_until timestamptz not null default '-infinity',
  incidents jsonb not null default '[]'
);
insert into private.alert_watch default values;

-- One row: how the latest checkouts ended. Failures since the last one that worked, in real time: a rehearsal moves the shop's.
create table private.checkout_health (
  is_only boolean primary key default true check (is_only),
  failing_since timestamptz,
  failed_at timestamptz,
  failures integer not null default 0
);
insert into private.checkout_health default values;

alter table private.alert_watch enable row level security;
alter table private.alert_watch force row level security;
alter table private.checkout_health enable row level security;
alter table private.checkout_health force row level security;
grant select, update on private.alert_watch, private.checkout_health to service_role;
create policy "service_role may do everything" on private.alert_watch for all to service_role using (true) with check (true);
create policy "service_role may do everything" on private.checkout_health for all to service_role using (true) with check (true);
