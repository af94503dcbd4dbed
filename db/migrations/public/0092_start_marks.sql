-- What the owner has confirmed on the list of what a shop needs before it sells, and whether it has been live.
create table private.start_marks (
  name text primary key constraint start_marks_name_valid check (name in ('sizes', 'delivery', 'policies', 'email', 'live')),
  about text,                         -- of `email`: which mail server and sender it came through; of `live`: 'assumed', or null
  marked_at timestamptz not null default public.shop_now()
);
select private.protect('private.start_marks');

-- A shop of before this migration may be live: it starts as it did. A start as a rehearsal takes the mark back.
set local role service_role;
insert into private.start_marks (name, about)
  select 'live', 'assumed' where exists (select from public.products) or exists (select from public.pre_orders);
reset role;
