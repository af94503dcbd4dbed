-- The owner's desk: her views of the orders, a search in them, and what is none of the customer's business.

-- Letters in threes, for the search. A hosted project may have it already, elsewhere.
do $$ begin
  if not exists (select from pg_extension where extname = 'pg_trgm') then
    create schema if not exists extensions;
    create extension pg_trgm with schema extensions;
  end if;
end $$;

-- What the owner may look for, in lower case and each part behind a blank, so that a blank is where a word begins. Numbers
-- and postcodes are without blanks and hyphens. An expression of the index and no column: it is never read for itself, and
-- neither the log of changes nor an answer repeats it. Without settings of its own, so that it becomes part of the query.
create function private.order_text(order_number text, customer_name text, customer_email text, shipping_postcode text)
  returns text language sql immutable parallel safe as
$$ select lower(' ' || replace(replace(order_number, '-', ''), ' ', '') || ' ' || coalesce(customer_name, '') || ' '
     || coalesce(customer_email, '') || ' ' || replace(coalesce(shipping_postcode, ''), ' ', '')) $$;

-- Without a list of what is still to be sorted in: an order is written rarely and looked for often.
do $$ begin
  execute format('create index pre_orders_text_idx on public.pre_orders using gin (
    private.order_text(order_number, customer_name, customer_email, shipping_postcode) %I.gin_trgm_ops) with (fastupdate = off)',
    (select n.nspname from pg_opclass o join pg_namespace n on n.oid = o.opcnamespace where o.opcname = 'gin_trgm_ops'));
end $$;

-- One for each view, in its order: the pages of each begin where the one before ended.
create index pre_orders_all_idx on public.pre_orders (created_at desc, id desc)
  where paid_at is not null or payment_status = 'paid';
create index pre_orders_by_status_idx on public.pre_orders (order_status, created_at desc, id desc)
  where paid_at is not null or payment_status = 'paid';
create index pre_orders_unpaid_idx on public.pre_orders (created_at desc, id desc)
  where paid_at is null and payment_status = 'pending';
create index pre_orders_late_idx on public.pre_orders (dispatch_by, created_at, id)
  where payment_status = 'paid' and order_status in ('pending', 'processing');
create index pre_orders_to_do_idx on public.pre_orders (order_status, dispatch_by, created_at, id)
  where payment_status = 'paid' and order_status in ('pending', 'processing');
create index pre_orders_shipped_idx on public.pre_orders (coalesce(shipped_at, paid_at, created_at) desc, id desc)
  where order_status in ('shipped', 'delivered');
create index pre_orders_shipped_by_status_idx on public.pre_orders
  (order_status, coalesce(shipped_at, paid_at, created_at) desc, id desc) where order_status in ('shipped', 'delivered');
-- What hardly ever is: no filter may walk through all orders to find that.
create index pre_orders_set_unpaid_idx on public.pre_orders (created_at desc, id desc)
  where paid_at is not null and payment_status = 'pending';
create index pre_orders_unpaid_by_status_idx on public.pre_orders (order_status, created_at desc, id desc)
  where paid_at is null and payment_status = 'pending' and order_status <> 'pending';
-- Said so that the planner, which takes a parcel for unpaid as often as any order, sees how few these are.
create index pre_orders_shipped_unpaid_idx on public.pre_orders (coalesce(shipped_at, paid_at, created_at) desc, id desc)
  where order_status in ('shipped', 'delivered') and nullif(payment_status, 'pending') is null;

-- An order that becomes shipped has a day on which it was, whoever says so; taken back before a parcel had a number, none.
create function private.note_shipping_day() returns trigger language plpgsql as $$
begin
  if new.shipped_at is distinct from old.shipped_at then return new; end if;
  if new.order_status = 'shipped' then
    new.shipped_at := coalesce(new.shipped_at, public.shop_now());
  elsif new.order_status in ('pending', 'processing') and new.tracking_number is null then
    new.shipped_at := null;
  end if;
  return new;
end $$;
create trigger shipping_day before update of order_status on public.pre_orders
  for each row when (new.order_status <> old.order_status) execute function private.note_shipping_day();

-- Why somebody must look at an order is for those who look: customers read the rest of their own. A column that comes
-- later is read by users only where it is granted.
revoke select on public.pre_orders from authenticated;
do $$ begin
  execute (select format('grant select (%s) on public.pre_orders to authenticated', string_agg(quote_ident(attname), ', '))
    from pg_attribute where attrelid = 'public.pre_orders'::regclass and attnum > 0 and not attisdropped
     and attname <> 'needs_review');
end $$;
