-- Units of limited pre-orders, and the waitlist of products that cannot be ordered: a pre-order whose limit is sold, or a
-- product that was public and is inactive. Recipients are notified once, in the order of their requests, by the transaction
-- that makes the product available.

-- A unit of a limited pre-order is sold (paid) or reserved (on an open payment page). "Sold out" and the waitlist count sold
-- units; a unit can be reserved when it is neither sold nor reserved.

-- Whether an order's units are sold: it is paid, and neither refunded in full nor cancelled.
create function private.is_sold(payment_state text, payment_status text, order_status text) returns boolean
language sql immutable as $$
  select order_status <> 'cancelled' and payment_state <> 'refunded'
    and (payment_status = 'paid' or payment_state in ('paid', 'partly_refunded', 'disputed'))
$$;

-- Whether an order's units are reserved: its payment page is open, or about to be created.
create function private.is_reserved(payment_state text, payment_status text, order_status text) returns boolean
language sql immutable as $$
  select order_status <> 'cancelled' and payment_status <> 'paid' and payment_state in ('creating', 'open')
$$;

-- The network that asked for an open payment page with a limited product: a keyed hash, deleted when the page closes.
create table private.reservation_networks (
  order_id uuid primary key references public.pre_orders on delete cascade,
  network text not null check (length(network) = 43)
);

create table private.waitlist (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null, -- no reference: a job deletes the rows of a deleted product
  email text not null check (email = lower(email) and private.is_plain_address(email)),
  size text check (length(size) between 1 and 1200), -- wanted, not reserved; null: any
  requested_at timestamptz not null default public.shop_now(),
  -- A recipient who was notified and came too late may join again, and gets an e-mail for each request.
  request_count integer not null default 1,
  -- Consent: where, to which text, from which network address. Its time is `requested_at`.
  source text not null check (length(source) <= 120),
  consent_text text not null,
  consent_ip text,
  -- Null: not yet confirmed by the link.
  confirmed_at timestamptz,
  notified_at timestamptz,
  constraint waitlist_product_id_email_key unique (product_id, email)
);
create index waitlist_next_idx on private.waitlist (product_id, requested_at, id) where notified_at is null;
create index waitlist_notified_idx on private.waitlist (product_id, notified_at) where notified_at is not null;
create index waitlist_email_idx on private.waitlist (email);

do $$
declare name text;
begin
  foreach name in array array['reservation_networks', 'waitlist'] loop
    execute format('alter table private.%I enable row level security', name);
    execute format('alter table private.%I force row level security', name);
    execute format('grant select, insert, update, delete on private.%I to service_role', name);
    execute format('create policy "service_role may do everything" on private.%I for all to service_role
      using (true) with check (true)', name);
    execute format('create policy "triggers may do everything" on private.%I for all to shop_triggers
      using (true) with check (true)', name);
  end loop;
end $$;

create function private.delete_reservation_network() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from private.reservation_networks where order_id = new.id;
  return null;
end $$;
revoke all on function private.delete_reservation_network() from public;
create trigger delete_network after update on public.pre_orders for each row
  when (private.is_reserved(old.payment_state, old.payment_status, old.order_status)
    and not private.is_reserved(new.payment_state, new.payment_status, new.order_status))
  execute function private.delete_reservation_network();

-- The number of units of a product that are sold on pre-order.
create function private.sold_units(p_product_id uuid) returns bigint language sql stable set search_path = '' as $$
  select coalesce(sum(l.quantity), 0)::bigint
    from public.order_lines l join public.pre_orders o on o.id = l.order_id
   where l.product_id = p_product_id and l.is_preorder
     and private.is_sold(o.payment_state, o.payment_status, o.order_status)
$$;

-- A product's reserved units per order: until when, and for which network where that is known.
create function private.reserved_units(p_product_id uuid)
returns table (order_id uuid, units bigint, until timestamptz, network text)
language sql stable set search_path = '' as $$
  select o.id, sum(l.quantity)::bigint, o.payment_session_expires_at, n.network
    from public.order_lines l join public.pre_orders o on o.id = l.order_id
    left join private.reservation_networks n on n.order_id = o.id
   where l.product_id = p_product_id and l.is_preorder
     and private.is_reserved(o.payment_state, o.payment_status, o.order_status)
   group by o.id, n.network
$$;

-- The number of units of a product that are not sold: null without a limit, 0 when it cannot be ordered.
create function private.available_units(product public.products) returns bigint
language sql stable set search_path = '' as $$
  select case
    when not product.active then 0
    when product.preorder_limit is not null and public.is_preorder_live(product.is_preorder, product.preorder_end_date)
      then greatest(product.preorder_limit - private.sold_units(product.id), 0)
  end
$$;
revoke all on function private.sold_units(uuid), private.reserved_units(uuid), private.available_units(public.products) from public;
grant execute on function private.sold_units(uuid), private.reserved_units(uuid), private.available_units(public.products)
  to service_role;

-- Updates a product's availability and notifies its waitlist: everyone without a limit, else three recipients a day per free
-- unit, since most do not order. Calls run one at a time, so that two that free a unit count each other. A locked row of the
-- waitlist (being confirmed, left or erased) is skipped; a job that runs every minute finds it.
create function private.update_availability(p_product_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  product public.products;
  units bigint;
  email_count bigint;
  is_sold_out boolean;
  grace constant interval := interval '1 minute'; -- a change that is undone within it sends nothing
  most constant integer := 500;
begin
  perform pg_advisory_xact_lock(hashtextextended('availability of products', 0));
  select * into product from public.products where id = p_product_id;
  if not found then return; end if;
  is_sold_out := product.is_preorder and product.preorder_limit is not null
    and private.sold_units(product.id) >= product.preorder_limit;
  if product.active then
    insert into private.product_availability (product_id) values (product.id) on conflict (product_id) do nothing;
  end if;
  update private.product_availability set sold_out_since = case when is_sold_out then public.shop_now() end
   where product_id = product.id and (sold_out_since is not null) <> is_sold_out;
  units := private.available_units(product);
  email_count := case when units is null then most else least(most, units * 3 - (
    select count(*) from private.waitlist
     where product_id = product.id and notified_at > public.shop_now() - interval '1 day')) end;
  if email_count <= 0 then return; end if;
  with next as (
    select w.id from private.waitlist w
     where w.product_id = product.id and w.notified_at is null and w.confirmed_at is not null
       and not exists (select from private.suppressions n where n.address_hash = private.address_hash(w.email))
     order by w.requested_at, w.id limit email_count for update of w skip locked
  ), notified as (
    update private.waitlist w set notified_at = public.shop_now() from next where w.id = next.id
    returning w.id, w.email, w.request_count, w.requested_at
  )
  select count(private.queue_email('waitlist_available', n.id || '.' || n.request_count, n.email,
    jsonb_build_object('waitingId', n.id, 'times', n.request_count), null, now() + grace))
    into email_count from (select * from notified order by requested_at, id) n;
end $$;
revoke all on function private.update_availability(uuid) from public;
grant execute on function private.update_availability(uuid) to service_role;

-- Runs at the commit, when the transaction has all its other locks, against deadlocks. Lines of an order that is not sold
-- change nothing, so concurrent checkouts do not wait for each other.
create function private.refresh_availability() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  product_ids uuid[];
  each uuid;
begin
  if tg_table_name = 'products' then
    perform private.update_availability(new.id);
    return null;
  elsif tg_table_name = 'pre_orders' then
    product_ids := array(select l.product_id from public.order_lines l where l.order_id = new.id and l.is_preorder);
  elsif tg_op = 'INSERT' and not exists (select from public.pre_orders o
      where o.id = new.order_id and private.is_sold(o.payment_state, o.payment_status, o.order_status)) then
    return null;
  else
    product_ids := array_remove(array[(to_jsonb(old) ->> 'product_id')::uuid, (to_jsonb(new) ->> 'product_id')::uuid], null);
  end if;
  for each in select p.id from public.products p
    where p.preorder_limit is not null and p.id = any (product_ids) order by p.id
  loop
    perform private.update_availability(each);
  end loop;
  return null;
end $$;
revoke all on function private.refresh_availability() from public;

create constraint trigger refresh_availability_on_insert after insert on public.products deferrable initially deferred
  for each row execute function private.refresh_availability();
create constraint trigger refresh_availability after update on public.products deferrable initially deferred
  for each row when ((old.active, old.is_preorder, old.preorder_end_date, old.preorder_limit) is distinct from
    (new.active, new.is_preorder, new.preorder_end_date, new.preorder_limit)) execute function private.refresh_availability();
create constraint trigger refresh_availability after update on public.pre_orders deferrable initially deferred
  for each row when (private.is_sold(old.payment_state, old.payment_status, old.order_status)
    <> private.is_sold(new.payment_state, new.payment_status, new.order_status))
  execute function private.refresh_availability();
create constraint trigger refresh_availability_on_insert after insert on public.order_lines deferrable initially deferred
  for each row when (new.is_preorder) execute function private.refresh_availability();
create constraint trigger refresh_availability after update on public.order_lines deferrable initially deferred
  for each row when ((old.product_id, old.quantity, old.is_preorder) is distinct from
    (new.product_id, new.quantity, new.is_preorder)) execute function private.refresh_availability();
create constraint trigger refresh_availability_on_delete after delete on public.order_lines deferrable initially deferred
  for each row when (old.is_preorder) execute function private.refresh_availability();
