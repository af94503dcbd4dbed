-- What happened to each order: one row an event, written by triggers of the tables that belong to an order, whatever changes
-- them. The owner's timeline, the history of its money, undo and e-mails read them; the audit log is for auditing alone.

create table private.order_events (
  id bigint generated always as identity primary key,
  -- Without a reference: its check would lock the order, after the refund or return whose change is the event.
  order_id uuid not null,
  -- The events of one statement have the same: together they are one entry of the timeline. Of an edit, the id it is undone by.
  change text not null default gen_random_uuid()::text,
  kind text not null,                 -- `OrderEvent` in src/features/orders/history/order-event.ts has the kinds with their facts
  facts jsonb not null default '{}' check (jsonb_typeof(facts) = 'object'),
  actor uuid,                         -- the account, where there is one
  party text not null check (party in ('customer', 'shop', 'provider')), -- where there is no account
  at timestamptz not null default public.shop_now()
);
create index order_events_order_idx on private.order_events (order_id, at);
create unique index order_events_edit_key on private.order_events (change) where kind = 'edited';
-- An edit is undone once.
create unique index order_events_undo_key on private.order_events ((facts ->> 'undoOf')) where kind = 'edited' and facts ? 'undoOf';

alter table private.order_events enable row level security;
alter table private.order_events force row level security;
grant select, insert on private.order_events to service_role;
create policy "service_role may do everything" on private.order_events for all to service_role using (true) with check (true);
create policy "triggers may do everything" on private.order_events for all to shop_triggers using (true) with check (true);

-- A changed value with the one before it.
create function private.from_to(was jsonb, is_now jsonb, name text) returns jsonb
language sql immutable set search_path = '' as
$$ select jsonb_build_object('from', was -> name, 'to', is_now -> name) $$;

create function private.pence(pounds jsonb) returns bigint language sql immutable set search_path = '' as
$$ select round((pounds #>> '{}')::numeric * 100)::bigint $$;

-- The events of a changed row. `is_now` has the columns that changed, of a new row all of them; of a return its kind too.
create function private.order_events_of(table_name text, action text, was jsonb, is_now jsonb)
returns table (kind text, facts jsonb, party text) language plpgsql stable set search_path = '' as $$
begin
  case table_name || ' ' || action
    when 'pre_orders insert' then
      -- A status without a payment is one that a person gave.
      return query select 'placed', case when is_now ->> 'payment_status' = 'paid' and is_now ->> 'paid_at' is null
        then '{"isMarkedPaid": true}'::jsonb else '{}' end, 'customer';
    when 'pre_orders update' then
      return query select event.kind, event.facts, case when is_now ? 'payment_state' then 'provider' else 'shop' end
        from (
          values
            ('payment', case when is_now ?| array['payment_state', 'refunded_amount'] then jsonb_strip_nulls(
              private.from_to(was, is_now, 'payment_state') || jsonb_build_object(
                'totalPence', private.pence(is_now -> 'final_amount'),
                'refundedPence', private.pence(is_now -> 'refunded_amount'))) end),
            ('payment_marked', case when is_now ? 'payment_status' and not is_now ? 'payment_state'
              then private.from_to(was, is_now, 'payment_status') end),
            ('status_changed', case when is_now ? 'order_status' then private.from_to(was, is_now, 'order_status') end),
            ('tracking_changed', case when is_now ? 'tracking_number' then private.from_to(was, is_now, 'tracking_number') end),
            ('ready_changed', case when is_now ? 'ready_at' and not is_now ? 'order_status'
              then jsonb_build_object('isReady', is_now ->> 'ready_at' is not null) end),
            ('carrier_changed', case when is_now ? 'shipping_carrier' then private.from_to(was, is_now, 'shipping_carrier') end),
            ('dispatch_day_changed', case when is_now ? 'dispatch_by' then private.from_to(was, is_now, 'dispatch_by') end)
          union all
          -- The payment itself sets name and address: only later changes are events.
          select 'detail_changed', jsonb_build_object('field', field) || private.from_to(was, is_now, field)
            from unnest(array['customer_name', 'customer_email', 'customer_phone', 'shipping_address', 'shipping_city',
              'shipping_postcode', 'shipping_country', 'notes']) as field
           where is_now ? field and not is_now ? 'payment_state'
          union all
          -- A change of the address ends the links too, and is an event itself.
          select 'links_ended', '{}' where is_now ? 'link_version' and not is_now ? 'customer_email'
        ) as event (kind, facts) where event.facts is not null;
    when 'refunds insert' then
      return query select 'refund_requested',
        jsonb_build_object('amountPence', private.pence(is_now -> 'amount'), 'source', is_now -> 'source'),
        case when is_now ->> 'source' = 'provider' then 'provider' else 'shop' end;
    when 'refunds update' then
      if is_now ? 'amount' or is_now ->> 'state' in ('pending', 'succeeded', 'failed') then
        return query select 'refund_changed', jsonb_strip_nulls(jsonb_build_object('state', is_now -> 'state',
          'failure', is_now -> 'failure', 'amountPence', private.pence(is_now -> 'amount'),
          'fromPence', case when is_now ? 'amount' then private.pence(was -> 'amount') end)), 'provider';
      end if;
    when 'disputes insert' then
      return query select 'dispute_opened', jsonb_build_object('amountPence', private.pence(is_now -> 'amount')), 'provider';
    when 'disputes update' then
      if is_now ? 'status' then
        return query select 'dispute_changed', jsonb_build_object('status', is_now -> 'status'), 'provider';
      end if;
    when 'order_delays insert' then
      return query select 'delay_announced', jsonb_build_object('from', is_now -> 'previous_dispatch_by',
        'to', is_now -> 'dispatch_by', 'reason', is_now -> 'reason'), 'shop';
    when 'order_delays update' then
      if is_now ->> 'answer' is not null then
        return query select 'delay_answered', jsonb_build_object('answer', is_now -> 'answer'), 'customer';
      end if;
    when 'returns insert' then
      return query select 'return_declared', jsonb_build_object('return', is_now -> 'kind'), 'customer';
    when 'returns update' then
      if is_now ? 'state' then
        return query select 'return_changed', jsonb_build_object('return', is_now -> 'kind', 'state', is_now -> 'state'), 'shop';
      end if;
    when 'pre_orders cancel' then
      return query select 'cancelled',
        jsonb_build_object('reason', is_now -> 'reason', 'withRefund', coalesce(is_now -> 'refund' = 'true', false)), 'customer';
    else
      null;
  end case;
end $$;

-- The argument names the column with the order's id.
create function private.record_order_events() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  was constant jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) end;
  is_now constant jsonb := to_jsonb(new);
  changed jsonb := is_now;
  change constant text := gen_random_uuid();
begin
  if tg_op = 'UPDATE' then
    select coalesce(jsonb_object_agg(key, value), '{}') into changed from jsonb_each(is_now)
     where value is distinct from was -> key or (tg_table_name = 'returns' and key = 'kind');
  end if;
  if is_now ->> tg_argv[0] is not null then
    insert into private.order_events (order_id, change, kind, facts, actor, party)
      select (is_now ->> tg_argv[0])::uuid, change, event.kind, event.facts, auth.uid(), event.party
        from private.order_events_of(tg_table_name, lower(tg_op), was, changed) as event;
  end if;
  return null;
end $$;

create function private.delete_order_events() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from private.order_events where order_id = old.id;
  return null;
end $$;

create trigger record_events after insert or update on public.pre_orders
  for each row execute function private.record_order_events('id');
create trigger delete_events after delete on public.pre_orders
  for each row execute function private.delete_order_events();
create trigger record_events after insert or update on private.refunds
  for each row execute function private.record_order_events('order_id');
create trigger record_events after insert or update on private.disputes
  for each row execute function private.record_order_events('order_id');
create trigger record_events after insert or update on private.order_delays
  for each row execute function private.record_order_events('order_id');
create trigger record_events after insert or update on private.returns
  for each row execute function private.record_order_events('order_id');

-- An edit is one event, with all that it changed: the events of its columns give way to it.
create function private.replace_by_edit() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from private.order_events
   where order_id = new.order_id and at = new.at and kind in ('detail_changed', 'dispatch_day_changed', 'links_ended');
  -- A program of the former version undoes and e-mails it too.
  insert into private.order_edits (id, order_id, at, by_customer, actor, changes, request_id, undo_of)
    values (new.change::uuid, new.order_id, new.at, new.party = 'customer', new.actor, new.facts -> 'changes',
      nullif(current_setting('request.id', true), ''), (new.facts ->> 'undoOf')::uuid)
    on conflict do nothing;
  return null;
end $$;
create trigger replace_by_edit after insert on private.order_events
  for each row when (new.kind = 'edited') execute function private.replace_by_edit();

-- What a program of the former version writes: an edit, and why an order was cancelled.
create policy "triggers may do everything" on private.order_edits for all to shop_triggers using (true) with check (true);
create function private.record_order_edit() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into private.order_events (order_id, change, kind, facts, actor, party, at)
    values (new.order_id, new.id::text, 'edited', jsonb_build_object('changes', new.changes)
        || case when new.undo_of is null then '{}' else jsonb_build_object('undoOf', new.undo_of) end,
      new.actor, case when new.by_customer then 'customer' else 'shop' end, new.at)
    on conflict do nothing;
  return null;
end $$;
create trigger record_event after insert on private.order_edits for each row execute function private.record_order_edit();

create function private.record_cancellation() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into private.order_events (order_id, kind, facts, actor, party, at)
    select new.row_id::uuid, event.kind, event.facts, new.actor, event.party, new.at
      from private.order_events_of(new.table_name, new.action, null, new.after) as event;
  return null;
end $$;
create trigger record_cancellation after insert on private.audit_log
  for each row when (new.table_name = 'pre_orders' and new.action = 'cancel') execute function private.record_cancellation();

-- Removes the customer from the log and the events of these orders and reviews. What was sold, paid, refunded and sent stays.
create or replace function private.redact_order_audit(p_rows uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  personal constant text[] := array['customer_name', 'customer_email', 'customer_phone', 'shipping_address', 'shipping_city',
    'shipping_postcode', 'notes', 'gift_note', 'user_id', 'cart_id', 'cart_fingerprint', 'payment_session_url'];
  -- What of an edit is about the garments and their delivery, and so about the sale.
  of_sale constant text[] := array['size', 'cancelled', 'service', 'dispatch_by'];
begin
  update private.audit_log as log set ip = null, before = log.before - personal,
      after = log.after - personal - case when log.action = 'cancel' then 'reason' else '' end
   where log.table_name in ('pre_orders', 'order_lines', 'refunds', 'disputes', 'order_delays', 'returns',
       'reviews')
     and log.row_id = any (select each::text from unnest(p_rows) as each);
  update private.order_events set facts = facts - 'reason' where order_id = any (p_rows) and kind = 'cancelled';
  update private.order_events set facts = jsonb_set(facts, '{changes}', (
      select coalesce(jsonb_agg(each), '[]') from jsonb_array_elements(facts -> 'changes') as each
       where each ->> 'field' = any (of_sale)))
   where order_id = any (p_rows) and kind = 'edited';
  -- An edit that changed nothing else is deleted: an undo could restore nothing.
  delete from private.order_events
   where order_id = any (p_rows) and (kind = 'detail_changed' or (kind = 'edited' and facts -> 'changes' = '[]'));
  update private.order_edits set changes = (
      select coalesce(jsonb_agg(each), '[]') from jsonb_array_elements(changes) as each
       where each ->> 'field' = any (of_sale))
   where order_id = any (p_rows);
  delete from private.order_edits where order_id = any (p_rows) and changes = '[]';
end $$;

-- Deletes entries about orders from before the records that must be kept, and the events of the same orders. Those of an order
-- that still has its customer, because a refund or dispute came later, stay with it.
create or replace function private.forget_order_audit(p_most integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  orders uuid[];
  deleted integer;
begin
  with old as (
    select log.id from private.audit_log as log
     where private.is_about_orders(log.table_name) and log.at < private.tax_records_since()
       and not exists (select from public.pre_orders as placed
         where placed.id = case when log.row_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then log.row_id::uuid end
           and coalesce(placed.customer_email, placed.customer_name) is not null)
     order by log.at limit p_most for update skip locked),
  gone as (delete from private.audit_log as log using old where log.id = old.id returning log.row_id)
  select count(*), array_agg(distinct row_id::uuid) filter (where row_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')
    into deleted, orders from gone;
  delete from private.order_events where order_id = any (orders) and at < private.tax_records_since();
  return deleted;
end $$;

do $$
declare function regprocedure;
begin
  foreach function in array array['private.from_to(jsonb, jsonb, text)', 'private.pence(jsonb)',
    'private.order_events_of(text, text, jsonb, jsonb)', 'private.record_order_events()', 'private.delete_order_events()',
    'private.replace_by_edit()', 'private.record_order_edit()', 'private.record_cancellation()']::regprocedure[] loop
    execute format('revoke all on function %s from public', function);
  end loop;
end $$;
