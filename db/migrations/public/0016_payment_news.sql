-- News of payments: events that are tried again by the clock, and readings that change nothing are no change.

-- When an event is looked at again if its job is lost or failed; null: its tries are used up, or it is handled.
alter table private.payment_events add next_attempt_at timestamptz default (now() + interval '10 seconds');
drop index private.payment_events_unhandled_idx;
create index payment_events_waiting_idx on private.payment_events (next_attempt_at) where handled_at is null;

-- As in 0015, but when a row was read is no part of what was changed.
create or replace function private.audit() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  changed_from jsonb := was;
  changed_to jsonb := is_now;
begin
  if tg_op = 'UPDATE' then
    select coalesce(jsonb_object_agg(key, was -> key), '{}'), coalesce(jsonb_object_agg(key, value), '{}')
      into changed_from, changed_to
      from jsonb_each(is_now)
     where value is distinct from was -> key and key not in ('version', 'updated_at', 'payment_read_at', 'read_at');
    if changed_to = '{}'::jsonb then return null; end if;
  end if;
  insert into private.audit_log (actor, actor_role, request_id, ip, table_name, row_id, action, before, after)
  values (auth.uid(), auth.role(), nullif(current_setting('request.id', true), ''),
    nullif(current_setting('request.ip', true), ''), tg_table_name,
    coalesce(is_now, was) ->> tg_argv[0], lower(tg_op), changed_from, changed_to);
  return null;
end $$;

-- As in 0013, and: an order that was only read again keeps its version, so nobody's save is refused for it; a bank's
-- warning is read before a parcel leaves, so it goes when there is nothing left to send.
create or replace function private.before_order() returns trigger language plpgsql as $$
declare
  owed constant text := 'Refund owed: the order was cancelled';
  warned constant text := 'Look at this payment before sending';
begin
  if new.payment_read_at is distinct from old.payment_read_at
    and to_jsonb(new) - 'payment_read_at' = to_jsonb(old) - 'payment_read_at' then
    return new;
  end if;
  new.version := old.version + 1;
  new.updated_at := public.shop_now();
  new.tracking_number := nullif(btrim(new.tracking_number), '');
  new.promised_dispatch_by := coalesce(old.promised_dispatch_by,
    case when new.dispatch_by <> old.dispatch_by and (old.paid_at is not null or old.payment_status = 'paid')
      then old.dispatch_by end);
  -- A cancelled order's letter promises the money back, so somebody must look until it is given.
  if new.order_status = 'cancelled' and old.order_status <> 'cancelled' and new.final_amount > 0
    and new.payment_state in ('paid', 'partly_refunded') and new.needs_review is not distinct from old.needs_review then
    new.needs_review := concat_ws('. ', new.needs_review, owed);
  elsif position(owed in new.needs_review) > 0 and (new.order_status <> 'cancelled' or new.payment_state = 'refunded') then
    new.needs_review := array_to_string(array_remove(string_to_array(new.needs_review, '. '), owed), '. ');
  end if;
  if position(warned in new.needs_review) > 0
    and (new.order_status in ('shipped', 'delivered', 'cancelled') or new.payment_state = 'refunded') then
    new.needs_review := array_to_string(array_remove(string_to_array(new.needs_review, '. '), warned), '. ');
  end if;
  new.needs_review := nullif(new.needs_review, '');
  return new;
end $$;
