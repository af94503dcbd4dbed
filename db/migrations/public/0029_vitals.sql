-- How quickly pages came and answered where they were visited, counted by the day: how many visits fell into which step
-- of a figure. No row is of one visit, and none holds what could lead to one.
create table private.vitals (
  day date not null, -- in shop time
  figure text not null check (figure in ('lcp', 'inp', 'cls', 'ttfb')),
  page text not null check (page in ('home', 'shop', 'product', 'other')),
  device text not null check (device in ('phone', 'desk')),
  bucket smallint not null check (bucket between 0 and 128), -- src/features/vitals/buckets.ts says of which values
  visits bigint not null check (visits > 0),
  primary key (day, figure, page, device, bucket)
);
alter table private.vitals enable row level security;
alter table private.vitals force row level security;
revoke all on private.vitals from anon, authenticated;
grant select, insert, update, delete on private.vitals to service_role;
create policy "the service" on private.vitals for all to service_role using (true) with check (true);
