-- Which letter of an order leaves when: whoever changes the row, the database writes the letter. And the delay of an order.

-- The day promised when she paid; `dispatch_by` is the present one. Null: they are the same.
alter table public.pre_orders add column promised_dispatch_by date;

-- A later day the shop had to name, and what the customer said to it. The latest one of an order counts.
create table private.order_delays (
  order_id uuid not null references public.pre_orders on delete cascade,
  dispatch_by date not null,          -- the new day
  dispatch_by_before date not null,   -- as the customer last heard it
  reason text check (length(reason) between 1 and 500),
  -- Whether the garments were being made already: then she may cancel all the same, for that is when she was asked.
  in_production boolean not null,
  announced_at timestamptz not null default public.shop_now(),
  announced_by uuid,
  answer text check (answer in ('keep', 'cancel')),
  answered_at timestamptz,
  -- What a cancelled order's money is given back by.
  refund_attempts integer not null default 0,
  refund_next_attempt_at timestamptz, -- null: nothing is owed, or it was given back
  constraint order_delays_pkey primary key (order_id, dispatch_by),
  check ((answer is null) = (answered_at is null))
);
create index order_delays_refunds_idx on private.order_delays (refund_next_attempt_at) where refund_next_attempt_at is not null;
alter table private.order_delays enable row level security;
alter table private.order_delays force row level security;
revoke all on private.order_delays from anon, authenticated;
grant select, insert, update, delete on private.order_delays to service_role;
create policy "the service keeps delays" on private.order_delays for all to service_role using (true) with check (true);
create trigger audit after insert or update or delete on private.order_delays
  for each row execute function private.audit('order_id');

-- The first promise is kept for good, and a tracking number is what the carrier printed, without blanks around it.
create or replace function private.before_order() returns trigger language plpgsql as $$
declare
  owed constant text := 'Refund owed: the order was cancelled';
begin
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
    new.needs_review := nullif(btrim(replace(new.needs_review, owed, ''), '. '), '');
  end if;
  return new;
end $$;

-- A letter written by a trigger: the sweep of the outbox sends it within seconds. One that came to nothing (`dropped`)
-- was never told, so it waits anew when it is asked for again; and whoever is just finding nothing to say is told by
-- another time that somebody thinks there is.
create or replace function private.queue_letter(kind text, cause text, recipient text, data jsonb,
  order_id uuid default null, not_before timestamptz default now())
  returns void language plpgsql security definer set search_path = '' as $$
begin
  insert into private.outbox (kind, cause, recipient, data, order_id, next_attempt_at, message_id)
  values (kind, cause, recipient, data, order_id, not_before,
    '<' || kind || '.' || cause || '@' || (select mail_domain from private.list_rules) || '>')
  on conflict on constraint outbox_once do update
    set next_attempt_at = excluded.next_attempt_at,
        state = case when outbox.state = 'dropped' then 'waiting' else outbox.state end,
        recipient = case when outbox.state = 'dropped' then excluded.recipient else outbox.recipient end,
        data = case when outbox.state = 'dropped' then excluded.data else outbox.data end,
        created_at = case when outbox.state = 'dropped' then excluded.created_at else outbox.created_at end,
        last_error = null
    where outbox.state in ('dropped', 'sending');
end $$;

-- A tracking number for the cause of a letter: case and blanks make no other parcel.
create function private.parcel_hash(tracking_number text) returns text language sql immutable strict set search_path = '' as
$$ select left(encode(sha256(convert_to(upper(regexp_replace(tracking_number, '\s', '', 'g')), 'UTF8')), 'hex'), 16) $$;

-- The letters an order's state asks for. A parcel is one number: set twice, or toggled there and back, it is told once.
-- Without settings of its own, so that it becomes part of the statements that ask it: called for each row of many orders
-- it would take five times as long as the change itself.
create function private.letters_told_by(o public.pre_orders)
  returns table (kind text, cause text, data jsonb, grace interval) language sql immutable as $$
  select told.kind, told.cause, told.data, told.grace
  from (values
    ('order_in_production', o.id::text, '{}'::jsonb, interval '1 minute', o.order_status = 'processing'),
    ('order_delivered', o.id::text, '{}'::jsonb, interval '1 minute', o.order_status = 'delivered'),
    ('order_cancelled', o.id::text, '{}'::jsonb, interval '1 minute', o.order_status = 'cancelled'),
    ('order_dispatched', o.id::text, '{"tracking": null}'::jsonb, interval '30 minutes',
      o.order_status = 'shipped' and o.tracking_number is null),
    ('order_dispatched', o.id::text || '.' || private.parcel_hash(o.tracking_number),
      jsonb_build_object('tracking', o.tracking_number), interval '0',
      o.order_status = 'shipped' and o.tracking_number is not null)
  ) as told (kind, cause, data, grace, holds)
  where told.holds and o.customer_email is not null and (o.payment_status = 'paid' or o.paid_at is not null)
$$;

-- Statuses wait a minute, so that a slip of the finger tells nobody: what is taken back meanwhile comes to nothing. A
-- parcel without a number waits half an hour for one.
create function private.write_order_letters() returns trigger language plpgsql security definer set search_path = '' as $$
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
    perform private.queue_letter('order_refunded', new.id::text || '.' || (new.refunded_amount * 100)::bigint,
      new.customer_email,
      jsonb_build_object('refunded', new.refunded_amount, 'total', new.final_amount), new.id);
  end if;
  -- A corrected address is where the letters go that are still here; of one on its way just now, the next try.
  if new.customer_email is distinct from old.customer_email and new.customer_email is not null then
    update private.outbox as w set recipient = new.customer_email
     where w.order_id = new.id and w.state in ('waiting', 'sending') and w.kind like 'order\_%' and w.kind <> 'order_choice_made';
  end if;
  return null;
end $$;
revoke all on function private.write_order_letters() from public;
create trigger letters after update on public.pre_orders
  for each row execute function private.write_order_letters();

-- The triggers work as the owner of the tables, whoever changes the order.
do $$ begin
  execute format('create policy "triggers renew and drop letters" on private.outbox for update to %I using (true) with check (true)',
    current_user);
end $$;
