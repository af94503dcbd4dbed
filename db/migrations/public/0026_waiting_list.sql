-- Who waits for a garment that cannot be ordered just now: a pre-order whose limit is reached, or one that was public and is
-- not made at the moment. They are told once, in the order of asking, by whatever transaction makes it orderable again.

-- What became of a garment: since when the world knows it, and since when every unit of its limit is taken.
create table private.garment_standing (
  product_id uuid primary key references public.products on delete cascade,
  published_at timestamptz not null default public.shop_now(),
  full_since timestamptz -- null: there are places, or no limit
);

create table private.waiting_list (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null, -- no reference: a deleted garment's rows go within the hour
  email text not null check (email = lower(email) and private.is_plain_address(email)),
  size text check (length(size) between 1 and 1200), -- wished, not promised; null: any
  asked_at timestamptz not null default public.shop_now(),
  -- How often she has asked: who was told and came too late may ask again, and has a letter of her own for it.
  times integer not null default 1,
  -- Consent: where, to which words, from which address of the network. When is `asked_at`.
  source text not null check (length(source) <= 120),
  consent_text text not null,
  consent_ip text,
  -- Null: she has not yet said by the letter's link that it was she.
  confirmed_at timestamptz,
  told_at timestamptz,
  constraint waiting_list_once unique (product_id, email)
);
create index waiting_list_next_idx on private.waiting_list (product_id, asked_at, id) where told_at is null;
create index waiting_list_told_idx on private.waiting_list (product_id, told_at) where told_at is not null;
create index waiting_list_email_idx on private.waiting_list (email);

do $$
declare each text;
begin
  foreach each in array array['garment_standing', 'waiting_list'] loop
    execute format('alter table private.%I enable row level security', each);
    execute format('alter table private.%I force row level security', each);
    execute format('revoke all on private.%I from anon, authenticated', each);
    execute format('create policy "the service" on private.%I for all to service_role using (true) with check (true)', each);
    -- The functions below work as the owner of the tables, whoever causes them.
    execute format('create policy "triggers keep" on private.%I for all to %I using (true) with check (true)', each, current_user);
  end loop;
  execute format('create policy "triggers count places" on public.products for select to %I using (true)', current_user);
  execute format('create policy "triggers count places" on public.pre_orders for select to %I using (true)', current_user);
  execute format('create policy "triggers count places" on public.order_lines for select to %I using (true)', current_user);
end $$;
grant select on private.garment_standing to service_role;
grant select, insert, update, delete on private.waiting_list to service_role;

-- Every garment that is public now or ever was, as the log of changes tells it.
alter table public.products no force row level security;
alter table private.audit_log no force row level security;
insert into private.garment_standing (product_id, published_at)
select p.id, coalesce(
    (select min(l.at) from private.audit_log l
      where l.table_name = 'products' and l.row_id = p.id::text and l.after @> '{"active": true}'), p.created_at)
  from public.products p
 where p.active or exists (select from private.audit_log l
   where l.table_name = 'products' and l.row_id = p.id::text and l.after @> '{"active": true}');
alter table public.products force row level security;
alter table private.audit_log force row level security;

-- A page looks different once a garment is full, or has places again.
create trigger announce after insert or update on private.garment_standing
  for each row execute function private.announce_change();

-- What works as the owner of the tables goes by the shop's clock too, set ahead or not.
do $$ begin
  execute format('create policy "triggers read the clock" on private.clock for select to %I using (true)', current_user);
end $$;

-- How many units pre-orders have taken: paid ones and open payment pages, neither given back nor cancelled. The twin of
-- countPreorderUnits in the program.
create function private.preorder_units(garment uuid) returns bigint language sql stable set search_path = '' as $$
  select coalesce(sum(l.quantity), 0)::bigint
    from public.order_lines l join public.pre_orders o on o.id = l.order_id
   where l.product_id = garment and l.is_preorder
     and o.payment_state not in ('expired', 'failed', 'refunded') and o.order_status <> 'cancelled'
$$;
revoke all on function private.preorder_units(uuid) from public;
grant execute on function private.preorder_units(uuid) to service_role;

-- Whether a garment can be ordered now, and of how many places: null where there is no limit, 0 where it cannot.
create function private.places_left(garment public.products) returns bigint language sql stable set search_path = '' as $$
  select case
    when not garment.active then 0
    when garment.preorder_limit is not null and public.is_preorder_live(garment.is_preorder, garment.preorder_end_date)
      then greatest(garment.preorder_limit - private.preorder_units(garment.id), 0)
  end
$$;
revoke all on function private.places_left(public.products) from public;
grant execute on function private.places_left(public.products) to service_role;

-- Looks how a garment stands, and tells who waits. Where all can have one, everybody; of a limited one three a day for each
-- free place, since most come too late or think again, and two hundred letters for one dress are two hundred regrets.
-- One at a time, so that of two who free a place neither counts without the other. Whoever is just confirming, leaving or
-- being erased is passed over, and found by the job that looks again every minute.
create function private.see_to_garment(garment uuid) returns void language plpgsql security definer set search_path = '' as $$
declare
  p public.products;
  places bigint;
  letters bigint;
  is_full boolean;
  grace constant interval := interval '1 minute'; -- what is taken back meanwhile tells nobody
  at_once constant integer := 500;
begin
  perform pg_advisory_xact_lock(hashtextextended('places of garments', 0));
  select * into p from public.products where id = garment;
  if not found then return; end if;
  is_full := p.is_preorder and p.preorder_limit is not null and private.preorder_units(p.id) >= p.preorder_limit;
  if p.active then
    insert into private.garment_standing (product_id) values (garment) on conflict (product_id) do nothing;
  end if;
  update private.garment_standing set full_since = case when is_full then public.shop_now() end
   where product_id = garment and (full_since is not null) <> is_full;
  places := private.places_left(p);
  letters := case when places is null then at_once else least(at_once, places * 3 - (
    select count(*) from private.waiting_list
     where product_id = garment and told_at > public.shop_now() - interval '1 day')) end;
  if letters <= 0 then return; end if;
  with next as (
    select w.id from private.waiting_list w
     where w.product_id = garment and w.told_at is null and w.confirmed_at is not null
       and not exists (select from private.suppressions n where n.address_hash = private.address_hash(w.email))
     order by w.asked_at, w.id limit letters for update of w skip locked
  ), told as (
    update private.waiting_list w set told_at = public.shop_now() from next where w.id = next.id
    returning w.id, w.email, w.times, w.asked_at
  )
  select count(private.queue_letter('waiting_open', t.id || '.' || t.times, t.email,
    jsonb_build_object('waitingId', t.id, 'times', t.times), null, now() + grace)) into letters from (select * from told order by asked_at, id) t;
end $$;
revoke all on function private.see_to_garment(uuid) from public;
grant execute on function private.see_to_garment(uuid) to service_role;

-- All at the commit: by then the transaction has every lock it will ask for, so that nobody waits here in a circle.
create function private.places_changed() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  those uuid[];
  each uuid;
begin
  if tg_table_name = 'products' then
    perform private.see_to_garment(new.id);
    return null;
  elsif tg_table_name = 'pre_orders' then
    those := array(select l.product_id from public.order_lines l where l.order_id = new.id and l.is_preorder);
  else
    those := array_remove(array[(to_jsonb(old) ->> 'product_id')::uuid, (to_jsonb(new) ->> 'product_id')::uuid], null);
  end if;
  for each in select p.id from public.products p where p.preorder_limit is not null and p.id = any (those) order by p.id loop
    perform private.see_to_garment(each);
  end loop;
  return null;
end $$;
revoke all on function private.places_changed() from public;

create constraint trigger places_of_new after insert on public.products deferrable initially deferred
  for each row execute function private.places_changed();
create constraint trigger places after update on public.products deferrable initially deferred
  for each row when ((old.active, old.is_preorder, old.preorder_end_date, old.preorder_limit) is distinct from
    (new.active, new.is_preorder, new.preorder_end_date, new.preorder_limit)) execute function private.places_changed();
create constraint trigger places after update on public.pre_orders deferrable initially deferred
  for each row when ((old.payment_state in ('expired', 'failed', 'refunded') or old.order_status = 'cancelled') <>
    (new.payment_state in ('expired', 'failed', 'refunded') or new.order_status = 'cancelled'))
  execute function private.places_changed();
create constraint trigger places_of_new after insert on public.order_lines deferrable initially deferred
  for each row when (new.is_preorder) execute function private.places_changed();
create constraint trigger places after update on public.order_lines deferrable initially deferred
  for each row when ((old.product_id, old.quantity, old.is_preorder) is distinct from
    (new.product_id, new.quantity, new.is_preorder)) execute function private.places_changed();
create constraint trigger places_of_gone after delete on public.order_lines deferrable initially deferred
  for each row when (old.is_preorder) execute function private.places_changed();

-- Limits that were reached before there was anybody to look.
do $$
declare each uuid;
begin
  for each in select id from public.products where preorder_limit is not null loop
    perform private.see_to_garment(each);
  end loop;
end $$;
