-- Money given back is one row each, whoever asked for it; what an order's letters and its note say of it is true.

-- `part`: this amount and no other. `rest`: whatever is left when it is sent. `cancellation`: the same, and only as long
-- as the order stays cancelled: one that is taken up again is the owner's to decide.
alter table private.refunds add scope text not null default 'part' check (scope in ('part', 'rest', 'cancellation'));

-- Refunds owed after a delay have become rows like any other. They are moved by the owner of the tables, whom forced
-- policies would stop.
alter table public.pre_orders no force row level security;
alter table private.order_delays no force row level security;
alter table private.refunds no force row level security;
alter table private.refunds disable trigger audit;
insert into private.refunds (order_id, session_id, amount, reason, scope)
select placed.id, placed.payment_session_id, placed.final_amount - placed.refunded_amount, 'cancelled', 'cancellation'
  from private.order_delays as delay join public.pre_orders as placed on placed.id = delay.order_id
 where delay.refund_next_attempt_at is not null and placed.payment_session_id is not null
   and placed.final_amount > placed.refunded_amount;
alter table private.refunds enable trigger audit;
alter table private.refunds force row level security;
alter table private.order_delays force row level security;
alter table public.pre_orders force row level security;
drop index private.order_delays_refunds_idx;
alter table private.order_delays drop column refund_attempts, drop column refund_next_attempt_at;

-- As in 0016, and: whoever is paid and cancelled wants looking at, in whichever order it became so, until the money is
-- back; then every note about refunds goes. Notes are divided by a full stop and a blank.
create or replace function private.before_order() returns trigger language plpgsql as $$
declare
  owed constant text := 'Refund owed: the order was cancelled';
  warned constant text := 'Look at this payment before sending';
  is_owed constant boolean :=
    new.order_status = 'cancelled' and new.final_amount > 0 and new.payment_state in ('paid', 'partly_refunded');
  was_owed constant boolean := old.order_status = 'cancelled' and old.payment_state in ('paid', 'partly_refunded');
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

create or replace function private.write_order_letters() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  letter record;
begin
  if new.order_status is distinct from old.order_status or new.tracking_number is distinct from old.tracking_number then
    update private.outbox as w set state = 'dropped'
     where w.order_id = new.id and w.state = 'waiting'
       and (w.kind, w.cause) in (select was.kind, was.cause from private.letters_told_by(old) as was)
       and (w.kind, w.cause) not in (select told.kind, told.cause from private.letters_told_by(new) as told);
    -- The same parcel, its number written otherwise.
    update private.outbox as w set data = told.data from private.letters_told_by(new) as told
     where w.order_id = new.id and w.state = 'waiting' and w.kind = told.kind and w.cause = told.cause and w.data <> told.data;
    for letter in
      select * from private.letters_told_by(new) as told
       where (told.kind, told.cause) not in (select was.kind, was.cause from private.letters_told_by(old) as was)
         -- Who has a number knows that the parcel left.
         and not (told.kind = 'order_dispatched' and told.data ->> 'tracking' is null and exists (
           select from private.outbox as w
            where w.order_id = new.id and w.kind = 'order_dispatched' and w.state in ('sending', 'sent')))
    loop
      perform private.queue_letter(letter.kind, letter.cause, new.customer_email, letter.data, new.id, now() + letter.grace);
    end loop;
  end if;
  if new.refunded_amount > old.refunded_amount and new.customer_email is not null
    and (new.payment_status = 'paid' or new.paid_at is not null) then
    -- That the order is cancelled is told first, and then that its money is on its way.
    perform private.queue_letter('order_refunded', new.id::text || '.' || (new.refunded_amount * 100)::bigint,
      new.customer_email, jsonb_build_object('refunded', new.refunded_amount, 'total', new.final_amount), new.id,
      greatest(now(), (select max(w.next_attempt_at) + interval '2 seconds' from private.outbox as w
        where w.order_id = new.id and w.kind = 'order_cancelled' and w.state in ('waiting', 'sending'))));
  end if;
  -- A corrected address is where the letters go that are still here; of one on its way just now, the next try.
  if new.customer_email is distinct from old.customer_email and new.customer_email is not null then
    update private.outbox as w set recipient = new.customer_email
     where w.order_id = new.id and w.state in ('waiting', 'sending') and w.kind like 'order\_%' and w.kind <> 'order_choice_made';
  end if;
  return null;
end $$;
