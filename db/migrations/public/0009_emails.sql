-- The outbox, and the e-mails that changes of orders and payments cause.

-- One row per e-mail. Kind and cause are unique, so the same cause sends one e-mail.
create table private.outbox (
  id uuid primary key default gen_random_uuid(),
  kind text not null,            -- order_confirmation, ...
  cause text not null,           -- unique within the kind: the order's id, ...
  order_id uuid references public.pre_orders on delete set null,
  recipient text not null,
  data jsonb not null default '{}',
  -- `dropped`: not sent, because what it says is no longer true.
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed', 'dropped')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  leased_until timestamptz,
  last_error text,
  message_id text not null,
  created_at timestamptz not null default public.shop_now(),
  sent_at timestamptz,
  requested_by uuid, -- the administrator who sent it again
  constraint outbox_kind_cause_key unique (kind, cause)
);
create index outbox_unfinished_idx on private.outbox (next_attempt_at) where state in ('waiting', 'sending');
create index outbox_order_idx on private.outbox (order_id);
create index outbox_failed_idx on private.outbox (created_at) where state = 'failed';
create index outbox_sent_idx on private.outbox (sent_at) where state = 'sent';
create index outbox_owner_idx on private.outbox (kind, created_at) where kind like 'owner\_%' and not data ? 'digest';
create index outbox_digest_idx on private.outbox ((data ->> 'digest')) where data ? 'digest';

-- Sent e-mails while no mail server is configured; /dev/mailbox shows them.
create table private.mailbox (
  id bigint generated always as identity primary key,
  message_id text not null,
  sender text not null,
  recipient text not null,
  subject text not null,
  html text not null,
  text text not null,
  headers jsonb not null default '{}',
  received_at timestamptz not null default now()
);
create index mailbox_message_idx on private.mailbox (message_id);

do $$
declare name text;
begin
  foreach name in array array['outbox', 'mailbox'] loop
    execute format('alter table private.%I enable row level security', name);
    execute format('alter table private.%I force row level security', name);
    execute format('grant select, insert, update, delete on private.%I to service_role', name);
    execute format('create policy "service_role may do everything" on private.%I for all to service_role
      using (true) with check (true)', name);
  end loop;
end $$;
create policy "triggers may read" on private.outbox for select to shop_triggers using (true);
create policy "triggers may insert" on private.outbox for insert to shop_triggers with check (true);
create policy "triggers may update" on private.outbox for update to shop_triggers using (true) with check (true);

-- Queues an e-mail from a trigger; the sweep of the outbox sends it within seconds. A dropped one waits again. For one that a
-- worker is deciding about, the time changes, so the worker sees that there is a new reason to send it.
create function private.queue_email(kind text, cause text, recipient text, data jsonb,
  order_id uuid default null, not_before timestamptz default now())
  returns void language plpgsql security definer set search_path = '' as $$
begin
  insert into private.outbox (kind, cause, recipient, data, order_id, next_attempt_at, message_id)
  values (kind, cause, recipient, data, order_id, not_before,
    '<' || kind || '.' || cause || '@' || (select mail_domain from private.email_settings) || '>')
  on conflict on constraint outbox_kind_cause_key do update
    set next_attempt_at = excluded.next_attempt_at,
        state = case when outbox.state = 'dropped' then 'waiting' else outbox.state end,
        recipient = case when outbox.state = 'dropped' then excluded.recipient else outbox.recipient end,
        data = case when outbox.state = 'dropped' then excluded.data else outbox.data end,
        created_at = case when outbox.state = 'dropped' then excluded.created_at else outbox.created_at end,
        last_error = null
    where outbox.state in ('dropped', 'sending');
end $$;
revoke all on function private.queue_email(text, text, text, jsonb, uuid, timestamptz) from public;

-- A tracking number as part of a cause: case and spaces make no other parcel.
create function private.tracking_number_hash(tracking_number text) returns text language sql immutable strict set search_path = '' as
$$ select left(encode(sha256(convert_to(upper(regexp_replace(tracking_number, '\s', '', 'g')), 'UTF8')), 'hex'), 16) $$;

-- The e-mails an order's state causes, and how long each waits. A tracking number is one parcel: set twice, or changed and
-- changed back, it is announced once. Without a search_path, so that PostgreSQL inlines it: called per row, it would take five
-- times as long as the change of many orders itself. `send-shipping-confirmation` sends at once, without the wait.
create function private.order_status_emails(o public.pre_orders)
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
  where e.applies and o.customer_email is not null and (o.payment_status = 'paid' or o.paid_at is not null)
$$;

-- Queues the e-mails of a changed order. A change of status waits a minute, so that one which is undone within it sends
-- nothing; a parcel without a tracking number waits half an hour for one.
create function private.queue_order_emails() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  email record;
begin
  if new.order_status is distinct from old.order_status or new.tracking_number is distinct from old.tracking_number then
    update private.outbox as w set state = 'dropped'
     where w.order_id = new.id and w.state = 'waiting'
       and (w.kind, w.cause) in (select was.kind, was.cause from private.order_status_emails(old) as was)
       and (w.kind, w.cause) not in (select e.kind, e.cause from private.order_status_emails(new) as e);
    -- The same parcel, with its number in another form.
    update private.outbox as w set data = e.data from private.order_status_emails(new) as e
     where w.order_id = new.id and w.state = 'waiting' and w.kind = e.kind and w.cause = e.cause and w.data <> e.data;
    for email in
      select * from private.order_status_emails(new) as e
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
    -- After the e-mail about the cancellation.
    perform private.queue_email('order_refunded', new.id::text || '.' || (new.refunded_amount * 100)::bigint,
      new.customer_email, jsonb_build_object('refunded', new.refunded_amount, 'total', new.final_amount), new.id,
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
revoke all on function private.queue_order_emails() from public;
create trigger queue_emails after update on public.pre_orders
  for each row execute function private.queue_order_emails();

-- The address of e-mails to the owner, or null when they are off.
create function private.owner_email() returns text language sql stable set search_path = '' as $$
  select nullif(coalesce((select value #>> '{}' from private.settings where name = 'owner_emails'),
    (select shop_email from private.email_settings)), 'off')
$$;
revoke all on function private.owner_email() from public;
grant execute on function private.owner_email() to service_role;

-- Queues an e-mail to the owner, one per kind and cause for ever. After twenty of a kind within an hour, one digest follows the
-- hour instead: e-mails to the owner must not use up the mail server's hourly limit, which customers' e-mails need. Each e-mail
-- a digest replaces has a row in the state `dropped` that names the digest.
create function private.queue_owner_email(p_kind text, p_cause text, p_order_id uuid, wait interval, facts jsonb) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  address text := private.owner_email();
  moment timestamptz := public.shop_now();
  digest text;
  is_in_digest boolean;
begin
  if address is null then return; end if;
  select w.data ? 'digest' into is_in_digest from private.outbox as w where w.kind = p_kind and w.cause = p_cause;
  if is_in_digest then return; end if;
  if is_in_digest is null and (select count(*) from (select from private.outbox as w
      where w.kind = p_kind and w.kind like 'owner\_%' and not w.data ? 'digest' and w.created_at > moment - interval '1 hour'
      limit 20) as recent) >= 20 then
    digest := to_char(moment at time zone 'UTC', 'YYYY-MM-DD.HH24');
    insert into private.outbox (kind, cause, recipient, data, order_id, state, message_id)
    values (p_kind, p_cause, address, facts || jsonb_build_object('digest', digest), p_order_id, 'dropped',
      '<' || p_kind || '.' || p_cause || '>')
    on conflict on constraint outbox_kind_cause_key do nothing;
    -- Five minutes after the hour, when every transaction that began in it has ended.
    insert into private.outbox (kind, cause, recipient, data, next_attempt_at, message_id)
    values ('owner_digest', digest, address, jsonb_build_object('hour', digest), now() + (date_trunc('hour', moment) + interval '65 minutes' - moment),
      '<owner_digest.' || digest || '@' || (select mail_domain from private.email_settings) || '>')
    on conflict on constraint outbox_kind_cause_key do nothing;
    return;
  end if;
  perform private.queue_email(p_kind, p_cause, address, facts, p_order_id, now() + wait);
end $$;
revoke all on function private.queue_owner_email(text, text, uuid, interval, jsonb) from public;

-- The owner gets an e-mail about an order that the provider reported paid; not about one the owner set to paid.
create function private.queue_owner_order_email() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_owner_email('owner_order_paid', new.id::text, new.id, interval '0', '{}'::jsonb);
  return null;
end $$;
revoke all on function private.queue_owner_order_email() from public;
create trigger queue_owner_email after update of paid_at on public.pre_orders
  for each row when (old.paid_at is null and new.paid_at is not null) execute function private.queue_owner_order_email();

-- The owner gets an e-mail about a discrepancy that is still open after ten minutes; about disputes and fraud warnings at once.
-- Payment statuses set by hand are the owner's own.
create function private.queue_owner_discrepancy_email() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and old.resolved_at is null then return null; end if;
  perform private.queue_owner_email('owner_payment_discrepancy', new.id::text, new.order_id,
    case when new.kind in ('open_dispute', 'fraud_warning') then interval '0' else interval '10 minutes' end,
    jsonb_build_object('discrepancy', new.id));
  return null;
end $$;
revoke all on function private.queue_owner_discrepancy_email() from public;
create trigger queue_owner_email after insert or update of resolved_at on private.payment_discrepancies
  for each row when (new.resolved_at is null and new.kind not in ('paid_by_hand', 'paid_set_pending'))
  execute function private.queue_owner_discrepancy_email();
