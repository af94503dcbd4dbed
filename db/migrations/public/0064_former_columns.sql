-- contract: needs public/0062_order_indexes.sql
-- What programs before 0053 to 0062 read and wrote: notes as sentences, edits beside events, why an order was cancelled in the
-- log, and the page speed that browsers measured.
drop trigger write_needs_review on private.order_notes;
drop trigger needs_review_changed on public.pre_orders;
drop trigger needs_review_new on public.pre_orders;
drop trigger keep_detail on private.payment_discrepancies;
drop trigger record_cancellation on private.audit_log;
drop policy "triggers may write needs_review" on public.pre_orders;

create or replace function private.keep_order_notes() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  is_owed constant boolean :=
    new.order_status = 'cancelled' and new.final_amount > 0 and new.provider_state in ('paid', 'partly_refunded');
  was_owed constant boolean := old.order_status = 'cancelled' and old.provider_state in ('paid', 'partly_refunded');
begin
  update private.order_notes as note set resolved_at = public.shop_now(), resolved_by = auth.uid()
   where note.order_id = new.id and note.resolved_at is null
     and (note.kind = 'refund_owed' and new.order_status <> 'cancelled'
       or note.kind in ('refund_owed', 'refund_owed_after_delay', 'refund_refused') and new.provider_state = 'refunded'
       or note.kind = 'bank_warning' and (new.order_status in ('shipped', 'delivered', 'cancelled') or new.provider_state = 'refunded'));
  if is_owed and not was_owed and not exists (select from private.order_notes as note
    where note.order_id = new.id and note.resolved_at is null and note.kind in ('refund_owed', 'refund_owed_after_delay')) then
    insert into private.order_notes (order_id, kind) values (new.id, 'refund_owed') on conflict do nothing;
  end if;
  return null;
end $$;

create or replace function private.normalize_order() returns trigger language plpgsql as $$
declare
  derived constant text[] := array['payment_read_at', 'order_view', 'reported_paid'];
begin
  if new.payment_read_at is distinct from old.payment_read_at
    and to_jsonb(new) - derived = to_jsonb(old) - derived then
    return new;
  end if;
  new.version := old.version + 1;
  new.updated_at := public.shop_now();
  new.tracking_number := nullif(btrim(new.tracking_number), '');
  new.ready_at := case when new.order_status <> 'pending' then new.ready_at end;
  -- The first promise is kept.
  new.promised_dispatch_by := coalesce(old.promised_dispatch_by,
    case when new.dispatch_by <> old.dispatch_by and old.reported_paid
      then old.dispatch_by end);
  return new;
end $$;

create or replace function private.replace_by_edit() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from private.order_events
   where order_id = new.order_id and at = new.at and kind in ('detail_changed', 'dispatch_day_changed', 'links_ended');
  return null;
end $$;

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
end $$;

do $$
declare
  definition text;
begin
  select replace(pg_get_functiondef(oid), ', ''needs_review''', '') into strict definition
    from pg_proc where oid = 'private.audit()'::regprocedure;
  execute definition;
  -- Without the entries of the log that say why an order was cancelled: the program writes that event.
  select regexp_replace(pg_get_functiondef(oid), '    when ''pre_orders cancel'' then[^;]*;\n', '') into strict definition
    from pg_proc where oid = 'private.order_events_of(text, text, jsonb, jsonb)'::regprocedure;
  execute definition;
end $$;

drop function private.write_changed_needs_review(), private.write_needs_review(uuid), private.read_needs_review(),
  private.keep_discrepancy_detail(), private.discrepancy_detail(text, jsonb), private.read_discrepancy_detail(text, text),
  private.order_note_words(text, jsonb), private.read_order_note(text), private.order_note_sentences(),
  private.record_cancellation(), private.fill_order_events();
alter table public.pre_orders drop column needs_review; -- and with it pre_orders_attention_idx
alter table private.payment_discrepancies drop column detail;
drop table private.order_edits;
drop function private.record_order_edit();
drop table private.vitals;
