-- Changes of placed orders: what the customer may change until the order is begun, what the owner may change at any time,
-- pieces of a line that are cancelled, and the garments a refund is for.

-- A line keeps what was sold, since amounts and shares are those of the sale; cancelled pieces are neither made nor sent.
alter table public.order_lines add column cancelled_quantity smallint not null default 0
  constraint order_lines_cancelled_quantity_check check (cancelled_quantity between 0 and quantity);

-- One row per saved change of an order's details: the order's history, its e-mail and its undo read it.
create table private.order_edits (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.pre_orders on delete cascade,
  at timestamptz not null default public.shop_now(),
  by_customer boolean not null,
  actor uuid,      -- the account; null: the customer, by the order's link
  -- [{field, position?, garment?, before, after}]; `position` and `garment` name the line of a field of a line.
  changes jsonb not null check (jsonb_typeof(changes) = 'array'),
  request_id text, -- of the audit log's rows of the same change
  -- The change that this one undoes. A change is undone once.
  undo_of uuid constraint order_edits_undo_of_key unique references private.order_edits on delete cascade
);
create index order_edits_order_idx on private.order_edits (order_id, at);

-- A new delivery address that waits for its code. The code is not stored: the shop derives it from its key, this row's
-- salt and the address, so it confirms no other address.
create table private.address_codes (
  order_id uuid primary key references public.pre_orders on delete cascade,
  address jsonb not null,
  salt uuid not null default gen_random_uuid(),
  expires_at timestamptz not null,
  tries smallint not null default 0,
  sends smallint not null default 1,   -- since `sends_since`
  sends_since timestamptz not null default public.shop_now()
);
create index address_codes_expires_at_idx on private.address_codes (expires_at);

-- The pieces of each line that a refund is for, and their part of its amount.
create table private.refund_lines (
  refund_id uuid not null references private.refunds on delete cascade,
  position smallint not null,
  quantity smallint not null check (quantity between 1 and 20),
  amount numeric(10, 2) not null check (amount >= 0),
  primary key (refund_id, position)
);
-- The part of a refund that is for delivery.
alter table private.refunds add column delivery_amount numeric(10, 2) not null default 0 check (delivery_amount >= 0);

do $$
declare name text;
begin
  foreach name in array array['order_edits', 'address_codes', 'refund_lines'] loop
    execute format('alter table private.%I enable row level security', name);
    execute format('alter table private.%I force row level security', name);
    execute format('grant select, insert, update, delete on private.%I to service_role', name);
    execute format('create policy "service_role may do everything" on private.%I for all to service_role
      using (true) with check (true)', name);
  end loop;
end $$;

-- What is made of a line, in the audit log. Heights and measurements are left out: the log is never deleted from.
create function private.audit_order_line() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into private.audit_log (actor, actor_role, request_id, ip, table_name, row_id, action, before, after)
  values (auth.uid(), auth.role(), nullif(current_setting('request.id', true), ''),
    nullif(current_setting('request.ip', true), ''), tg_table_name, new.order_id::text, 'update',
    jsonb_build_object('position', old.position, 'size', old.size, 'cancelled_quantity', old.cancelled_quantity),
    jsonb_build_object('position', new.position, 'size', new.size, 'cancelled_quantity', new.cancelled_quantity));
  return null;
end $$;
revoke all on function private.audit_order_line() from public;
create trigger audit after update of size, cancelled_quantity on public.order_lines
  for each row when ((old.size, old.cancelled_quantity) is distinct from (new.size, new.cancelled_quantity))
  execute function private.audit_order_line();

-- A cancelled piece of a limited pre-order is free again.
create or replace function private.sold_units(p_product_id uuid) returns bigint language sql stable set search_path = '' as $$
  select coalesce(sum(l.quantity - l.cancelled_quantity), 0)::bigint
    from public.order_lines l join public.pre_orders o on o.id = l.order_id
   where l.product_id = p_product_id and l.is_preorder
     and private.is_sold(o.payment_state, o.payment_status, o.order_status)
$$;
drop trigger refresh_availability on public.order_lines;
create constraint trigger refresh_availability after update on public.order_lines deferrable initially deferred
  for each row when ((old.product_id, old.quantity, old.cancelled_quantity, old.is_preorder) is distinct from
    (new.product_id, new.quantity, new.cancelled_quantity, new.is_preorder))
  execute function private.refresh_availability();

-- An order with another e-mail address belongs to no account until it is linked on purpose: the account of the old address
-- must not keep it, and that of the new one must not get it by a typing error.
create function private.unlink_order_of_changed_email() returns trigger language plpgsql as $$
begin
  new.user_id := null;
  return new;
end $$;
create trigger unlink_changed_email before update of customer_email on public.pre_orders for each row
  when (old.customer_email is not null and lower(new.customer_email) is distinct from lower(old.customer_email))
  execute function private.unlink_order_of_changed_email();

create or replace function private.link_order_to_account() returns trigger language plpgsql as $$
begin
  -- The program writes customers' addresses; an administrator who does may not read accounts. Only the first address
  -- links, that of the payment.
  if auth.role() = 'service_role' and (tg_op = 'INSERT' or old.customer_email is null) then
    new.user_id := (select id from auth.users
      where lower(email) = lower(new.customer_email) and email_confirmed_at is not null and not is_sso_user limit 1
      -- Locked until this order is written, so that an account is not erased meanwhile.
      for key share);
  end if;
  return new;
end $$;

-- The e-mail about a change by the owner waits, so that one that is undone sends nothing.
grant execute on function private.queue_email(text, text, text, jsonb, uuid, timestamptz) to service_role;
