-- Which of the owner's views an order is in: exactly one, the first that matches. This column is the only definition; the
-- queries of the order desk, its indexes and the browser read it.

-- When the owner said that the parcel is ready to post.
alter table public.pre_orders add column ready_at timestamptz;

alter table public.pre_orders add column order_view text not null generated always as (
  case
    when order_status = 'cancelled' then 'cancelled'
    when order_status in ('shipped', 'delivered') then 'shipped'
    -- Neither the payment provider nor the owner says that money came.
    when payment_status = 'pending' and paid_at is null
      and payment_state in ('creating', 'open', 'expired', 'failed') then 'unpaid'
    -- Refunded in full: nothing is made or sent, although the order was not cancelled.
    when payment_state = 'refunded' or (final_amount > 0 and refunded_amount >= final_amount) then 'cancelled'
    when order_status = 'processing' and ready_at is not null then 'to_dispatch'
    when order_status = 'processing' then 'in_progress'
    else 'to_make'
  end) stored;

grant select (ready_at, order_view), update (ready_at) on public.pre_orders to authenticated;

-- The views follow the column above, so their indexes do too: one for each view in its order, and for each filter that
-- few orders of a view match.
drop index public.pre_orders_all_idx, public.pre_orders_by_status_idx, public.pre_orders_unpaid_idx,
  public.pre_orders_late_idx, public.pre_orders_to_do_idx, public.pre_orders_shipped_idx,
  public.pre_orders_shipped_by_status_idx, public.pre_orders_set_unpaid_idx, public.pre_orders_unpaid_by_status_idx,
  public.pre_orders_shipped_unpaid_idx;
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

-- As in 0017, and: an order whose making has not begun is not ready. PL/pgSQL sees generated columns as null in `new`
-- before the row is written, so the comparison leaves `order_view` out.
create or replace function private.before_order() returns trigger language plpgsql as $$
declare
  owed constant text := 'Refund owed: the order was cancelled';
  warned constant text := 'Look at this payment before sending';
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
  new.promised_dispatch_by := coalesce(old.promised_dispatch_by,
    case when new.dispatch_by <> old.dispatch_by and (old.paid_at is not null or old.payment_status = 'paid')
      then old.dispatch_by end);
  if is_owed and not was_owed and coalesce(position('Refund owed: ' in new.needs_review), 0) = 0 then
    new.needs_review := concat_ws('. ', new.needs_review, owed);
  end if;
  if new.needs_review is not null then
    new.needs_review := (
      select string_agg(note, '. ' order by place) from unnest(string_to_array(new.needs_review, '. ')) with ordinality as n (note, place)
       where not (note = owed and new.order_status <> 'cancelled')
         and not (new.payment_state = 'refunded' and (starts_with(note, 'Refund owed: ') or starts_with(note, 'Refund failed: ')))
         and not (note = warned and (new.order_status in ('shipped', 'delivered', 'cancelled') or new.payment_state = 'refunded')));
  end if;
  return new;
end $$;

-- As in 0019, and: the view of an order follows from its other columns, so it is no change of its own.
create or replace function private.audit() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - 'note' end;
  is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - 'note' end;
  changed_from jsonb := was;
  changed_to jsonb := is_now;
begin
  if tg_op = 'UPDATE' then
    select coalesce(jsonb_object_agg(key, was -> key), '{}'), coalesce(jsonb_object_agg(key, value), '{}')
      into changed_from, changed_to
      from jsonb_each(is_now)
     where value is distinct from was -> key
       and key not in ('version', 'updated_at', 'payment_read_at', 'read_at', 'order_view');
    if changed_to = '{}'::jsonb then return null; end if;
  end if;
  insert into private.audit_log (actor, actor_role, request_id, ip, table_name, row_id, action, before, after)
  values (auth.uid(), auth.role(), nullif(current_setting('request.id', true), ''),
    nullif(current_setting('request.ip', true), ''), tg_table_name,
    coalesce(is_now, was) ->> tg_argv[0], lower(tg_op), changed_from, changed_to);
  return null;
end $$;
