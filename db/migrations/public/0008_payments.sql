-- Payment events, refunds, disputes, reconciliation with the provider, and the test provider's tables.

-- Events the payment provider sent, each once. An event may name a payment without its session.
create table private.payment_events (
  id text primary key,
  provider text not null,
  type text not null,
  session_id text,
  payment_id text,
  order_id uuid,
  received_at timestamptz not null default public.shop_now(),
  handled_at timestamptz,
  attempts integer not null default 0,
  -- When the event is tried again if its job failed or was lost; null: no attempts are left.
  next_attempt_at timestamptz default (now() + interval '10 seconds')
);
create index payment_events_payment_id_idx on private.payment_events (payment_id) where payment_id is not null;
create index payment_events_waiting_idx on private.payment_events (next_attempt_at) where handled_at is null;

-- One row per refund, whatever started it. The id is the idempotency key at the provider.
create table private.refunds (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.pre_orders,
  session_id text not null,  -- the payment page whose payment is refunded
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
  next_attempt_at timestamptz default now(), -- null: the provider has it, or nothing is left to do
  settled_at timestamptz,
  -- `part`: this amount. `rest`: what is refundable when it is sent. `cancellation`: the same, while the order is cancelled.
  scope text not null default 'part' check (scope in ('part', 'rest', 'cancellation'))
);
create index refunds_order_id_idx on private.refunds (order_id);
create index refunds_waiting_idx on private.refunds (next_attempt_at) where next_attempt_at is not null;
create index refunds_requested_at_idx on private.refunds (requested_at);

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
create index disputes_opened_at_idx on private.disputes (opened_at);

-- Early fraud warnings of banks: the owner reviews the payment before the parcel is sent.
create table private.fraud_warnings (
  id text primary key,
  order_id uuid references public.pre_orders,
  payment_id text,
  kind text not null,
  received_at timestamptz not null default public.shop_now()
);
create index fraud_warnings_order_id_idx on private.fraud_warnings (order_id);
create index fraud_warnings_received_at_idx on private.fraud_warnings (received_at);

-- Comparisons of the provider's records with the orders. One runs at a time; one without a heartbeat for a minute has died.
create table private.reconciliation_runs (
  id uuid primary key default gen_random_uuid(),
  requested_by uuid,         -- null: the schedule
  since timestamptz not null,
  until timestamptz not null,
  started_at timestamptz not null default public.shop_now(),
  finished_at timestamptz,
  failure text,
  counts jsonb not null default '{}',
  heartbeat_at timestamptz not null default now()
);
create index reconciliation_runs_started_at_idx on private.reconciliation_runs (started_at desc);
create unique index reconciliation_runs_one_running_key on private.reconciliation_runs ((finished_at is null))
  where finished_at is null;

-- Differences between the two. The same difference is the same row; one that is no longer found is resolved.
create table private.payment_discrepancies (
  id uuid primary key default gen_random_uuid(),
  key text not null constraint payment_discrepancies_key_key unique, -- kind and object
  kind text not null check (kind in ('paid_without_order', 'order_without_payment', 'paid_by_hand', 'paid_set_pending',
    'different_amount', 'refund_not_recorded', 'refund_owed', 'refund_failed', 'paid_twice', 'open_dispute', 'fraud_warning')),
  order_id uuid references public.pre_orders on delete cascade,
  session_id text,
  payment_id text,
  ours numeric(10, 2),
  theirs numeric(10, 2),
  detail text,
  respond_by timestamptz,
  found_at timestamptz not null default public.shop_now(),
  last_run_id uuid references private.reconciliation_runs on delete set null,
  resolved_at timestamptz,
  resolution text,
  fingerprint text not null default '',  -- of the facts: other facts open the row again
  accepted_fingerprint text,             -- the facts the owner accepted: with them, the row stays resolved
  resolved_by uuid,                      -- null: the difference disappeared
  note text check (length(note) <= 1000)
);
create index payment_discrepancies_open_idx on private.payment_discrepancies (found_at) where resolved_at is null;
create index payment_discrepancies_resolved_idx on private.payment_discrepancies (resolved_at desc)
  where resolved_at is not null;

create trigger audit after insert or update or delete on private.refunds
  for each row execute function private.audit('order_id');
create trigger audit after insert or update or delete on private.disputes
  for each row execute function private.audit('order_id');
create trigger audit after insert or update or delete on private.payment_discrepancies
  for each row execute function private.audit('id');

-- The test provider's payment pages, as a payment company stores them. Amounts are pence.
create table private.test_payment_sessions (
  id text primary key,
  idempotency_key text not null constraint test_payment_sessions_idempotency_key unique,
  request jsonb not null,        -- lines, amounts, delivery, return URLs
  order_id uuid not null,
  amount_subtotal integer not null,
  amount_discount integer not null,
  amount_total integer,          -- null until paid
  delivery_service text,
  status text not null default 'open' check (status in ('open', 'complete', 'expired')),
  payment_status text not null default 'unpaid' check (payment_status in ('unpaid', 'paid', 'no_payment_required')),
  customer jsonb,                -- {name, email, phone, address: {line1, city, postcode, country}}
  refunded_amount integer not null default 0,
  created_at timestamptz not null default public.shop_now(),
  expires_at timestamptz not null,
  completed_at timestamptz,
  refunds jsonb not null default '{}'  -- {"the idempotency key": pence}
);

-- The test provider's events until they are delivered.
create table private.test_payment_events (
  id text primary key,
  session_id text not null references private.test_payment_sessions on delete cascade,
  type text not null,
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  delivered_at timestamptz
);
create index test_payment_events_waiting_idx on private.test_payment_events (next_attempt_at) where delivered_at is null;

do $$
declare name text;
begin
  foreach name in array array['payment_events', 'refunds', 'disputes', 'fraud_warnings', 'reconciliation_runs',
    'payment_discrepancies', 'test_payment_sessions', 'test_payment_events'] loop
    execute format('alter table private.%I enable row level security', name);
    execute format('alter table private.%I force row level security', name);
    execute format('grant select, insert, update, delete on private.%I to service_role', name);
    execute format('create policy "service_role may do everything" on private.%I for all to service_role
      using (true) with check (true)', name);
  end loop;
end $$;
