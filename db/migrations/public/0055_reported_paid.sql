-- Whether the provider or the owner reported the payment of an order, once. PostgreSQL writes the table anew: orders wait for it.
alter table public.pre_orders add column reported_paid boolean not null
  generated always as (payment_status = 'paid' or paid_at is not null) stored;
grant select (reported_paid) on public.pre_orders to authenticated;

alter policy "administrators delete orders that cannot be paid" on public.pre_orders
  using (created_at between (select private.first_time_of_administrators()) and 'infinity'
    and id between (select private.first_id_of_administrators()) and 'ffffffff-ffff-ffff-ffff-ffffffffffff'
    and not reported_paid and (payment_state in ('expired', 'failed') or payment_session_expires_at is null));

create or replace function private.normalize_order() returns trigger language plpgsql as $$
declare
  derived constant text[] := array['payment_read_at', 'needs_review', 'order_view', 'reported_paid'];
begin
  if (new.payment_read_at, new.needs_review) is distinct from (old.payment_read_at, old.needs_review)
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

create or replace function private.order_status_emails(o public.pre_orders)
  returns table (kind text, cause text, data jsonb, grace interval) language sql immutable as $$
  select e.kind, e.cause, e.data, e.grace
  from (values
    ('order_in_production', o.id::text, '{}'::jsonb, interval '1 minute', o.order_status = 'processing'),
    ('order_delivered', o.id::text, '{}'::jsonb, interval '1 minute', o.order_status = 'delivered'),
    ('order_cancelled', o.id::text, '{}'::jsonb, interval '1 minute', o.order_status = 'cancelled'),
    ('order_dispatched', o.id::text, '{"tracking": null}'::jsonb, interval '30 minutes',
      o.order_status = 'shipped' and o.tracking_number is null),
    ('order_dispatched', o.id::text || '.' || private.tracking_number_hash(o.tracking_number),
      jsonb_build_object('tracking', o.tracking_number), interval '1 minute',
      o.order_status = 'shipped' and o.tracking_number is not null)
  ) as e (kind, cause, data, grace, applies)
  where e.applies and o.customer_email is not null and o.reported_paid
$$;

create or replace function private.queue_order_emails() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  email record;
  failures text;
begin
  if new.order_status is distinct from old.order_status or new.tracking_number is distinct from old.tracking_number then
    update private.outbox as w set state = 'dropped'
     where w.order_id = new.id and w.state = 'waiting'
       and (w.kind, regexp_replace(w.cause, '(\.[0-9a-f]{16})\.[0-9]+$', '\1')) in (
         select was.kind, was.cause from private.order_status_emails(old) as was)
       and (w.kind, regexp_replace(w.cause, '(\.[0-9a-f]{16})\.[0-9]+$', '\1')) not in (
         select e.kind, e.cause from private.order_status_emails(new) as e);
    -- The same parcel, with its number in another form.
    update private.outbox as w set data = e.data from private.order_status_emails(new) as e
     where w.order_id = new.id and w.state = 'waiting' and w.kind = e.kind and w.cause = e.cause and w.data <> e.data;
    for email in
      select e.kind, e.data, e.grace, e.cause || coalesce((
          select '.' || count(*) from private.outbox as w
           where e.data ->> 'tracking' is not null and w.order_id = new.id and w.kind = e.kind and w.state in ('sending', 'sent')
          having bool_or(w.cause = e.cause)
            and (array_agg(private.tracking_number_hash(w.data ->> 'tracking') order by w.sent_at desc nulls first))[1]
              is distinct from private.tracking_number_hash(new.tracking_number)), '') as cause
        from private.order_status_emails(new) as e
       where (e.kind, e.cause) not in (select was.kind, was.cause from private.order_status_emails(old) as was)
         -- A customer who has a tracking number knows that the parcel was sent.
         and not (e.kind = 'order_dispatched' and e.data ->> 'tracking' is null and exists (
           select from private.outbox as w
            where w.order_id = new.id and w.kind = 'order_dispatched' and w.state in ('sending', 'sent')))
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
