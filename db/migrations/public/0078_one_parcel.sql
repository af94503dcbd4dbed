-- Orders in one parcel: an order and those that were added to it travel together while all of them wait for dispatch.

-- The status that an addition had when it left in the parcel of its first order; null: it has not left in it.
alter table private.joined_orders add column sent_from text check (sent_from in ('pending', 'processing'));
create policy "triggers may read" on private.joined_orders for select to shop_triggers using (true);
create policy "triggers may update" on private.joined_orders for update to shop_triggers using (true) with check (true);
create policy "triggers may update" on public.pre_orders for update to shop_triggers using (true) with check (true);

-- Every way in which an order changes passes here. While both wait for dispatch, an addition has the days and the address of
-- its first order. It leaves with it, and is taken back with it. Where the first order is called off it is posted alone, which
-- a note says until the first order is revived or the addition has left.
create function private.keep_additions() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  waiting constant text[] := array['to_make', 'in_progress', 'to_dispatch'];
  is_waiting constant boolean := new.order_view = any(waiting);
  was_waiting constant boolean := old.order_view = any(waiting);
begin
  if was_waiting and not is_waiting then
    update private.order_notes set resolved_at = public.shop_now(), resolved_by = auth.uid()
     where order_id = new.id and kind = 'posted_alone' and resolved_at is null;
  end if;
  if not exists (select from private.joined_orders where origin_id = new.id) then return null; end if;

  if new.order_view = 'shipped' then
    if was_waiting then
      update private.joined_orders as joined set sent_from = added.order_status from public.pre_orders as added
       where joined.origin_id = new.id and added.id = joined.order_id and added.order_view = any(waiting);
    end if;
    update public.pre_orders as added set order_status = new.order_status, tracking_number = new.tracking_number,
        shipping_carrier = new.shipping_carrier, shipped_at = new.shipped_at
      from private.joined_orders as joined
     where joined.origin_id = new.id and joined.sent_from is not null and added.id = joined.order_id
       and added.order_status <> 'cancelled'
       and (added.order_status, added.tracking_number, added.shipping_carrier, added.shipped_at)
         is distinct from (new.order_status, new.tracking_number, new.shipping_carrier, new.shipped_at);
  elsif is_waiting and old.order_view = 'shipped' then
    update public.pre_orders as added set order_status = joined.sent_from, tracking_number = null, shipped_at = null
      from private.joined_orders as joined
     where joined.origin_id = new.id and joined.sent_from is not null and added.id = joined.order_id
       and added.order_status in ('shipped', 'delivered');
    update private.joined_orders set sent_from = null where origin_id = new.id and sent_from is not null;
  elsif was_waiting and new.order_view = 'cancelled' then
    insert into private.order_notes (order_id, kind, facts)
      select added.id, 'posted_alone', jsonb_build_object('first', new.order_number)
        from private.joined_orders as joined join public.pre_orders as added on added.id = joined.order_id
       where joined.origin_id = new.id and added.order_view = any(waiting)
      on conflict do nothing;
  elsif is_waiting and old.order_view = 'cancelled' then
    update private.order_notes as note set resolved_at = public.shop_now(), resolved_by = auth.uid()
      from private.joined_orders as joined
     where joined.origin_id = new.id and note.order_id = joined.order_id and note.kind = 'posted_alone'
       and note.facts ->> 'first' = new.order_number and note.resolved_at is null;
  end if;

  if is_waiting then
    update public.pre_orders as added set dispatch_by = new.dispatch_by, arrive_by = new.arrive_by,
        customer_name = new.customer_name, shipping_address = new.shipping_address, shipping_city = new.shipping_city,
        shipping_postcode = new.shipping_postcode, shipping_country = new.shipping_country
      from private.joined_orders as joined
     where joined.origin_id = new.id and added.id = joined.order_id and added.order_view = any(waiting)
       and (added.dispatch_by, added.arrive_by, added.customer_name, added.shipping_address, added.shipping_city,
           added.shipping_postcode, added.shipping_country)
         is distinct from (new.dispatch_by, new.arrive_by, new.customer_name, new.shipping_address, new.shipping_city,
           new.shipping_postcode, new.shipping_country);
  end if;
  return null;
end $$;
create trigger keep_additions after update on public.pre_orders for each row
  when ((old.order_view, old.order_status, old.tracking_number, old.shipping_carrier, old.shipped_at, old.dispatch_by,
      old.arrive_by, old.customer_name, old.shipping_address, old.shipping_city, old.shipping_postcode, old.shipping_country)
    is distinct from (new.order_view, new.order_status, new.tracking_number, new.shipping_carrier, new.shipped_at,
      new.dispatch_by, new.arrive_by, new.customer_name, new.shipping_address, new.shipping_city, new.shipping_postcode,
      new.shipping_country))
  execute function private.keep_additions();
revoke all on function private.keep_additions() from public;

-- As before, but that what left in the parcel of another order has no e-mail of its own about it.
create or replace function private.queue_order_emails() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  email record;
  failures text;
begin
  if new.order_status is distinct from old.order_status or new.tracking_number is distinct from old.tracking_number then
    update private.outbox as w set state = 'dropped'
     where w.order_id = new.id and w.state = 'waiting' and not w.data ? 'parcel'
       and (w.kind, regexp_replace(w.cause, '(\.[0-9a-f]{16})\.[0-9]+$', '\1')) in (
         select was.kind, was.cause from private.order_status_emails(old) as was)
       and (w.kind, regexp_replace(w.cause, '(\.[0-9a-f]{16})\.[0-9]+$', '\1')) not in (
         select e.kind, e.cause from private.order_status_emails(new) as e);
    -- The same parcel, with its number in another form.
    update private.outbox as w set data = e.data from private.order_status_emails(new) as e
     where w.order_id = new.id and w.state = 'waiting' and w.kind = e.kind and w.cause = e.cause and w.data <> e.data
       and not w.data ? 'parcel';
    for email in
      select e.kind, e.data, e.grace, e.cause || coalesce((
          select '.' || count(*) from private.outbox as w
           where e.data ->> 'tracking' is not null and w.order_id = new.id and w.kind = e.kind and w.state in ('sending', 'sent')
            and not w.data ? 'parcel'
          having bool_or(w.cause = e.cause)
            and (array_agg(private.tracking_number_hash(w.data ->> 'tracking') order by w.sent_at desc nulls first))[1]
              is distinct from private.tracking_number_hash(new.tracking_number)), '') as cause
        from private.order_status_emails(new) as e
       where (e.kind, e.cause) not in (select was.kind, was.cause from private.order_status_emails(old) as was)
         -- The e-mail of the order in whose parcel it is has what is in it.
         and not (e.kind in ('order_dispatched', 'order_delivered') and exists (
           select from private.joined_orders as joined where joined.order_id = new.id and joined.sent_from is not null))
         -- A customer who has a tracking number knows that the parcel was sent.
         and not (e.kind = 'order_dispatched' and e.data ->> 'tracking' is null and exists (
           select from private.outbox as w
            where w.order_id = new.id and w.kind = 'order_dispatched' and w.state in ('sending', 'sent')
              and not w.data ? 'parcel'))
    loop
      perform private.queue_email(email.kind, email.cause, new.customer_email, email.data, new.id, now() + email.grace);
    end loop;
  end if;
  if new.refunded_amount > old.refunded_amount and new.customer_email is not null
    and new.reported_paid then
    select coalesce('.' || nullif(count(*), 0), '') into failures
      from private.refunds as r where r.order_id = new.id and r.state = 'failed';
    -- After the e-mail about the cancellation.
    perform private.queue_email('order_refunded',
      new.id::text || '.' || (new.refunded_amount * 100)::bigint || failures, new.customer_email, jsonb_build_object('refunded', new.refunded_amount, 'total', new.final_amount), new.id,
      greatest(now(), (select max(w.next_attempt_at) + interval '2 seconds' from private.outbox as w
        where w.order_id = new.id and w.kind = 'order_cancelled' and w.state in ('waiting', 'sending'))));
  end if;
  -- Unsent e-mails go to a corrected address; one that is being sent, at its next attempt.
  if new.customer_email is distinct from old.customer_email and new.customer_email is not null then
    update private.outbox as w set recipient = new.customer_email
     where w.order_id = new.id and w.state in ('waiting', 'sending') and w.kind like 'order\_%' and w.kind <> 'order_choice_made';
  end if;
  return null;
end $$;
