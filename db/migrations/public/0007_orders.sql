-- Discount codes, orders and their lines, delays, and the owner's views of orders.

-- Administrators manage discount codes; checkout holds and counts their uses. No other user sees them.
create table public.discount_codes (
  code text primary key check (code = upper(trim(code)) and code ~ '^[A-Z0-9][A-Z0-9_-]{0,39}$'),
  percent smallint not null check (percent between 1 and 100), -- of the subtotal
  active boolean not null default true,
  starts_at timestamptz not null default public.shop_now(),
  ends_at timestamptz,                                         -- null: no end
  minimum_subtotal numeric(10, 2) check (minimum_subtotal >= 0),
  max_redemptions integer check (max_redemptions > 0),         -- null: no limit
  redeemed integer not null default 0 check (redeemed >= 0),   -- paid orders
  held integer not null default 0 check (held >= 0),           -- open payment pages
  created_at timestamptz not null default public.shop_now(),
  -- Counts the owner's changes, so that a stale form changes nothing. Uses are no change.
  version integer not null default 1,
  -- A code that is deleted and created again has another id, so holds of the first are no uses of the second.
  id uuid not null default gen_random_uuid(),
  constraint discount_codes_ends_after_start check (ends_at > starts_at),
  constraint discount_codes_within_limit check (max_redemptions is null or redeemed + held <= max_redemptions)
);
create index discount_codes_newest_idx on public.discount_codes (active desc, created_at desc, code);
alter table public.discount_codes enable row level security;
alter table public.discount_codes force row level security;
revoke all on public.discount_codes from anon, authenticated;
grant select, delete on public.discount_codes to authenticated;
grant insert (code, percent, active, starts_at, ends_at, minimum_subtotal, max_redemptions),
  update (percent, active, starts_at, ends_at, minimum_subtotal, max_redemptions) on public.discount_codes to authenticated;
grant select, insert, update, delete on public.discount_codes to service_role;
create policy "administrators manage discount codes" on public.discount_codes for all to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "service_role may do everything" on public.discount_codes for all to service_role using (true) with check (true);

create function private.set_discount_code_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger before_write before update of percent, active, starts_at, ends_at, minimum_subtotal, max_redemptions
  on public.discount_codes for each row execute function private.set_discount_code_version();
create trigger audit after insert or update of percent, active, starts_at, ends_at, minimum_subtotal, max_redemptions or delete
  on public.discount_codes for each row execute function private.audit('code');

-- An order is one row, written before the payment page is created.
create table public.pre_orders (
  id uuid primary key default gen_random_uuid(),
  -- Checkout sets its own number. This default and others below serve rows from elsewhere.
  order_number text not null default upper(left(gen_random_uuid()::text, 8)) constraint pre_orders_order_number_key unique
    check (length(order_number) between 1 and 40),
  -- Customer and address: null until paid, then what the payment page collected.
  customer_name text,
  customer_email text,
  customer_phone text,
  -- A summary of the lines, for lists: "Mary Dress × 2, Ruth Skirt".
  product_name text not null,
  product_size text not null,
  product_price numeric(10, 2) not null check (product_price >= 0), -- goods before the discount
  discount_amount numeric(10, 2) not null default 0,
  shipping_amount numeric(10, 2) check (shipping_amount >= 0),       -- null until the service is chosen
  final_amount numeric(10, 2) not null check (final_amount >= 0),    -- goods less discount plus delivery: the amount charged
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
  -- The state of the payment at the provider; only the program writes these.
  payment_state text not null default 'creating' check (payment_state in
    ('creating', 'open', 'expired', 'failed', 'paid', 'partly_refunded', 'refunded', 'disputed')),
  payment_provider text not null default 'stripe' check (payment_provider in ('stripe', 'test')),
  payment_session_id text constraint pre_orders_payment_session_id_key unique,
  payment_session_url text,
  payment_session_expires_at timestamptz,
  payment_id text constraint pre_orders_payment_id_key unique, -- Stripe: the PaymentIntent
  -- When the provider was read. Refunds can fail and disputes can be won, so the result of the later request counts.
  payment_read_at timestamptz,
  paid_at timestamptz,
  refunded_amount numeric(10, 2) not null default 0 check (refunded_amount >= 0),
  needs_review text, -- why the owner must look, such as another amount or a second payment; reasons are divided by '. '
  -- Frozen when the payment page is created.
  cart_id uuid,
  cart_fingerprint text, -- of lines, code and country: an unchanged cart gets the same page
  user_id uuid references auth.users on delete set null,
  currency text not null default 'gbp' check (currency = 'gbp'),
  deliver_to text not null default 'GB' check (deliver_to ~ '^[A-Z]{2}$'),
  discount_code text,
  discount_percent smallint check (discount_percent between 1 and 100),
  delivery_options jsonb not null default '[]', -- [{id, label, price}], pounds
  delivery_service text,
  dispatch_by date not null default (public.shop_now() + interval '14 days')::date,
  -- The day promised when the order was paid, once `dispatch_by` differs from it.
  promised_dispatch_by date,
  -- When the owner marked the parcel ready to post.
  ready_at timestamptz,
  -- The view of the back office that contains the order: the first that matches. Queries, indexes and the browser read this
  -- column, its only definition.
  order_view text not null generated always as (
    case
      when order_status = 'cancelled' then 'cancelled'
      when order_status in ('shipped', 'delivered') then 'shipped'
      -- Neither the payment provider nor the owner reported a payment.
      when payment_status = 'pending' and paid_at is null
        and payment_state in ('creating', 'open', 'expired', 'failed') then 'unpaid'
      -- Refunded in full: nothing is made or sent, although the order was not cancelled.
      when payment_state = 'refunded' or (final_amount > 0 and refunded_amount >= final_amount) then 'cancelled'
      when order_status = 'processing' and ready_at is not null then 'to_dispatch'
      when order_status = 'processing' then 'in_progress'
      else 'to_make'
    end) stored,
  version integer not null default 1,
  updated_at timestamptz not null default public.shop_now(),
  constraint pre_orders_discount_amount_check check (discount_amount >= 0 and discount_amount <= product_price),
  constraint pre_orders_discount_complete check ((discount_code is null) = (discount_percent is null))
);

-- The text the owner's search compares, in lower case. Each part follows a space, so that a space marks the start of a word;
-- numbers and postcodes have neither spaces nor hyphens. The index stores the expression, so no answer and no row of the audit
-- log repeats it. Without a search_path, so that PostgreSQL inlines it.
create function private.order_search_text(order_number text, customer_name text, customer_email text, shipping_postcode text)
  returns text language sql immutable parallel safe as
$$ select lower(' ' || replace(replace(order_number, '-', ''), ' ', '') || ' ' || coalesce(customer_name, '') || ' '
     || coalesce(customer_email, '') || ' ' || replace(coalesce(shipping_postcode, ''), ' ', '')) $$;
-- Without a pending list: orders are read more often than written.
do $$ begin
  execute format('create index pre_orders_search_idx on public.pre_orders using gin (
    private.order_search_text(order_number, customer_name, customer_email, shipping_postcode) %I.gin_trgm_ops) with (fastupdate = off)',
    (select n.nspname from pg_opclass o join pg_namespace n on n.oid = o.opcnamespace where o.opcname = 'gin_trgm_ops'));
end $$;

create index pre_orders_created_at_idx on public.pre_orders (created_at desc, id);
create index pre_orders_user_id_idx on public.pre_orders (user_id) where user_id is not null;
create index pre_orders_customer_email_idx on public.pre_orders (lower(customer_email)) where user_id is null;
-- One open payment page per cart.
create unique index pre_orders_open_cart_key on public.pre_orders (cart_id) where payment_state in ('creating', 'open');
create index pre_orders_unfinished_idx on public.pre_orders (payment_session_expires_at) where payment_state in ('creating', 'open');
create index pre_orders_paid_at_idx on public.pre_orders (paid_at) where paid_at is not null;
create index pre_orders_refund_owed_idx on public.pre_orders (id)
  where order_status = 'cancelled' and paid_at is not null and refunded_amount < final_amount;
create index pre_orders_discount_code_idx on public.pre_orders (discount_code)
  include (final_amount, refunded_amount, discount_amount) where discount_code is not null and paid_at is not null;

-- One index for each view in its order, and for each filter that few orders of a view match.
create index pre_orders_all_idx on public.pre_orders (created_at desc, id desc) where order_view <> 'unpaid';
create index pre_orders_by_status_idx on public.pre_orders (order_status, created_at desc, id desc)
  where order_view <> 'unpaid';
create index pre_orders_set_unpaid_idx on public.pre_orders (created_at desc, id desc)
  where order_view <> 'unpaid' and payment_status = 'pending';
create index pre_orders_to_do_idx on public.pre_orders (order_view, dispatch_by, created_at, id)
  where order_view in ('to_make', 'in_progress', 'to_dispatch');
create index pre_orders_late_idx on public.pre_orders (dispatch_by, created_at, id)
  where order_view in ('to_make', 'in_progress', 'to_dispatch');
create index pre_orders_shipped_idx on public.pre_orders (coalesce(shipped_at, paid_at, created_at) desc, id desc)
  where order_view = 'shipped';
create index pre_orders_shipped_by_status_idx on public.pre_orders
  (order_status, coalesce(shipped_at, paid_at, created_at) desc, id desc) where order_view = 'shipped';
-- Written with nullif because the planner takes a plain `= 'pending'` for as frequent here as among all orders.
create index pre_orders_shipped_unpaid_idx on public.pre_orders (coalesce(shipped_at, paid_at, created_at) desc, id desc)
  where order_view = 'shipped' and nullif(payment_status, 'pending') is null;
create index pre_orders_unpaid_idx on public.pre_orders (created_at desc, id desc) where order_view = 'unpaid';
create index pre_orders_unpaid_by_status_idx on public.pre_orders (order_status, created_at desc, id desc)
  where order_view = 'unpaid' and order_status <> 'pending';
create index pre_orders_cancelled_idx on public.pre_orders (created_at desc, id desc) where order_view = 'cancelled';
create index pre_orders_cancelled_by_status_idx on public.pre_orders (order_status, created_at desc, id desc)
  where order_view = 'cancelled' and order_status <> 'cancelled';
create index pre_orders_attention_idx on public.pre_orders (created_at desc, id desc) where needs_review is not null;

-- Copies of the products at the time of sale.
create table public.order_lines (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.pre_orders on delete cascade,
  position smallint not null,
  product_id uuid not null, -- no reference: the product may be deleted, the order stays
  slug text not null,
  name text not null,
  size text not null,
  unit_price numeric(10, 2) not null check (unit_price >= 0),
  quantity smallint not null check (quantity between 1 and 20),
  discount_amount numeric(10, 2) not null default 0, -- this line's part of the order's discount
  image_url text,
  is_preorder boolean not null default false,
  dispatch_by date not null,
  -- The customer's measurements, where the browser sent them: checkout writes them, readers of the line see them, and they
  -- are erased with the account. The bounds are those of the program's size advice.
  size_advice jsonb constraint order_lines_size_advice_valid check (
    size_advice is null or (
      jsonb_typeof(size_advice) = 'object'
      and size_advice - array['size', 'ease', 'bust', 'waist', 'hips', 'unit'] = '{}'
      and (size_advice @@ '$.size.type() == "string" && $.size like_regex "^.{1,40}$"
        && ($.ease == "close" || $.ease == "flowing")
        && $.bust.type() == "number" && $.waist.type() == "number" && $.hips.type() == "number"
        && (($.unit == "cm" && $.bust >= 40 && $.bust <= 200 && $.waist >= 40 && $.waist <= 200
            && $.hips >= 40 && $.hips <= 200)
          || ($.unit == "in" && $.bust >= 15 && $.bust <= 80 && $.waist >= 15 && $.waist <= 80
            && $.hips >= 15 && $.hips <= 80))') is true
    )
  ),
  unique (order_id, position)
);
create index order_lines_product_id_idx on public.order_lines (product_id) where is_preorder;
-- For the job that deletes images which no product and no order shows.
create index order_lines_image_idx on public.order_lines (private.object_name_from_url(image_url)) where image_url is not null;

alter table public.pre_orders enable row level security;
alter table public.pre_orders force row level security;
alter table public.order_lines enable row level security;
alter table public.order_lines force row level security;
revoke all on public.pre_orders, public.order_lines from anon, authenticated;
-- Customers read their orders without `needs_review`. A new column is granted by the migration that adds it.
grant select (id, order_number, customer_name, customer_email, customer_phone, product_name, product_size, product_price,
  discount_amount, shipping_amount, final_amount, shipping_address, shipping_city, shipping_postcode, shipping_country, notes,
  payment_status, order_status, tracking_number, shipping_carrier, shipped_at, created_at, payment_state, payment_provider,
  payment_session_id, payment_session_url, payment_session_expires_at, payment_id, payment_read_at, paid_at, refunded_amount,
  cart_id, cart_fingerprint, user_id, currency, deliver_to, discount_code, discount_percent, delivery_options,
  delivery_service, dispatch_by, promised_dispatch_by, ready_at, order_view, version, updated_at)
  on public.pre_orders to authenticated;
grant select on public.order_lines to authenticated;
grant update (order_status, payment_status, tracking_number, shipping_carrier, shipped_at, notes, customer_name, customer_email,
  customer_phone, shipping_address, shipping_city, shipping_postcode, shipping_country, ready_at)
  on public.pre_orders to authenticated;
grant delete on public.pre_orders to authenticated;
grant select, insert, update, delete on public.pre_orders, public.order_lines to service_role;
create policy "customers see their own orders, administrators all" on public.pre_orders for select to authenticated
  using ((user_id = (select auth.uid()) and not (select private.needs_second_factor())) or (select private.is_admin()));
create policy "administrators change orders" on public.pre_orders for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
-- An order that was paid, or may still be paid, is cancelled or refunded, never deleted.
create policy "administrators delete orders that cannot be paid" on public.pre_orders for delete to authenticated
  using ((select private.is_admin()) and paid_at is null and payment_status = 'pending'
    and (payment_state in ('expired', 'failed') or payment_session_expires_at is null));
create policy "service_role may do everything" on public.pre_orders for all to service_role using (true) with check (true);
create policy "triggers may read" on public.pre_orders for select to shop_triggers using (true);
create policy "readers of an order see its lines" on public.order_lines for select to authenticated
  using (exists (select from public.pre_orders where pre_orders.id = order_id));
create policy "service_role may do everything" on public.order_lines for all to service_role using (true) with check (true);
create policy "triggers may read" on public.order_lines for select to shop_triggers using (true);

-- Sets version, promise and notes of a changed order. A reading of the provider alone keeps the version, so that it makes no
-- form stale. PL/pgSQL sees generated columns as null in `new`, so the comparison leaves `order_view` out.
create function private.normalize_order() returns trigger language plpgsql as $$
declare
  refund_owed constant text := 'Refund owed: the order was cancelled';
  check_payment constant text := 'Look at this payment before sending';
  derived constant text[] := array['payment_read_at', 'order_view'];
  is_owed constant boolean :=
    new.order_status = 'cancelled' and new.final_amount > 0 and new.payment_state in ('paid', 'partly_refunded');
  was_owed constant boolean := old.order_status = 'cancelled' and old.payment_state in ('paid', 'partly_refunded');
begin
  if new.payment_read_at is distinct from old.payment_read_at and to_jsonb(new) - derived = to_jsonb(old) - derived then
    return new;
  end if;
  new.version := old.version + 1;
  new.updated_at := public.shop_now();
  new.tracking_number := nullif(btrim(new.tracking_number), '');
  new.ready_at := case when new.order_status <> 'pending' then new.ready_at end;
  -- The first promise is kept.
  new.promised_dispatch_by := coalesce(old.promised_dispatch_by,
    case when new.dispatch_by <> old.dispatch_by and (old.paid_at is not null or old.payment_status = 'paid')
      then old.dispatch_by end);
  -- A paid and cancelled order is reviewed until its money is refunded; then notes about refunds are removed.
  if is_owed and not was_owed and coalesce(position('Refund owed: ' in new.needs_review), 0) = 0 then
    new.needs_review := concat_ws('. ', new.needs_review, refund_owed);
  end if;
  if new.needs_review is not null then
    new.needs_review := (
      select string_agg(note, '. ' order by place) from unnest(string_to_array(new.needs_review, '. ')) with ordinality as n (note, place)
       where not (note = refund_owed and new.order_status <> 'cancelled')
         and not (new.payment_state = 'refunded' and (starts_with(note, 'Refund owed: ') or starts_with(note, 'Refund failed: ')))
         and not (note = check_payment and (new.order_status in ('shipped', 'delivered', 'cancelled') or new.payment_state = 'refunded')));
  end if;
  return new;
end $$;
create trigger before_write before update on public.pre_orders for each row execute function private.normalize_order();
create trigger audit after insert or update or delete on public.pre_orders
  for each row execute function private.audit('id');

-- Sets the day of shipping when an order becomes shipped, and clears it when that is undone before there is a tracking number.
create function private.set_shipped_at() returns trigger language plpgsql as $$
begin
  if new.shipped_at is distinct from old.shipped_at then return new; end if;
  if new.order_status = 'shipped' then
    new.shipped_at := coalesce(new.shipped_at, public.shop_now());
  elsif new.order_status in ('pending', 'processing') and new.tracking_number is null then
    new.shipped_at := null;
  end if;
  return new;
end $$;
create trigger set_shipped_at before update of order_status on public.pre_orders
  for each row when (new.order_status <> old.order_status) execute function private.set_shipped_at();

-- An order belongs to the account with the verified address it was placed with. It is linked when both exist, by the change
-- that comes last. An account that changes its address does not get the orders of the new address: the person who opened the
-- account may not be the one who received the order's e-mails.
create function private.link_orders_of_account() returns trigger language plpgsql as $$
begin
  if new.email_confirmed_at is not null and new.email is not null
    and (tg_op = 'INSERT' or old.email_confirmed_at is null) then
    update public.pre_orders set user_id = new.id where lower(customer_email) = lower(new.email) and user_id is null;
  end if;
  return null;
end $$;
create trigger link_orders after insert or update of email_confirmed_at on auth.users
  for each row execute function private.link_orders_of_account();

create function private.link_order_to_account() returns trigger language plpgsql as $$
begin
  -- The program writes customers' addresses; an administrator who does may not read accounts.
  if auth.role() = 'service_role' then
    new.user_id := (select id from auth.users
      where lower(email) = lower(new.customer_email) and email_confirmed_at is not null and not is_sso_user limit 1
      -- Locked until this order is written, so that an account is not erased meanwhile.
      for key share);
  end if;
  return new;
end $$;
create trigger link_to_account before insert or update of customer_email on public.pre_orders
  for each row when (new.user_id is null and new.customer_email is not null)
  execute function private.link_order_to_account();

-- Uses of a code that open payment pages hold: redeemed when paid, released on expiry.
create table private.discount_holds (
  order_id uuid primary key references public.pre_orders on delete cascade,
  code text not null,
  state text not null default 'held' check (state in ('held', 'redeemed', 'released')),
  until timestamptz not null,
  discount_id uuid
);

-- Later dispatch dates the shop announced, and the customer's answers. The latest of an order applies.
create table private.order_delays (
  order_id uuid not null references public.pre_orders on delete cascade,
  dispatch_by date not null,          -- the new day
  previous_dispatch_by date not null, -- the day the customer knew before
  reason text check (length(reason) between 1 and 500),
  -- Whether production had started. Customers who are informed before it starts may cancel until it does.
  in_production boolean not null,
  announced_at timestamptz not null default public.shop_now(),
  announced_by uuid,
  answer text check (answer in ('keep', 'cancel')),
  answered_at timestamptz,
  constraint order_delays_pkey primary key (order_id, dispatch_by),
  constraint order_delays_answer_has_time check ((answer is null) = (answered_at is null))
);
create trigger audit after insert or update or delete on private.order_delays
  for each row execute function private.audit('order_id');

do $$
declare name text;
begin
  foreach name in array array['discount_holds', 'order_delays'] loop
    execute format('alter table private.%I enable row level security', name);
    execute format('alter table private.%I force row level security', name);
    execute format('grant select, insert, update, delete on private.%I to service_role', name);
    execute format('create policy "service_role may do everything" on private.%I for all to service_role
      using (true) with check (true)', name);
  end loop;
end $$;
