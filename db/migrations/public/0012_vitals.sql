-- Web vitals as histograms per day: how many visits had a value in which bucket. No row describes one visit.
create table private.vitals (
  day date not null, -- in shop time
  metric text not null check (metric in ('lcp', 'inp', 'cls', 'ttfb')),
  page text not null check (page in ('home', 'shop', 'product', 'other')),
  device text not null check (device in ('phone', 'desk')),
  bucket smallint not null check (bucket between 0 and 128), -- the program's src/features/monitoring/vitals/buckets.ts
  visits bigint not null check (visits > 0),
  primary key (day, metric, page, device, bucket)
);
alter table private.vitals enable row level security;
alter table private.vitals force row level security;
grant select, insert, update, delete on private.vitals to service_role;
create policy "service_role may do everything" on private.vitals for all to service_role using (true) with check (true);
