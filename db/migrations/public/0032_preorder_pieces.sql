-- Pieces of a limited pre-order are either sold (paid) or reserved (on an open payment page). "Sold out" and the waiting list
-- count sold pieces alone; what can be reserved now is what is neither sold nor reserved.

-- Whether an order's pieces are sold: it is paid, and neither refunded in full nor cancelled.
create function private.is_sold(payment_state text, payment_status text, order_status text) returns boolean
language sql immutable as $$
  select order_status <> 'cancelled' and payment_state <> 'refunded'
    and (payment_status = 'paid' or payment_state in ('paid', 'partly_refunded', 'disputed'))
$$;

-- Whether an order's pieces are reserved: its payment page is open, or about to be made.
create function private.is_reserving(payment_state text, payment_status text, order_status text) returns boolean
language sql immutable as $$
  select order_status <> 'cancelled' and payment_status <> 'paid' and payment_state in ('creating', 'open')
$$;

-- From which network an open payment page with a limited garment was asked for: a keyed hash, deleted when the page closes.
create table private.reservation_networks (
  order_id uuid primary key references public.pre_orders on delete cascade,
  network text not null check (length(network) = 43)
);
alter table private.reservation_networks enable row level security;
alter table private.reservation_networks force row level security;
revoke all on private.reservation_networks from anon, authenticated;
grant select, insert, update, delete on private.reservation_networks to service_role;
create policy "the service keeps networks" on private.reservation_networks for all to service_role using (true) with check (true);
do $$ begin
  -- The trigger below works as the owner of the table.
  execute format('create policy "triggers forget networks" on private.reservation_networks for all to %I
    using (true) with check (true)', current_user);
end $$;

create function private.forget_network() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from private.reservation_networks where order_id = new.id;
  return null;
end $$;
revoke all on function private.forget_network() from public;
create trigger forget_network after update on public.pre_orders for each row
  when (private.is_reserving(old.payment_state, old.payment_status, old.order_status)
    and not private.is_reserving(new.payment_state, new.payment_status, new.order_status))
  execute function private.forget_network();

-- How many pieces of a garment are sold on pre-order.
create function private.sold_pieces(garment uuid) returns bigint language sql stable set search_path = '' as $$
  select coalesce(sum(l.quantity), 0)::bigint
    from public.order_lines l join public.pre_orders o on o.id = l.order_id
   where l.product_id = garment and l.is_preorder
     and private.is_sold(o.payment_state, o.payment_status, o.order_status)
$$;

-- The pieces of a garment that are reserved, order by order: until when, and from which network where that is known.
create function private.reserved_pieces(garment uuid)
returns table (order_id uuid, pieces bigint, until timestamptz, network text)
language sql stable set search_path = '' as $$
  select o.id, sum(l.quantity)::bigint, o.payment_session_expires_at, n.network
    from public.order_lines l join public.pre_orders o on o.id = l.order_id
    left join private.reservation_networks n on n.order_id = o.id
   where l.product_id = garment and l.is_preorder
     and private.is_reserving(o.payment_state, o.payment_status, o.order_status)
   group by o.id, n.network
$$;

-- How many pieces of a garment are not sold: null where there is no limit, 0 where it cannot be ordered.
create or replace function private.places_left(garment public.products) returns bigint
language sql stable set search_path = '' as $$
  select case
    when not garment.active then 0
    when garment.preorder_limit is not null and public.is_preorder_live(garment.is_preorder, garment.preorder_end_date)
      then greatest(garment.preorder_limit - private.sold_pieces(garment.id), 0)
  end
$$;
revoke all on function private.sold_pieces(uuid), private.reserved_pieces(uuid) from public;
grant execute on function private.sold_pieces(uuid), private.reserved_pieces(uuid) to service_role;

-- As in 0026, but a garment is full when every piece is sold.
create or replace function private.see_to_garment(garment uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  p public.products;
  places bigint;
  letters bigint;
  is_full boolean;
  grace constant interval := interval '1 minute'; -- a change that is undone meanwhile sends nothing
  at_once constant integer := 500;
begin
  perform pg_advisory_xact_lock(hashtextextended('places of garments', 0));
  select * into p from public.products where id = garment;
  if not found then return; end if;
  is_full := p.is_preorder and p.preorder_limit is not null and private.sold_pieces(p.id) >= p.preorder_limit;
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

-- As in 0026, but the lines of an order that is not sold change nothing, so checkouts do not queue for the lock.
create or replace function private.places_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  those uuid[];
  each uuid;
begin
  if tg_table_name = 'products' then
    perform private.see_to_garment(new.id);
    return null;
  elsif tg_table_name = 'pre_orders' then
    those := array(select l.product_id from public.order_lines l where l.order_id = new.id and l.is_preorder);
  elsif tg_op = 'INSERT' and not exists (select from public.pre_orders o
      where o.id = new.order_id and private.is_sold(o.payment_state, o.payment_status, o.order_status)) then
    return null;
  else
    those := array_remove(array[(to_jsonb(old) ->> 'product_id')::uuid, (to_jsonb(new) ->> 'product_id')::uuid], null);
  end if;
  for each in select p.id from public.products p where p.preorder_limit is not null and p.id = any (those) order by p.id loop
    perform private.see_to_garment(each);
  end loop;
  return null;
end $$;

drop trigger places on public.pre_orders;
create constraint trigger places after update on public.pre_orders deferrable initially deferred
  for each row when (private.is_sold(old.payment_state, old.payment_status, old.order_status)
    <> private.is_sold(new.payment_state, new.payment_status, new.order_status))
  execute function private.places_changed();

drop function private.preorder_units(uuid);

-- A garment that was full of unpaid pages is full no longer.
do $$
declare each uuid;
begin
  for each in select id from public.products where preorder_limit is not null order by id loop
    perform private.see_to_garment(each);
  end loop;
end $$;
