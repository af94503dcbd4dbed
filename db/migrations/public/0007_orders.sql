-- An order is one row, written before the payment page is made; its lines are copies taken at the time of sale.
create table public.pre_orders (
  id uuid primary key default gen_random_uuid(),
  -- Checkout gives its own; the default serves rows that come from elsewhere, as the defaults further down do.
  order_number text not null default upper(left(gen_random_uuid()::text, 8)) constraint pre_orders_order_number_key unique
    check (length(order_number) between 1 and 40),
  -- Who and where: null until paid, then what the payment page collected.
  customer_name text,
  customer_email text,
  customer_phone text,
  -- A summary of the lines, for lists: "Mary Dress × 2, Ruth Skirt".
  product_name text not null,
  product_size text not null,
  product_price numeric(10, 2) not null check (product_price >= 0), -- goods before the discount
  discount_amount numeric(10, 2) not null default 0 check (discount_amount >= 0 and discount_amount <= product_price),
  shipping_amount numeric(10, 2) check (shipping_amount >= 0),       -- null until the service is chosen
  final_amount numeric(10, 2) not null check (final_amount >= 0),    -- goods less discount plus delivery: what is charged
  shipping_address text,
  shipping_city text,
  shipping_postcode text,
  shipping_country text check (shipping_country ~ '^[A-Z]{2}$'),
  notes text check (length(notes) <= 5000),
  payment_status text not null default 'pending' check (payment_status in ('pending', 'paid')),
  order_status text not null default 'pending'
    check (order_status in ('pending', 'processing', 'shipped', 'delivered', 'cancelled')),
  tracking_number text check (length(tracking_number) <= 100),
  shipping_carrier text default 'Royal Mail' check (length(shipping_carrier) <= 100),
  shipped_at timestamptz,
  created_at timestamptz not null default public.shop_now(),
  -- The machine's truth about the money; no person writes these.
  payment_state text not null default 'creating' check (payment_state in
    ('creating', 'open', 'expired', 'failed', 'paid', 'partly_refunded', 'refunded', 'disputed')),
  payment_provider text not null default 'stripe' check (payment_provider in ('stripe', 'test')),
  payment_session_id text constraint pre_orders_payment_session_id_key unique,
  payment_session_url text,
  payment_session_expires_at timestamptz,
  paid_at timestamptz,
  refunded_amount numeric(10, 2) not null default 0 check (refunded_amount >= 0),
  needs_review text, -- why a person must look: another amount, a second payment
  -- Frozen when the payment page is made.
  cart_id uuid,
  cart_fingerprint text, -- of lines, code and country: the same press gives the same page
  user_id uuid references auth.users on delete set null,
  currency text not null default 'gbp' check (currency = 'gbp'),
  deliver_to text not null default 'GB' check (deliver_to ~ '^[A-Z]{2}$'),
  discount_code text,
  discount_percent smallint check (discount_percent between 1 and 100),
  delivery_options jsonb not null default '[]', -- [{id, label, price}] pounds
  delivery_service text,
  dispatch_by date not null default (public.shop_now() + interval '14 days')::date,
  version integer not null default 1,
  updated_at timestamptz not null default public.shop_now(),
  constraint pre_orders_discount_is_whole check ((discount_code is null) = (discount_percent is null))
);
create index pre_orders_created_at_idx on public.pre_orders (created_at desc, id);
create index pre_orders_user_id_idx on public.pre_orders (user_id) where user_id is not null;
-- One open payment page per cart.
create unique index pre_orders_open_cart_key on public.pre_orders (cart_id) where payment_state in ('creating', 'open');
create index pre_orders_unfinished_idx on public.pre_orders (payment_session_expires_at) where payment_state in ('creating', 'open');

create table public.order_lines (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.pre_orders on delete cascade,
  position smallint not null,
  product_id uuid not null, -- no reference: the garment may be deleted, the order stays
  slug text not null,
  name text not null,
  size text not null,
  unit_price numeric(10, 2) not null check (unit_price >= 0),
  quantity smallint not null check (quantity between 1 and 20),
  discount_amount numeric(10, 2) not null default 0, -- this line's part of the order's discount
  image_url text,
  is_preorder boolean not null default false,
  dispatch_by date not null,
  unique (order_id, position)
);

-- Uses of a code that open payment pages hold; counted when paid, given back on expiry.
create table private.discount_holds (
  order_id uuid primary key references public.pre_orders on delete cascade,
  code text not null,
  state text not null default 'held' check (state in ('held', 'redeemed', 'released')),
  until timestamptz not null
);

-- Every event the payment provider told us, once.
create table private.payment_events (
  id text primary key,
  provider text not null,
  type text not null,
  session_id text,
  order_id uuid,
  received_at timestamptz not null default public.shop_now(),
  handled_at timestamptz
);
create index payment_events_unhandled_idx on private.payment_events (received_at) where handled_at is null;

create function private.before_order() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  new.updated_at := public.shop_now();
  return new;
end $$;
create trigger before_write before update on public.pre_orders for each row execute function private.before_order();
create trigger audit after insert or update or delete on public.pre_orders
  for each row execute function private.audit('id');

alter table public.pre_orders enable row level security;
alter table public.pre_orders force row level security;
alter table public.order_lines enable row level security;
alter table public.order_lines force row level security;
alter table private.discount_holds enable row level security;
alter table private.discount_holds force row level security;
alter table private.payment_events enable row level security;
alter table private.payment_events force row level security;
revoke all on public.pre_orders, public.order_lines, private.discount_holds, private.payment_events from anon, authenticated;
grant select on public.pre_orders, public.order_lines to authenticated;
grant update (order_status, payment_status, tracking_number, shipping_carrier, shipped_at, notes, customer_name, customer_email,
  customer_phone, shipping_address, shipping_city, shipping_postcode, shipping_country) on public.pre_orders to authenticated;
grant select, insert, update, delete on public.pre_orders, public.order_lines to service_role;
grant select, insert, update, delete on private.discount_holds, private.payment_events to service_role;
grant delete on public.pre_orders to authenticated;

create policy "customers see their own orders, administrators all" on public.pre_orders for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));
create policy "administrators change orders" on public.pre_orders for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
-- What was paid, or may still be paid, stays: it is cancelled or refunded, never removed.
create policy "administrators remove orders nobody can pay" on public.pre_orders for delete to authenticated
  using ((select private.is_admin()) and paid_at is null and payment_status = 'pending'
    and (payment_state in ('expired', 'failed') or payment_session_expires_at is null));
create policy "the service manages orders" on public.pre_orders for all to service_role using (true) with check (true);
create policy "lines are seen with their order" on public.order_lines for select to authenticated
  using (exists (select from public.pre_orders where pre_orders.id = order_id));
create policy "the service manages lines" on public.order_lines for all to service_role using (true) with check (true);
create policy "the service holds codes" on private.discount_holds for all to service_role using (true) with check (true);
create policy "the service keeps events" on private.payment_events for all to service_role using (true) with check (true);
