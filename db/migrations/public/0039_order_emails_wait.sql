-- The e-mail with a tracking number waits a minute, like those of a status, and both directions of a payment status set by
-- hand are discrepancies.

alter table private.money_findings drop constraint money_findings_kind_check;
alter table private.money_findings add constraint money_findings_kind_check check (kind in ('paid_without_order',
  'order_without_payment', 'paid_by_hand', 'paid_set_pending', 'different_amount', 'refund_not_noted', 'refund_owed',
  'refund_failed', 'paid_twice', 'open_dispute', 'fraud_warning'));

-- The owner set these by hand, so no e-mail tells the owner.
drop trigger tell_owner on private.money_findings;
create trigger tell_owner after insert or update of resolved_at on private.money_findings
  for each row when (new.resolved_at is null and new.kind not in ('paid_by_hand', 'paid_set_pending'))
  execute function private.tell_owner_of_finding();

-- As in 0013, but for the minute of a tracking number: what is undone within it is never sent.
-- `send-shipping-confirmation` still sends at once.
create or replace function private.letters_told_by(o public.pre_orders)
  returns table (kind text, cause text, data jsonb, grace interval) language sql immutable as $$
  select told.kind, told.cause, told.data, told.grace
  from (values
    ('order_in_production', o.id::text, '{}'::jsonb, interval '1 minute', o.order_status = 'processing'),
    ('order_delivered', o.id::text, '{}'::jsonb, interval '1 minute', o.order_status = 'delivered'),
    ('order_cancelled', o.id::text, '{}'::jsonb, interval '1 minute', o.order_status = 'cancelled'),
    ('order_dispatched', o.id::text, '{"tracking": null}'::jsonb, interval '30 minutes',
      o.order_status = 'shipped' and o.tracking_number is null),
    ('order_dispatched', o.id::text || '.' || private.parcel_hash(o.tracking_number),
      jsonb_build_object('tracking', o.tracking_number), interval '1 minute',
      o.order_status = 'shipped' and o.tracking_number is not null)
  ) as told (kind, cause, data, grace, holds)
  where told.holds and o.customer_email is not null and (o.payment_status = 'paid' or o.paid_at is not null)
$$;
