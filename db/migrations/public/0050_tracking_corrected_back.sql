-- A tracking number that the customer was sent before another one, and that is right after all, is sent again: the number of
-- sent e-mails is a part of the cause.
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
    and (new.payment_status = 'paid' or new.paid_at is not null) then
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
