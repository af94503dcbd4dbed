-- Money: the provider's payment behind an order, refunds one by one, disputes, and what stands out when both books are
-- laid side by side.
alter table public.pre_orders
  add payment_id text constraint pre_orders_payment_id_key unique, -- the provider's payment (Stripe: PaymentIntent)
  -- When the provider was asked for what stands here. Refunds can fail and disputes can be won, so of two answers that
  -- of the later question is believed.
  add payment_read_at timestamptz;

-- One row a refund, whoever began it. Its id is its key at the provider: sent again, it is the same refund.
create table private.refunds (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.pre_orders,
  session_id text not null,  -- the payment page whose money goes back
  amount numeric(10, 2) not null check (amount > 0),
  reason text not null default 'other' check (reason in ('cancelled', 'returned', 'faulty', 'goodwill', 'duplicate', 'other')),
  note text check (length(note) <= 1000),
  source text not null default 'shop' check (source in ('shop', 'provider')),
  requested_by uuid,         -- null: the customer, the provider or a rule
  requested_at timestamptz not null default public.shop_now(),
  state text not null default 'requested' check (state in ('requested', 'pending', 'succeeded', 'failed')),
  provider_refund_id text constraint refunds_provider_refund_id_key unique,
  failure text,
  attempts integer not null default 0,
  next_attempt_at timestamptz default now(), -- null: the provider has it, or nothing more is to be done
  settled_at timestamptz
);
create index refunds_order_id_idx on private.refunds (order_id);
create index refunds_waiting_idx on private.refunds (next_attempt_at) where next_attempt_at is not null;

create table private.disputes (
  id text primary key,       -- the provider's
  order_id uuid references public.pre_orders,
  payment_id text,
  amount numeric(10, 2) not null,
  currency text not null,
  reason text not null,
  status text not null check (status in ('warning', 'needs_response', 'under_review', 'won', 'lost', 'closed')),
  respond_by timestamptz,
  opened_at timestamptz not null,
  read_at timestamptz not null
);
create index disputes_order_id_idx on private.disputes (order_id);

-- A bank thinks that a card was not her own: worth a look before the parcel leaves.
create table private.fraud_warnings (
  id text primary key,
  order_id uuid references public.pre_orders,
  payment_id text,
  kind text not null,
  received_at timestamptz not null default public.shop_now()
);
create index fraud_warnings_order_id_idx on private.fraud_warnings (order_id);

-- One row each time the provider's books were laid beside ours.
create table private.money_runs (
  id uuid primary key default gen_random_uuid(),
  asked_by uuid,             -- null: the clock
  since timestamptz not null,
  until timestamptz not null,
  started_at timestamptz not null default public.shop_now(),
  finished_at timestamptz,
  failure text,
  counts jsonb not null default '{}'
);
create index money_runs_started_at_idx on private.money_runs (started_at desc);

-- What does not match. The same thing found again is the same row; what is found no more is resolved.
create table private.money_findings (
  id uuid primary key default gen_random_uuid(),
  key text not null constraint money_findings_key unique, -- kind and object
  kind text not null check (kind in ('paid_without_order', 'order_without_payment', 'paid_by_hand', 'different_amount',
    'refund_not_noted', 'refund_owed', 'refund_failed', 'paid_twice', 'open_dispute', 'fraud_warning')),
  order_id uuid references public.pre_orders on delete cascade,
  session_id text,
  payment_id text,
  ours numeric(10, 2),
  theirs numeric(10, 2),
  detail text,
  respond_by timestamptz,
  found_at timestamptz not null default public.shop_now(),
  seen_in uuid references private.money_runs on delete set null,
  resolved_at timestamptz,
  resolved_how text
);
create index money_findings_open_idx on private.money_findings (found_at) where resolved_at is null;

-- Attacks that were refused, by day: a forged payment event leaves no other trace.
create table private.security_events (
  day date not null default current_date,
  kind text not null,
  times bigint not null default 1,
  last_at timestamptz not null default now(),
  primary key (day, kind)
);

-- An event may speak of a payment without naming its page.
alter table private.payment_events add payment_id text, add attempts integer not null default 0;
create index payment_events_payment_id_idx on private.payment_events (payment_id) where payment_id is not null;

do $$
declare
  name text;
begin
  foreach name in array array['refunds', 'disputes', 'fraud_warnings', 'money_runs', 'money_findings', 'security_events'] loop
    execute format('alter table private.%I enable row level security', name);
    execute format('alter table private.%I force row level security', name);
    execute format('revoke all on private.%I from anon, authenticated', name);
    execute format('grant select, insert, update, delete on private.%I to service_role', name);
    execute format('create policy "the service keeps money" on private.%I for all to service_role using (true) with check (true)', name);
  end loop;
end $$;

create trigger audit after insert or update or delete on private.refunds
  for each row execute function private.audit('order_id');
create trigger audit after insert or update or delete on private.disputes
  for each row execute function private.audit('order_id');
