-- contract: needs public/0053_order_notes.sql
drop trigger write_needs_review on private.order_notes;
drop trigger needs_review_changed on public.pre_orders;
drop trigger needs_review_new on public.pre_orders;
drop trigger keep_detail on private.payment_discrepancies;
drop policy "triggers may write needs_review" on public.pre_orders;
create or replace function private.keep_order_notes() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  is_owed constant boolean :=
    new.order_status = 'cancelled' and new.final_amount > 0 and new.payment_state in ('paid', 'partly_refunded');
  was_owed constant boolean := old.order_status = 'cancelled' and old.payment_state in ('paid', 'partly_refunded');
begin
  update private.order_notes as note set resolved_at = public.shop_now(), resolved_by = auth.uid()
   where note.order_id = new.id and note.resolved_at is null
     and (note.kind = 'refund_owed' and new.order_status <> 'cancelled'
       or note.kind in ('refund_owed', 'refund_owed_after_delay', 'refund_refused') and new.payment_state = 'refunded'
       or note.kind = 'bank_warning' and (new.order_status in ('shipped', 'delivered', 'cancelled') or new.payment_state = 'refunded'));
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
drop function private.write_changed_needs_review(), private.write_needs_review(uuid), private.read_needs_review(),
  private.keep_discrepancy_detail(), private.discrepancy_detail(text, jsonb), private.read_discrepancy_detail(text, text),
  private.order_note_words(text, jsonb), private.read_order_note(text), private.order_note_sentences();
alter table public.pre_orders drop column needs_review; -- and with it pre_orders_attention_idx
alter table private.payment_discrepancies drop column detail;
